#!/usr/bin/env bash
# Builds the image partyline:latest, with version and revision in its labels, and tells its size. Where no registry
# answers, it makes the two base images of the Dockerfile first, from Debian's mirror and this machine's own toolchain.
# ENGINE: as in engine.sh. Exit codes: 0 built, else what failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
ENGINE=$(realpath -m "${ENGINE:-.build/engine}")
scripts/containers/engine.sh up
# shellcheck source=/dev/null
source "$ENGINE/env"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have() { docker image inspect "$1" >/dev/null 2>&1; }

# shellcheck disable=SC2016  # $1 is the hook's own
debian_base() {
    echo "images: making debian:bookworm-slim"
    command -v mmdebstrap >/dev/null || apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null
    # Left to itself it installs usrmerge, which brings 48 MB of Perl.
    mmdebstrap --quiet --variant=minbase --include=usr-is-merged \
        --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --customize-hook='printf "%s\n" "Acquire::Languages \"none\";" "Dir::Cache::pkgcache \"\";" \
            "Dir::Cache::srcpkgcache \"\";" "DPkg::Post-Invoke {\"rm -f /var/cache/apt/archives/*.deb\";};" \
            >"$1/etc/apt/apt.conf.d/slim"' \
        --customize-hook='rm -rf "$1/etc/resolv.conf" "$1/etc/hostname" "$1"/var/cache/apt/* "$1"/var/lib/apt/lists/*' \
        bookworm "$work/base.tar" /etc/apt/sources.list.d/debian.sources
    docker import --change 'CMD ["bash"]' "$work/base.tar" debian:bookworm-slim >/dev/null
}

swift_base() {
    local swift
    swift=$(cd "$(dirname "$(readlink -f "$(command -v swift)")")/../.." && pwd)
    echo "images: making swift:6.3-bookworm from $(swift --version 2>/dev/null | head -n 1)"
    # Less what no build needs: half of the toolchain.
    printf 'usr/%s\n' lib/swift/embedded lib/swift/FrameworkABIBaseline 'lib/liblldb*' 'lib/libsourcekitd*' \
        'lib/libclang.so*' 'lib/libLTO*' 'lib/libSwiftSourceKit*' bin/sourcekit-lsp 'bin/lldb*' bin/clangd bin/docc \
        bin/wasmkit bin/swift-format bin/swift-build-sdk-interfaces bin/llvm-objdump bin/repl_swift >"$work/exclude"
    mkdir "$work/root" "$work/empty"
    docker create --name partyline-base debian:bookworm-slim true >/dev/null
    docker export partyline-base | tar -C "$work/root" -xf - --exclude 'dev/*'
    docker rm partyline-base >/dev/null
    tar -X "$work/exclude" --no-anchored -c -C "$work/root" . -C / "${swift#/}" |
        docker import --change "ENV PATH=$swift/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
            - partyline-swift-base >/dev/null
    docker build -q -t swift:6.3-bookworm -f - "$work/empty" >/dev/null <<'DOCKERFILE'
FROM partyline-swift-base
RUN apt-get update && apt-get install -y --no-install-recommends binutils ca-certificates git libc6-dev \
        libcurl4-openssl-dev libedit2 libgcc-12-dev libncurses6 libsqlite3-0 libstdc++-12-dev libxml2-dev pkg-config \
        tzdata zlib1g-dev && rm -rf /var/lib/apt/lists/*
DOCKERFILE
}

have debian:bookworm-slim || docker pull -q debian:bookworm-slim 2>/dev/null || debian_base
have swift:6.3-bookworm || docker pull -q swift:6.3-bookworm 2>/dev/null || swift_base

version=$(sed -n 's/.*current = "\(.*\)"/\1/p' Shared/ServiceKit/Version.swift)
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
docker build -t partyline:latest -t "partyline:$version" --build-arg "VERSION=$version" \
    --build-arg "REVISION=$revision" "${@}" .
size=$(($(docker image inspect -f '{{.Size}}' partyline:latest) / 1000000))
echo "FIGURE image_size $size MB goal <= 560 $( ((size <= 560)) && echo met || echo missed)"
