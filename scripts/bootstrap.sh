#!/usr/bin/env bash
# Installs the Debian 12 packages that build, tests and demo need; does nothing if all are there.
# Needs root (or sudo) only when something is missing. Exit codes: 0 ready, 1 could not install, 2 no Swift 6.3.
set -euo pipefail

packages=(
    # build
    pkg-config protobuf-compiler protobuf-c-compiler libprotobuf-dev libprotobuf-c-dev
    libzmq3-dev libopus-dev libsrtp2-dev libsqlite3-dev libpq-dev libssl-dev libwebsockets-dev zlib1g-dev
    libspeexdsp-dev
    # tests
    shellcheck openssl procps zsh postgresql-15
    # demo: three human voices
    asterisk-core-sounds-en-wav asterisk-core-sounds-es-wav asterisk-core-sounds-fr-wav
)

if ! command -v swift >/dev/null; then
    echo "bootstrap: no swift in PATH. Install a Swift 6.3 toolchain for Debian 12 (https://www.swift.org/install) first." >&2
    exit 2
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [[ $status == "install ok installed" ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

run=()
if ((EUID != 0)); then
    command -v sudo >/dev/null || { echo "bootstrap: as root, run: apt-get install ${missing[*]}" >&2; exit 1; }
    # Without it a package may ask, and nobody would see the question.
    run=(sudo env DEBIAN_FRONTEND=noninteractive)
fi
echo "bootstrap: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
# Tests start PostgreSQL servers of their own; the machine's, which the package would make and start, is not wanted.
clusters=/etc/postgresql-common/createcluster.conf
if [[ " ${missing[*]} " == *' postgresql-15 '* ]] && ! grep -qs '^create_main_cluster = false' "$clusters"; then
    "${run[@]}" mkdir -p "${clusters%/*}"
    "${run[@]}" tee -a "$clusters" >/dev/null <<<'create_main_cluster = false'
fi
"${run[@]}" apt-get update -qq
"${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
