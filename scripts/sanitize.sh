#!/usr/bin/env bash
# Runs the unit tests under ThreadSanitizer and AddressSanitizer, each in its own scratch path. Before, two small programs show that
# ThreadSanitizer understands Mutex as we load it (Tests/ThreadSanitizer): one without a race, one with.
# Inputs: TESTS (a filter, default all but the end-to-end and real-time rings and CostTests), SANITIZERS (default: thread address).
# Exit codes: that of the first failing run; 3 if the sanitizer does not tell the two programs apart.
set -euo pipefail
cd "$(dirname "$0")/.."

export SWIFT_BACKTRACE=enable=no
# What a call costs means nothing in instrumented code.
skip='EndToEnd|RealtimeSafety|CostTests'

annotations=$PWD/.build-thread/mutex.so
check_mutex() {
    local source=Tests/ThreadSanitizer built=.build-thread
    mkdir -p "$built"
    clang -O1 -shared -fPIC "$source/MutexAnnotations.c" -o "$annotations" -ldl
    for program in GuardedByMutex TrueRace; do
        swiftc -O -sanitize=thread "$source/$program.swift" -o "$built/$program"
    done
    if ! LD_PRELOAD=$annotations "$built/GuardedByMutex" 2>"$built/guarded.log"; then
        echo "sanitize: a Mutex is not understood, see $built/guarded.log" >&2
        return 3
    fi
    if LD_PRELOAD=$annotations "$built/TrueRace" 2>/dev/null; then
        echo 'sanitize: a race under two Mutexes is not found' >&2
        return 3
    fi
}

for sanitizer in ${SANITIZERS:-thread address}; do
    echo "sanitize: $sanitizer"
    preload=()
    if [[ $sanitizer == thread ]]; then
        check_mutex
        preload=(env "LD_PRELOAD=$annotations")
    fi
    swift build --build-tests --sanitize "$sanitizer" --scratch-path ".build-$sanitizer"
    "${preload[@]}" swift test --skip-build --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" --skip "$skip" \
        ${TESTS:+--filter "$TESTS"}
done
