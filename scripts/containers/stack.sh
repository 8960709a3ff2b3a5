# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034  # work, failed and resolver belong to compose-test.sh, which sources this
# The stack of docker-compose.yml under test.

say() { printf '%5d s  %s\n' "$SECONDS" "$*"; }
figure() { # NAME VALUE UNIT LIMIT: at most
    local verdict=met
    awk -v value="$2" -v limit="$4" 'BEGIN {exit !(value <= limit)}' || { verdict=missed; failed=1; }
    echo "FIGURE $1 $2 $3 goal <= $4 $verdict"
}

# Debian 12's compose is the older program; both read the same file.
compose() {
    local program=(docker compose)
    docker compose version >/dev/null 2>&1 || program=(docker-compose)
    "${program[@]}" -p partyline-test -f docker-compose.yml -f "$work/test.yml" "$@" </dev/null
}

# A name without a live replica goes on to the host's resolver, and from there out of the machine. This one answers at once.
quiet_resolver() {
    local bridge && bridge=$(ip -4 -o address show docker0 | awk '{sub("/.*", "", $4); print $4}')
    dnsmasq --keep-in-foreground --conf-file=/dev/null --no-resolv --no-hosts --bind-interfaces --pid-file= \
        --listen-address="$bridge" --address=/#/ 2>"$work/dnsmasq.log" &
    resolver=$!
    printf '%s\n' services: >"$work/test.yml"
    printf "  %s: {dns: [\"$bridge\"]}\n" keys presence push media signaling gateway >>"$work/test.yml"
}

containers() { compose ps -q "$1"; }
field() { docker inspect -f "$2" "$1"; }
# Waits until N containers of the service run and answer for themselves.
await_healthy() {
    local service=$1 count=$2 id healthy
    for _ in {1..240}; do
        healthy=0
        for id in $(containers "$service"); do
            [[ $(field "$id" '{{.State.Health.Status}}' 2>/dev/null) != healthy ]] || healthy=$((healthy + 1))
        done
        ((healthy != count)) || return 0
        sleep 0.25
    done
    compose ps && return 1
}

scale() { # WHAT MEDIA GATEWAYS
    local begin=$SECONDS
    compose up -d --no-build --no-recreate --scale "media=$2" --scale "gateway=$3" >>"$work/compose.log" 2>&1
    await_healthy media "$2"
    await_healthy gateway "$3"
    say "$1: media=$2 gateway=$3 after $((SECONDS - begin)) s"
}

# As the machine's own failure would: not `docker kill`, which counts as a stop by hand and is not healed.
kill_hard() {
    local id=$1 started now begin
    started=$(field "$id" '{{.State.StartedAt}}')
    begin=$(date +%s%N)
    kill -9 "$(field "$id" '{{.State.Pid}}')"
    for _ in {1..200}; do
        now=$(field "$id" '{{.State.Running}} {{.State.StartedAt}}')
        [[ $now == "true $started" || $now != true* ]] || break
        sleep 0.05
    done
    say "killed $(field "$id" '{{.Name}}'), running again after $((($(date +%s%N) - begin) / 1000000)) ms"
}

received() { awk '/eth0:/ {print $3}' "/proc/$(field "$1" '{{.State.Pid}}')/net/dev"; }

# The media container that carries most: counted by the packets that reach it in a second.
busiest_media() {
    local id best most=-1 count
    declare -A first
    for id in $(containers media); do first[$id]=$(received "$id"); done
    sleep 1
    for id in "${!first[@]}"; do
        count=$(($(received "$id") - first[$id]))
        ((count <= most)) || { most=$count best=$id; }
    done
    echo "$best"
}
