#!/usr/bin/env bash
# Measures the bus against raw libzmq (C) and gRPC (C++), all on this host in turn; prints a table and FIGURE lines.
# Inputs: ROUNDS (5) and SECONDS_EACH (2) from the environment. Exit codes: 0 measured, 1 could not.
set -euo pipefail
cd "$(dirname "$0")/.."

peers=.build/bench-peers
scripts/bench-peers.sh "$peers"
export PARTYLINE_BENCH=1
swift build -c release --product bus-bench
.build/release/bus-bench compare "$peers" "${ROUNDS:-5}" "${SECONDS_EACH:-2}"
