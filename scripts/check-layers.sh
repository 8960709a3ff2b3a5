#!/usr/bin/env bash
# Checks what the manifest and the explicit import check cannot see: C modules outside their overlay, Foundation, clocks,
# chance and tasks in pure code, `unsafe` outside the overlays. Exit codes: 0 clean, 1 violations (each printed).
set -euo pipefail
cd "$(dirname "$0")/.."

failures=0
# forbid WHY PATTERN PATH... : no Swift line outside comments may match
forbid() {
    local why=$1 pattern=$2 found
    shift 2
    found=$(grep -rnE --include='*.swift' "$pattern" "$@" 2>/dev/null | grep -vE '^[^:]+:[0-9]+:\s*//' || true)
    if [[ -n $found ]]; then
        printf 'layers: %s\n%s\n' "$why" "$found" >&2
        failures=1
    fi
}

# A C module has one importer.
declare -A overlay=([CZeroMQ]=ZeroMQ [COpus]=Opus [CSRTP]=SRTP [CSQLite]=Database [CPostgreSQL]=Database [COpenSSL]=Crypto
    [CWebSockets]=WebSocket [CSpeexDSP]=Resampler [CZlib]=Zlib [CDatagram]=Datagram [CCrashRing]=CrashRing)
for module in "${!overlay[@]}"; do
    mapfile -t others < <(find Shared Services Tests -name '*.swift' -not -path "Shared/${overlay[$module]}/*")
    forbid "$module may be imported by ${overlay[$module]} only" "import +(.*\.)?$module\b" "${others[@]}"
done
mapfile -t others < <(find Shared Services Tests -name '*.swift' -not -path 'Shared/Wire/*' -not -path 'Shared/Descriptors/*' \
    -not -path 'Shared/WireGenerator/*')
forbid 'protobuf-c may be imported by Wire and Descriptors only' 'import +(CWire|CWireArena|CDescriptor|CProtobufC)\b' "${others[@]}"

cores=(Services/*/Core Shared/CallClient/Core)
pure=("${cores[@]}" Shared/RTP Shared/CallModel Shared/Mixing Shared/Realtime)
forbid 'no Foundation, Glibc or Dispatch in pure code' 'import +(Foundation|FoundationEssentials|Glibc|Dispatch)\b' "${pure[@]}"
forbid 'cores know no bus or kit' 'import +(Bus|ZeroMQ|ServiceKit|ServiceStore|Database|WebSocket|Crypto)\b' "${cores[@]}"
# The inspector's vocabulary is the tap's contract itself.
mapfile -t wireless < <(printf '%s\n' "${cores[@]}" | grep -v '^Services/Inspector/Core$')
forbid 'cores know no wire' 'import +Wire\b' "${wireless[@]}"
forbid 'time comes in as an argument' '\bDate\(|\.now\b|ContinuousClock|SuspendingClock' "${pure[@]}"
forbid 'chance comes in with the event' '\brandom\(|\.shuffled\(|\.randomElement\(|SystemRandomNumberGenerator' "${pure[@]}"
forbid 'no tasks, actors or locks in a core' '\bTask *\{|\bactor +[A-Z]|\bMutex\b|\bawait\b' "${cores[@]}"
forbid 'no async in the fenced modules: the compiler does not refuse it there' '\basync\b' Shared/Mixing Shared/Realtime
forbid '_unsafePerformance is banned' '_unsafePerformance' Shared Services
services=(Gateway Presence Signaling Push Media)
for service in "${services[@]}"; do
    for other in "${services[@]}"; do
        [[ $service == "$other" ]] || forbid "$service must not use $other's core" "import +${other}Core\b" "Services/$service"
    done
done
forbid 'unsafe belongs to overlays and Realtime' '\bunsafe\b' "${cores[@]}" Shared/CallModel Shared/Bus Shared/ServiceKit Shared/ServiceStore \
    Services/Gateway/Service Services/Presence/Service Services/Signaling/Service Services/Push/Service Services/Command Services/Inspector/Service Shared/Schema

exit $failures
