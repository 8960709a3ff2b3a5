#!/usr/bin/env bash
# 200 phones that call each other through two gateways, two presences, two signalings, a push and two media nodes, all on one
# private PostgreSQL, while each of the nine is killed in turn. Prints what was lost, doubled or contradictory: nothing, or it
# ends with 1. About two minutes. BIN: the programs (default .build/release). PHONES, RATE (calls a second), PAUSE (seconds
# between two kills). LOGS=DIR: where logs go if it fails (default .build/storm).
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "${BIN:-.build/release}")
work=$(mktemp -d) pg=/tmp/storm-pg.$$ load=
declare -A process flags
say() { printf '%5d s  %s\n' "$SECONDS" "$*"; }

# shellcheck disable=SC2317  # runs at the exit
finish() {
    local code=$? name
    [[ -z $load ]] || kill "$load" 2>/dev/null || true
    for name in "${!process[@]}"; do kill "${process[$name]}" 2>/dev/null || true; done
    exec 3>&- || true
    wait || true
    if ((code)); then
        mkdir -p "${LOGS:=.build/storm}"
        cp "$work"/*.log "$LOGS/" && echo "logs: $LOGS" >&2
    fi
    rm -rf "$work"
}
trap finish EXIT

# Below the range that connecting sockets are given.
base=$((20000 + RANDOM % 100 * 100))
bus() { echo "tcp://127.0.0.1:$((base + $1))"; }
presence=$(bus 11),$(bus 12) signaling=$(bus 21),$(bus 22) push=$(bus 31) media=$(bus 41),$(bus 42)
servers=wss://localhost:$((base + 1)),wss://localhost:$((base + 2))

coproc postgres { exec scripts/private-postgres.sh "$pg" fsync=on full_page_writes=on port=$((base + 90)); }
read -r answer <&"${postgres[0]}"
[[ $answer == ready ]] || { echo "storm: $answer" >&2; exit 1; }
# The server lives until this is closed.
exec 3>&"${postgres[1]}"
eval "exec ${postgres[1]}>&-"
store="postgresql://partyline@/postgres?host=$pg&port=$((base + 90))"
"$bin/partyline" keys --data "$work/keys" >"$work/keys.log"

# A service's standard input is this script's pipe: none outlives it.
mkfifo "$work/lifeline"
exec 4<>"$work/lifeline"

define() { # NAME PORT FLAG...
    local name=$1 port=$2
    shift 2
    flags[$name]="--instance=$name --bus-bind=$(bus "$port") --tap-bind=off --bus-keys=$work/keys/bus --exit-with-stdin=true $*"
}
for i in 1 2; do
    define "presence-$i" "1$i" --store="$store" --keys-file="$work/keys/keys.conf" --signaling="$signaling"
    define "signaling-$i" "2$i" --store="$store" --presence="$presence" --push="$push" --media="$media"
    define "media-$i" "4$i" --udp-port=$((base + 40 + 4 * i))
    define "gateway-$i" "5$i" --client-port=$((base + i)) --tls-certificate="$work/keys/tls/cert.pem" \
        --tls-key="$work/keys/tls/key.pem" --presence="$presence" --signaling="$signaling" --push="$push"
done
define push-1 31 --store="$store" --signaling="$signaling"

launch() { # NAME
    # shellcheck disable=SC2086  # flags are words
    SWIFT_BACKTRACE=enable=no "$bin/${1%-*}" ${flags[$1]} <&4 3>&- >>"$work/$1.log" 2>&1 &
    process[$1]=$!
}

# As a host's own failure would, and as whatever watches services would heal it.
kill_hard() { # NAME
    kill -9 "${process[$1]}"
    wait "${process[$1]}" 2>/dev/null || true
    launch "$1"
    say "killed $1, started again"
}

order=(presence-1 presence-2 push-1 media-1 media-2 signaling-1 signaling-2 gateway-1 gateway-2)
for name in "${order[@]}"; do launch "$name"; done
for name in "${order[@]}"; do
    endpoint=$(sed -n 's/.*--bus-bind=\([^ ]*\).*/\1/p' <<<"${flags[$name]}")
    for _ in {1..150}; do
        ! "$bin/partyline" health "$endpoint" --service "${name%-*}" --bus-keys "$work/keys/bus" >/dev/null 2>&1 || break
        sleep 0.2
    done
    kill -0 "${process[$name]}" 2>/dev/null || { echo "storm: $name ended: $(tail -n 1 "$work/$name.log")" >&2; exit 1; }
done
say "nine services are up, on one PostgreSQL"

"$bin/partyline" load --server "$servers" --keys "$work/keys" --phones "${PHONES:-200}" --rate "${RATE:-8}" --hold 3s \
    --long 4 --for 10m 3>&- 4>&- >"$work/load.log" 2>&1 &
load=$!
for _ in {1..600}; do ! grep -q 'logged in' "$work/load.log" || break; sleep 0.1; done
say "the load's second 0: ${PHONES:-200} phones"
sleep 5
for name in "${order[@]}"; do
    kill_hard "$name"
    sleep "${PAUSE:-8}"
done
kill -TERM "$load"
code=0
wait "$load" || code=$?
load=
cat "$work/load.log"
((code)) || say 'lost, doubled, contradictory: nothing'
exit "$code"
