#!/usr/bin/env bash
# The bus under random kills, stalls, cut and half-open connections, for as long as asked. Prints what was done, what came of it and
# FIGURE lines. Inputs: DURATION (10m; 90s, 2h), SEED (random, printed). From ten minutes on, some stalls last a
# minute. Exit codes: 0 every law held, 1 one was broken, 2 DURATION or SEED makes no sense.
set -euo pipefail
cd "$(dirname "$0")/.."

export SWIFT_BACKTRACE=enable=no
PARTYLINE_SOAK=1 PARTYLINE_ONLY=bussoak,bus-peer swift build -q -c release --scratch-path .build-soak
DURATION=${DURATION:-10m} SEED=${SEED:-} .build-soak/release/bussoak
