# contend: 'make reproduce' runs the main job, 'make test' the tests. Both need Go and nothing else.

GO ?= go
BIN := bin
TOOLS := $(CURDIR)/$(BIN)
PGO := cmd/contend/default.pgo

.PHONY: help build reproduce test check check-host bench bench-peers pgo lint tools clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

build: ## build bin/contend
	$(GO) build -trimpath -o $(BIN)/contend ./cmd/contend

reproduce: build ## every documented scenario: figures, tables and report.html in reproduce/
	$(BIN)/contend reproduce -o reproduce

test: ## the tests, in less than five minutes on two cores
	$(GO) vet ./...
	$(GO) test -pgo=off ./...

check: lint check-host ## everything that takes longer: the race detector, coverage studies, this host
	CONTEND_CHECK=1 $(GO) test -pgo=off -race -timeout 60m ./...

check-host: ## probe this host, and compare four Go programs with their prediction on it; a quiet minute or some
	CONTEND_CHECK=1 $(GO) test -pgo=off -count=1 -run TestHostPredictsPrograms -v ./sim/probe

bench: ## benchmarks, in the form that benchstat reads
	$(GO) test -pgo=$(PGO) -run '^$$' -bench . -benchmem ./...

pgo: ## take anew the profile that the compiler optimises contend by
	mkdir -p $(BIN)
	$(GO) test -pgo=off -run '^$$' -bench Scenario -benchtime 3x -o $(BIN)/scenario.test -cpuprofile $(BIN)/scenario.prof ./cmd/contend
	$(GO) test -pgo=off -run '^$$' -bench . -o $(BIN)/engine.test -cpuprofile $(BIN)/engine.prof ./sim/engine
	$(GO) test -pgo=off -run '^$$' -bench . -o $(BIN)/parts.test -cpuprofile $(BIN)/parts.prof ./sim
	$(GO) tool pprof -proto -output $(PGO) $(BIN)/scenario.prof $(BIN)/engine.prof $(BIN)/parts.prof

bench-peers: ## the same models on contend, SimPy, SimGrid and ns-3, answers checked; installs peers where it may
	@sim/bench/peers/install.sh
	$(GO) run -pgo=$(PGO) ./sim/bench

lint: tools ## format, vet, linters with the layer rules
	@out=$$($(BIN)/gofumpt -l cmd model plots scenarios sim); if [ -n "$$out" ]; then echo "not formatted: $$out"; exit 1; fi
	$(GO) vet ./...
	$(BIN)/golangci-lint run ./...

tools: $(BIN)/gofumpt $(BIN)/golangci-lint ## install the pinned linters into bin/

$(BIN)/gofumpt:
	GOBIN=$(TOOLS) $(GO) install mvdan.cc/gofumpt@v0.12.0

$(BIN)/golangci-lint:
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

clean: ## remove what the targets made
	rm -rf $(BIN) reproduce
