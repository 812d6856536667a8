// The models as SimGrid actors, one for each customer.
#include <simgrid/s4u.hpp>

#include "peer.hpp"

namespace sg = simgrid::s4u;

namespace {

struct Model {
  peer::Job job;
  peer::Rng rng;
  sg::Host* host;
  sg::MutexPtr server;
  int64_t served = 0;
  double waited = 0, end = 0;

  Model(const peer::Job& j, sg::Host* h) : job(j), rng(j.seed), host(h), server(sg::Mutex::create()) {}

  bool done() const { return served >= job.customers; }
  void count() {
    if (++served == job.customers) end = sg::Engine::get_clock();
  }
  void visit() {
    const double came = sg::Engine::get_clock();
    server->lock();
    waited += sg::Engine::get_clock() - came;
    sg::this_actor::sleep_for(rng.exp(1));
    count();
    server->unlock();
  }
  void source() {
    while (!done()) {
      sg::this_actor::sleep_for(rng.exp(1 / 0.9));
      sg::Actor::create("customer", host, [this] { visit(); });
    }
  }
  void repair() {
    while (!done()) {
      sg::this_actor::sleep_for(rng.exp(50));
      visit();
    }
  }
  void hold() {
    while (!done()) {
      sg::this_actor::sleep_for(rng.exp(1));
      count();
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  peer::Job job(argc, argv);
  // The smallest stacks that the models need, without guard pages: the fastest that it can be had.
  const char* tuned[] = {argv[0], "--cfg=contexts/stack-size:16", "--cfg=contexts/guard-size:0", "--log=root.thresh:error"};
  int n = 4;
  sg::Engine e(&n, const_cast<char**>(tuned));
  auto* zone = sg::create_full_zone("zone");
  auto* host = zone->create_host("host", 1e9);
  zone->seal();
  Model m(job, host);
  const double begin = peer::cpuSeconds();
  const uint64_t allocated = peer::allocations;
  if (job.model == "mm1") sg::Actor::create("source", host, [&m] { m.source(); });
  if (job.model == "repairman")
    for (int64_t i = 0; i < job.size; i++) sg::Actor::create("customer", host, [&m] { m.repair(); });
  if (job.model == "hold")
    for (int64_t i = 0; i < job.size; i++) sg::Actor::create("holder", host, [&m] { m.hold(); });
  e.run();
  const double seconds = peer::cpuSeconds() - begin;
  double answer = job.customers / m.end;
  if (job.model == "mm1") answer = m.waited / m.served;
  if (job.model == "hold") answer /= job.size;
  peer::report(m.served, -1, seconds, peer::allocations - allocated, answer);
  std::fflush(stdout);
  std::_Exit(0);
}
