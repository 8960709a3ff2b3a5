#!/usr/bin/env bash
# Runs the unit tests of a finished debug build. Pure suites go together; suites with sockets, threads and deadlines each get the
# machine to themselves, so that one does not starve another on two cores. Input: SUITES, to run only some.
# Exit codes: 0 all passed, 1 a suite failed (all are run).
set -euo pipefail
cd "$(dirname "$0")/.."

pure='CallModel|MonotonicClock|CrashRing|ProcessLimits|FuzzSeed|Realtime|Mixing|RTP|Opus|SRTP|Crypto|Zlib|Resampler|Wire|UserSig|BusKeys|Command|GatewayCore|PresenceCore'
pure+='|SignalingCore|PushCore|MediaCore|CallClientCore|InspectorCore|CommandLineKit|Descriptors|Schema'
alone='NameResolution Datagram Database ZeroMQ Bus BusFaults ServiceKit ServiceStore WebSocket Gateway Presence Signaling Push MediaLoop Media CallClient Inspector'

# A suite that is in neither list would never run.
for folder in Tests/*/; do
    name=$(basename "$folder")
    grep -q "tests(\"$name\"" Package.swift || continue
    [[ "|$pure|${alone// /|}|Simulation|EndToEnd|RealtimeSafety|" == *"|$name|"* ]] ||
        { echo "test-core: $name is in no list of scripts/test-core.sh" >&2; exit 1; }
done

export SWIFT_BACKTRACE=enable=no
failed=()
for suite in ${SUITES:-"$pure" $alone}; do
    swift test --skip-build --filter "^($suite)Tests\\." || failed+=("$suite")
done
((${#failed[@]} == 0)) || { echo "failed: ${failed[*]}" >&2; exit 1; }
