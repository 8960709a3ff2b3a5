# Partyline. `make` lists what there is to do.
SHELL := /bin/bash
SWIFT ?= swift

.DEFAULT_GOAL := help
.PHONY: help bootstrap build release demo up test test-core test-postgresql simulate e2e realtime sanitize fuzz soak proto \
        proto-check format lint layers replay bench-bus storm bench-signaling images compose-test clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

bootstrap: ## install the Debian packages that build, tests and demo need
	@scripts/bootstrap.sh

build: bootstrap ## build everything, debug
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

release: bootstrap ## build the services and the command, optimised
	$(SWIFT) build -c release

demo: release ## three people on one call through five services: who heard whom, in one table
	@.build/release/partyline demo

up: release ## run all services on this host, state in ./state
	@.build/release/partyline up --data state

images: ## build the container image, on any Debian 12 with a Swift toolchain
	@scripts/containers/images.sh

storm: release ## 200 phones, each service killed in turn, two of each on PostgreSQL: what was lost
	@scripts/storm.sh

compose-test: bootstrap ## the stack in containers: scaled, killed and cut off under a load of calls; what was lost
	@scripts/containers/compose-test.sh

test: bootstrap proto-check layers lint test-core test-postgresql simulate realtime e2e ## everything below, in this order

test-core: build ## unit tests: cores, overlays, kernel, services
	@scripts/test-core.sh

test-postgresql: build ## the suites of presence, signaling and push on a PostgreSQL server of their own
	SWIFT_BACKTRACE=enable=no PARTYLINE_TEST_STORE=postgresql $(SWIFT) test --skip-build --filter '^(Presence|Signaling|Push)Tests\.'

simulate: build ## whole calls in virtual time: the tests, then RUNS=10000 seeds; SEED=n reproduces one
	@[ -n "$(SEED)" ] || $(SWIFT) test --skip-build --filter '^SimulationTests\.'
	@scripts/simulate.sh

e2e: build release ## real processes, real sockets
	PARTYLINE_BIN=$(CURDIR)/.build/release $(SWIFT) test --skip-build --no-parallel --filter EndToEnd

realtime: bootstrap ## the mixing path under RealtimeSanitizer
	@scripts/realtime.sh

sanitize: bootstrap ## unit tests under ThreadSanitizer, then AddressSanitizer
	@scripts/sanitize.sh

bench-signaling: bootstrap ## signaling under load: calls per second, CPU per call, latencies, overload
	@scripts/bench-signaling.sh

bench-bus: bootstrap ## the bus against raw libzmq and gRPC C++, one table; about four minutes
	@scripts/bench-bus.sh

fuzz: bootstrap ## look for bytes that trap, TIME=60 seconds per target; TARGETS="header json" for some
	@scripts/fuzz.sh

soak: bootstrap ## DURATION=10m of the bus under kills, stalls and cuts, then of a million simulated runs; SEED=n for the bus again
	@scripts/soak.sh
	@SEED= RUNS=1000000 FIRST=1000001 DURATION=$${DURATION:-10m} scripts/simulate.sh

proto: bootstrap ## regenerate C and Swift from proto/
	@scripts/gen-proto.sh

proto-check: bootstrap ## fail if the committed generated code is not what proto/ gives
	@scripts/gen-proto.sh --check

format: ## rewrite the sources in the house's format
	$(SWIFT) format --in-place --recursive --parallel Package.swift Shared Services Tests

lint: ## format, core purity, file sizes, shell scripts
	@scripts/lint.sh

layers: ## who imports whom, against the import table
	@scripts/check-layers.sh

replay: ## run a signaling log through the reducer again: make replay LOG=file
	@.build/release/signaling --replay "$(LOG)"

clean: ## remove what was built
	rm -rf .build .build-*
