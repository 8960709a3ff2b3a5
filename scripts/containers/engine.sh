#!/usr/bin/env bash
# A container engine for a machine that has none. If a docker daemon answers already, that one is used and left alone.
#   engine.sh up     installs Debian's docker.io and compose, starts a private dockerd, writes $ENGINE/env to be sourced
#   engine.sh down   ends the dockerd it started, with its network rules; images stay in $ENGINE/data
# ENGINE: folder of daemon, images and logs (default .build/engine). Needs root. Exit codes: 0 done, 1 not possible.
set -euo pipefail
cd "$(dirname "$0")/../.."
ENGINE=$(realpath -m "${ENGINE:-.build/engine}")
socket=unix://$ENGINE/docker.sock
packages=(docker.io docker-compose iptables dnsmasq-base)

install_packages() {
    local missing=() package
    for package in "${packages[@]}"; do
        [[ $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    echo "engine: installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

running() { local pid; pid=$(cat "$ENGINE/$1.pid" 2>/dev/null) && grep -qs "$1" "/proc/$pid/comm"; }

up() {
    mkdir -p "$ENGINE"
    if docker info >/dev/null 2>&1; then
        : >"$ENGINE/env"
        return 0
    fi
    install_packages
    echo "export DOCKER_HOST=$socket" >"$ENGINE/env"
    export DOCKER_HOST=$socket
    docker info >/dev/null 2>&1 && return 0
    running dockerd || rm -f "$ENGINE/dockerd.pid"    # one left by a daemon that was killed stops the next
    # With forwarding on already, dockerd leaves the FORWARD policy alone; else it sets DROP, which cuts other bridges.
    cat /proc/sys/net/ipv4/ip_forward >"$ENGINE/ip_forward"
    echo 1 >/proc/sys/net/ipv4/ip_forward
    setsid dockerd --data-root "$ENGINE/data" --exec-root "$ENGINE/exec" --pidfile "$ENGINE/dockerd.pid" \
        -H "$socket" >"$ENGINE/dockerd.log" 2>&1 </dev/null &
    for _ in {1..120}; do
        if docker info >/dev/null 2>&1; then echo "engine: $(dockerd --version)"; return 0; fi
        sleep 0.5
    done
    tail -n 20 "$ENGINE/dockerd.log" >&2
    return 1
}

down() {
    running dockerd || return 0
    local table rule pid
    pid=$(cat "$ENGINE/dockerd.pid")
    DOCKER_HOST=$socket docker ps -aq | DOCKER_HOST=$socket xargs -r docker rm -f >/dev/null
    DOCKER_HOST=$socket docker network prune -f >/dev/null
    kill "$pid"
    for _ in {1..200}; do [[ -e $ENGINE/dockerd.pid ]] || break; sleep 0.1; done
    for table in filter nat; do
        iptables -t "$table" -S | sed -n '/docker\|DOCKER/s/^-A/-D/p' | while read -r rule; do
            # shellcheck disable=SC2086  # a rule is many words
            iptables -t "$table" $rule
        done
        iptables -t "$table" -S | sed -n 's/^-N \(DOCKER.*\)/\1/p' | xargs -r -n1 iptables -t "$table" -X
    done
    ip link del docker0 2>/dev/null || true
    [[ ! -s $ENGINE/ip_forward ]] || cat "$ENGINE/ip_forward" >/proc/sys/net/ipv4/ip_forward
}

case ${1:-} in up | down) "$1" ;; *) sed -n '2,5s/^# \?//p' "$0" ;; esac
