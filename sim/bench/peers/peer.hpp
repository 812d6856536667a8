// What the C++ peers share: arguments, a fast exponential generator, counted allocations, and the line they report.
#pragma once

#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace peer {

inline uint64_t allocations = 0;

// Rng is xoshiro256+ (Blackman & Vigna 2021), which costs less than the standard library's generators.
struct Rng {
  uint64_t s[4];
  explicit Rng(uint64_t seed) {
    for (auto& word : s) {  // SplitMix64
      uint64_t z = (seed += 0x9e3779b97f4a7c15);
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }
  double exp(double mean) {
    const uint64_t out = s[0] + s[3], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return -mean * std::log(1.0 - (out >> 11) * 0x1p-53);
  }
};

// Job is what the command line asks for: MODEL SIZE CUSTOMERS SEED.
struct Job {
  std::string model;
  int64_t size, customers;
  uint64_t seed;
  Job(int argc, char** argv) {
    if (argc != 5) {
      std::fprintf(stderr, "usage: %s mm1|repairman|hold SIZE CUSTOMERS SEED\n", argv[0]);
      std::exit(2);
    }
    model = argv[1];
    size = std::atoll(argv[2]);
    customers = std::atoll(argv[3]);
    seed = std::strtoull(argv[4], nullptr, 10);
  }
};

inline double cpuSeconds() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

// peakKiB is the most memory the process had resident.
inline long peakKiB() {
  long kib = -1;
  if (FILE* f = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, f))
      if (std::sscanf(line, "VmHWM: %ld", &kib) == 1) break;
    std::fclose(f);
  }
  return kib;
}

// report prints the line that the harness reads. events is -1 where the library does not count them.
inline void report(int64_t customers, int64_t events, double seconds, uint64_t allocated, double answer) {
  std::printf("{\"customers\":%lld,\"events\":%lld,\"seconds\":%.9g,\"allocations\":%llu,\"rss_kib\":%ld,\"answer\":%.9g}\n", (long long)customers,
              (long long)events, seconds, (unsigned long long)allocated, peakKiB(), answer);
}

}  // namespace peer

void* operator new(std::size_t n) {
  ++peer::allocations;
  if (void* p = std::malloc(n ? n : 1)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
