#!/usr/bin/env bash
# Whole calls in virtual time, seed after seed on all cores, in an optimised build of its own. Inputs: RUNS (10000), FIRST (1; the first
# seed), SEED (that run alone, with its log), DURATION (none; 90s, 10m, 2h: no more are begun after it), FLAW (a mistake built in).
# Exit codes: 0 every law held, 1 one was broken, 2 an input makes no sense.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${DURATION:-}
case $seconds in
    *h) seconds=$((${seconds%h} * 3600)) ;;
    *m) seconds=$((${seconds%m} * 60)) ;;
    *s) seconds=${seconds%s} ;;
esac
export SWIFT_BACKTRACE=enable=no
# Exclusivity is checked in the tests' debug build, which plays the same seeds.
PARTYLINE_ONLY=simulate swift build -q -c release --product simulate --scratch-path .build-simulate \
    -Xswiftc -enforce-exclusivity=unchecked
DURATION=$seconds exec .build-simulate/release/simulate
