#!/usr/bin/env bash
# Builds what the bus is measured against, from Debian's packages: raw libzmq in C and gRPC in C++.
# Input: the folder to put them in. Needs root (or sudo) only when a package is missing. Exit codes: 0 ready, 1 not.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:?usage: bench-peers.sh FOLDER}
sources=Tests/Benchmarks/Bus/Peers
packages=(gcc g++ pkg-config libzmq3-dev libgrpc++-dev protobuf-compiler-grpc protobuf-compiler libprotobuf-dev)

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [[ $status == "install ok installed" ]] || missing+=("$package")
done
if ((${#missing[@]})); then
    run=()
    ((EUID == 0)) || run=(sudo)
    export DEBIAN_FRONTEND=noninteractive
    "${run[@]}" apt-get update -qq
    "${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

mkdir -p "$output"
# newer PROGRAM : its sources have changed since it was built
newer() { [[ ! -x $output/$1 || -n $(find "$sources" -newer "$output/$1" -print -quit) ]]; }

if newer raw_zmq; then
    gcc -O2 -Wall -Wextra -Werror -o "$output/raw_zmq" "$sources/raw_zmq.c" -lzmq
fi
if newer grpc_peer; then
    protoc -I "$sources" --cpp_out="$output" --grpc_out="$output" \
        --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)" echo.proto
    # The package's own list leaves out what its headers use of abseil.
    read -ra libraries <<<"$(pkg-config --libs grpc++ protobuf absl_synchronization)"
    g++ -O2 -std=c++17 -Wall -I "$output" -I "$sources" -o "$output/grpc_peer" "$sources/grpc_peer.cc" \
        "$output/echo.pb.cc" "$output/echo.grpc.pb.cc" "${libraries[@]}"
fi
