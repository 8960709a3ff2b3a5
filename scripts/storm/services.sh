# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034,SC2004  # bin, work, pg, process and flags belong to storm.sh, which sources this
# The nine services of the storm and their PostgreSQL, on ports of this run's own.

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

await_healthy() { # NAME
    local endpoint
    endpoint=$(sed -n 's/.*--bus-bind=\([^ ]*\).*/\1/p' <<<"${flags[$1]}")
    for _ in {1..150}; do
        "$bin/partyline" health "$endpoint" --service "${1%-*}" --bus-keys "$work/keys/bus" --quiet >/dev/null 2>&1 && return
        kill -0 "${process[$1]}" 2>/dev/null || break
        sleep 0.2
    done
    echo "storm: $1 is not well: $(tail -n 1 "$work/$1.log")" >&2
    return 1
}
