// The models as callbacks on ns-3's Simulator, without its network.
#include <ns3/nstime.h>
#include <ns3/simulator.h>

#include <deque>

#include "peer.hpp"

using ns3::PicoSeconds;
using ns3::Simulator;

namespace {

constexpr double unit = 1e6;  // picoseconds in a unit of the models

struct Model {
  peer::Job job;
  peer::Rng rng;
  int64_t served = 0;
  bool busy = false;
  double waited = 0;
  std::deque<int64_t> queue;  // when each came

  explicit Model(const peer::Job& j) : job(j), rng(j.seed) {}

  static int64_t now() { return Simulator::Now().GetPicoSeconds(); }
  template <class F>
  void after(double mean, F what) {
    Simulator::Schedule(PicoSeconds(int64_t(rng.exp(mean) * unit)), what, this);
  }
  void count() {
    if (++served == job.customers) Simulator::Stop();
  }
  void arriveOpen() {
    after(1 / 0.9, &Model::arriveOpen);
    arrive();
  }
  void arrive() {
    queue.push_back(now());
    if (!busy) serve();
  }
  void serve() {
    busy = true;
    waited += now() - queue.front();
    queue.pop_front();
    after(1, &Model::depart);
  }
  void depart() {
    count();
    busy = false;
    if (job.model == "repairman") after(50, &Model::arrive);
    if (!queue.empty()) serve();
  }
  void hold() {
    count();
    after(1, &Model::hold);
  }
};

}  // namespace

int main(int argc, char** argv) {
  peer::Job job(argc, argv);
  ns3::Time::SetResolution(ns3::Time::PS);
  Model m(job);
  const double begin = peer::cpuSeconds();
  const uint64_t allocated = peer::allocations;
  if (job.model == "mm1") m.after(1 / 0.9, &Model::arriveOpen);
  if (job.model == "repairman")
    for (int64_t i = 0; i < job.size; i++) m.after(50, &Model::arrive);
  if (job.model == "hold")
    for (int64_t i = 0; i < job.size; i++) m.after(1, &Model::hold);
  Simulator::Run();
  const double seconds = peer::cpuSeconds() - begin;
  const double time = Model::now() / unit;
  double answer = m.served / time;
  if (job.model == "mm1") answer = m.waited / unit / m.served;
  if (job.model == "hold") answer /= job.size;
  peer::report(m.served, int64_t(Simulator::GetEventCount()), seconds, peer::allocations - allocated, answer);
  Simulator::Destroy();
}
