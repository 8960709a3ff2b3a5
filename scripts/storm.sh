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

# shellcheck source=scripts/storm/services.sh
source scripts/storm/services.sh

order=(presence-1 presence-2 push-1 media-1 media-2 signaling-1 signaling-2 gateway-1 gateway-2)
for name in "${order[@]}"; do launch "$name"; done
for name in "${order[@]}"; do await_healthy "$name"; done
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
