// Package law holds the closed forms of concurrency scaling: what throughput X a system with one
// bottleneck of a known kind gives at concurrency N.
//
// A [Law] is a plain value. Every law of the table ([All], [ByName]) has the shape
//
//	X(N) = γ·C(N; shape),   C(1) = 1,
//
// so that γ is the throughput at N = 1, carries the unit of X, and is the only parameter that does;
// the shape parameters are ratios. N may be fractional (an average of active sessions).
//
// One symbol means one thing across the laws: σ is the fraction of a lone thread's cycle that it
// spends at the resource which all threads share. The laws differ in what happens when they meet
// there:
//
//	linear     they never do
//	amdahl     all the others are there first, every time          X ≤ γ/σ
//	repairman  they arrive at random and queue                     X ≤ γ/σ
//	bandwidth  the resource is a pipe that fills up (p-norm)       X ≤ γ/σ
//	usl        as amdahl, and each pair pays κ to agree            a peak, then decline
//	gustafson  the work grows with N, only the rest shares         no ceiling
//
// Beside the laws stand the queueing results the simulator is tested against: [MM1], [MMc] and
// [MMcN] for one station, exact mean-value analysis in [MVA] for several; and the Karp–Flatt
// diagnosis in [KarpFlatt].
package law
