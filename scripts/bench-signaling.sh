#!/usr/bin/env bash
# Measures signaling under load, all on this host: prints a table and FIGURE lines.
# Inputs: ROUNDS (3), SECONDS_EACH (4) and SESSIONS (20000) from the environment. Exit codes: 0 measured, 1 could not.
set -euo pipefail
cd "$(dirname "$0")/.."

export PARTYLINE_BENCH=1
for product in signaling presence gateway signaling-bench; do swift build -c release --product "$product"; done
.build/release/signaling-bench .build/release "${ROUNDS:-3}" "${SECONDS_EACH:-4}" "${SESSIONS:-20000}"
