/*
Contend predicts how a concurrent program scales before anyone buys the hardware or writes the patch.

Usage:

	contend run SCENARIO…          simulate a scenario, hold it against its measurements
	contend reproduce [-o DIR]     every documented scenario: figures, tables, a report, verdicts
	contend validate [TABLE…]      published tables of locks, counters, queues against the catalogue
	contend fit DATA…              fit scaling laws to measured curves
	contend scenario list|show|new|check|schema
	contend machine list|show|import|detect
	contend version
	contend completion bash|zsh|fish|powershell

A scenario file says what each thread does, on which machine, what varies (the number of threads, or a
rate of arrivals), what was measured, and what is expected. Contend simulates the causes of contention one event
at a time: cores and their hardware threads, cache lines that travel between caches, locks, memory
bandwidth, the scheduler, OS threads and virtual threads, call stacks that are walked. Nothing is fitted behind the
scenes: every number stands in a scenario or a machine file, with where it is from.

# Reading the output

	contend run app.yaml

prints a table for each variant of the scenario:

	patched   mean error 2.9 %, largest 6.8 % over 14 points
	  threads  simulated    ±  measured   error     p50     p99  reps
	        8      266.1  1.3       264  +0.8 %  1.80ms  1.94ms     6

The simulated throughput is the mean over the replications, ± is the half-width of its 95 % interval, and
error is the signed difference to the measured value. p50 and p99 are quantiles of the time an iteration
takes. Then comes the gain of each variant over the first one that overrides nothing, with the interval
that common random numbers give: the variants draw the same numbers, so the noise of both cancels, and the interval of
the gain is narrower than those of the curves suggest. The verdicts of the scenario's expectations follow,
and the last line says how many numbers were fitted to how many measured points: a curve with as many
fitted numbers as points explains nothing.

Warnings and notes go to stderr, and into the JSON as data. A warning takes something away from a number (an
interval that did not get narrow enough); a note does not. With --strict, a warning ends the command with status 4.

# Asking what if

	contend run app.yaml --at 8,64                       single points
	contend run app.yaml --set calls=16                  a parameter
	contend run app.yaml --set machine.line.one_hop=200ns   a number of the machine
	contend scenario show NAME > mine.yaml               a copy to change

A point that --at gives is the sweep's point, to the last bit. A number set to the value it has changes nothing.

# Other formats

--format json prints a document whose schema field names its version: contend.run/1 for one scenario,
contend.runs/1 for several, contend.reproduce/1, contend.validate/1. All times are in nanoseconds; what is undefined is null. charges_ns says
for each cause how much of the threads' time went to it; the charges of a point sum to its
thread_time_ns. --format csv prints one quantity of one point a line. -o FILE draws the curves, as .svg, .png, or
one self-contained .html.

# The same bytes

The same seed gives the same output, whatever the number of CPUs and of --workers. Another seed gives another
sample of the same thing: run with two seeds to see how much of a difference is noise.

# Pitfalls

An interval is about the simulation's noise. It says nothing of whether the scenario describes the program: the
error against measurements says that, and only where something was measured.

The windows of documented runs last minutes; simulated ones are much shorter, and a note says how short.

--reps fixes the number of replications. A scenario whose figure is the mean of the fastest of many runs
means another thing with fewer runs, and a warning says so.

# Exit status

	0    done
	1    internal error
	2    the command line or an input is wrong
	3    something the scenario expects does not hold
	4    with --strict: a result is not trustworthy
	130  interrupted; what was finished is printed
*/
package main
