#!/usr/bin/env bash
# Runs the unit tests under ThreadSanitizer and AddressSanitizer, each in its own scratch path.
# Inputs: TESTS (a filter, default all but the end-to-end and real-time rings). Exit code: that of the first failing run.
set -euo pipefail
cd "$(dirname "$0")/.."

export SWIFT_BACKTRACE=enable=no
skip='EndToEnd|RealtimeSafety'
for sanitizer in thread address; do
    echo "sanitize: $sanitizer"
    swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --skip "$skip" ${TESTS:+--filter "$TESTS"}
done
