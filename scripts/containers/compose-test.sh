#!/usr/bin/env bash
# The stack in containers, from outside: a call that is listened to, then a load of calls while media and gateway are
# scaled, watched with zmqinspect, killed and cut off the network. Prints what was lost: nothing, or it ends with 1.
# ENGINE: as in engine.sh. IMAGE=keep: use partyline:latest as it is. LOGS=DIR: where logs go if it fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
ENGINE=$(realpath -m "${ENGINE:-.build/engine}")
work=$(mktemp -d) resolver='' load='' failed=0
# shellcheck source=scripts/containers/stack.sh
source scripts/containers/stack.sh
# shellcheck source=scripts/containers/visitors.sh
source scripts/containers/visitors.sh

# shellcheck disable=SC2317  # runs at the exit
finish() {
    local code=$?
    [[ -z $load ]] || kill "$load" 2>/dev/null || true
    if ((code)); then
        mkdir -p "${LOGS:=.build/compose-test}"
        compose logs --no-color >"$LOGS/services.log" 2>&1 || true
        cp -r "$work/." "$LOGS/"
        echo "logs: $LOGS" >&2
    fi
    compose down -v -t 5 >/dev/null 2>&1 || true
    [[ -z $resolver ]] || kill "$resolver" 2>/dev/null || true
    rm -rf "$work"
    scripts/containers/engine.sh down
}
trap finish EXIT

[[ ${IMAGE:-} == keep ]] || scripts/containers/images.sh
scripts/containers/engine.sh up
# shellcheck source=/dev/null
source "$ENGINE/env"
quiet_resolver
# More than the daemon may have itself cannot be given.
hard=$(ulimit -Hn)
[[ $hard == unlimited ]] || ((hard >= 65536)) || export PARTYLINE_NOFILE="$hard"
compose down -v -t 5 >/dev/null 2>&1 || true
begin=$SECONDS
compose up -d --no-build >"$work/compose.log" 2>&1
for service in presence push media signaling gateway; do await_healthy "$service" 1; done
figure stack_start $((SECONDS - begin)) s 60

fetch_program
listen_to_a_call
begin_load
sleep 5
scale 'up' 3 3
look_inside
sleep 4
scale 'down' 1 1
sleep 5
scale 'up again' 2 2
sleep 5
kill_hard "$(containers signaling)"
sleep 6
kill_hard "$(busiest_media)"
sleep 6
kill_hard "$(containers gateway | head -n 1)"
sleep 6
cut=$(busiest_media)
docker network disconnect partyline-test_default "$cut" && say 'one media node is cut off the network'
sleep 6
docker network connect partyline-test_default "$cut" && say 'and is back'
sleep 6
end_load
restarts=0
for service in presence push; do restarts=$((restarts + $(field "$(containers "$service")" '{{.RestartCount}}'))); done
figure restarts_of_untouched_services "$restarts" restarts 0
say "took $SECONDS s, $((SECONDS - begin)) of them with the stack up"
((failed)) || say 'what was lost: nothing'
exit "$failed"
