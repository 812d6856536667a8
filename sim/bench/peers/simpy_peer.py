"""The models in SimPy, a process for each customer: simpy_peer.py MODEL SIZE CUSTOMERS SEED."""

import gc
import json
import random
import sys
import time

import simpy


class Model:
    def __init__(self, size, customers, seed):
        self.size, self.customers = size, customers
        self.exp = random.Random(seed).expovariate
        self.env = simpy.Environment()
        self.server = simpy.Resource(self.env)
        self.done = self.env.event()
        self.served, self.waited = 0, 0.0

    def count(self):
        self.served += 1
        if self.served == self.customers:
            self.done.succeed()

    def visit(self):
        came = self.env.now
        with self.server.request() as turn:
            yield turn
            self.waited += self.env.now - came
            yield self.env.timeout(self.exp(1))
        self.count()

    def source(self):
        while True:
            yield self.env.timeout(self.exp(0.9))
            self.env.process(self.visit())

    def repair(self):
        while True:
            yield self.env.timeout(self.exp(1 / 50))
            yield from self.visit()

    def hold(self):
        while True:
            yield self.env.timeout(self.exp(1))
            self.count()

    def mm1(self):
        self.env.process(self.source())
        return lambda: self.waited / self.served

    def repairman(self):
        for _ in range(self.size):
            self.env.process(self.repair())
        return lambda: self.served / self.env.now

    def holds(self):
        for _ in range(self.size):
            self.env.process(self.hold())
        return lambda: self.served / self.env.now / self.size


def peak_kib():
    with open("/proc/self/status") as f:
        for line in f:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return -1


def main(name, size, customers, seed):
    m = Model(size, customers, seed)
    begin = time.process_time()
    answer = {"mm1": m.mm1, "repairman": m.repairman, "hold": m.holds}[name]()
    m.env.run(m.done)
    seconds = time.process_time() - begin
    events = next(m.env._eid)
    print(json.dumps({"customers": m.served, "events": events, "seconds": seconds, "allocations": -1, "rss_kib": peak_kib(), "answer": answer()}))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
