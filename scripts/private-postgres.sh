#!/usr/bin/env bash
# Runs a PostgreSQL server of its own for tests, reached through a socket in DIR only, and removes DIR at its end.
# Usage: private-postgres.sh DIR [key=value…] ; DIR: short, in /tmp, not there yet; key=value: server settings.
# Prints `ready` once the server answers. Then takes orders, one a line, and answers each with `ready` or `done`:
#   kill (the server's processes, as a crash does)   start   freeze (they stay, and do nothing)   thaw
# Lives until standard input ends. Exit codes: 0 ended, 1 the server did not start (why is on standard output), 2 usage.
set -euo pipefail

[[ ${1:-} == /tmp/?* && $1 != *..* && ${#1} -lt 90 ]] || { echo "usage: private-postgres.sh /tmp/DIR [key=value…]" >&2; exit 2; }
dir=$1 settings=() server=0
shift
for setting in "$@"; do
    settings+=(-c "$setting")
    [[ $setting == port=* ]] && export PGPORT=${setting#port=}
done
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
[[ -x $bin/postgres ]] || { echo "there is no PostgreSQL server in /usr/lib/postgresql: run scripts/bootstrap.sh"; exit 1; }

# PostgreSQL refuses to run as root. Its end is this script's, too, if that is killed.
as=(setpriv --pdeathsig INT)
((EUID)) || as=(setpriv --reuid postgres --regid postgres --clear-groups --pdeathsig INT)

processes() { ((server == 0)) || ps -o pid= --pid "$server" --ppid "$server" || true; }

start() {
    # What a killed server leaves, its last processes hold for a moment.
    for _ in {1..40}; do
        "${as[@]}" "$bin/postgres" -D "$dir/data" -c listen_addresses= -c "unix_socket_directories=$dir" -c fsync=off \
            -c full_page_writes=off -c shared_buffers=16MB -c max_connections=200 -c autovacuum=off \
            -c wal_level=minimal -c max_wal_senders=0 -c deadlock_timeout=100ms -c log_min_messages=fatal \
            "${settings[@]}" >>"$dir/log" 2>&1 </dev/null &
        server=$!
        for _ in {1..600}; do
            kill -0 "$server" 2>/dev/null || break
            if "$bin/pg_isready" -q -h "$dir" -U partyline -d postgres; then echo ready; return; fi
            sleep 0.05
        done
        kill -QUIT "$server" 2>/dev/null || true
        wait "$server" || true
        server=0
        sleep 0.1
    done
    why 'the server does not start'
}

why() { echo "$1: $(tail -n 3 "$dir/log" | tr '\n' ' ')"; exit 1; }

finish() {
    local pids
    mapfile -t pids < <(processes)
    if ((server)); then
        kill -CONT "${pids[@]}" 2>/dev/null || true
        kill -QUIT "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$dir"
}

# Whoever reaches the socket may do what the server's user may.
mkdir -m 700 "$dir"
trap finish EXIT
trap 'exit 1' INT TERM HUP
((EUID)) || chown postgres: "$dir"
# The server's user may not be allowed where this was called.
cd /
"${as[@]}" "$bin/initdb" -D "$dir/data" -A trust -U partyline --locale=C -E UTF8 --no-sync >"$dir/log" 2>&1 </dev/null ||
    why 'initdb failed'
start
while read -r order; do
    mapfile -t pids < <(processes)
    case $order in
    start) start; continue ;;
    kill) kill -KILL "${pids[@]}" 2>/dev/null || true; wait "$server" 2>/dev/null || true; server=0 ;;
    freeze) kill -STOP "${pids[@]}" ;;
    thaw) kill -CONT "${pids[@]}" ;;
    *) echo "unknown order $order"; exit 2 ;;
    esac
    echo 'done'
done
