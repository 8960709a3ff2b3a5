#!/usr/bin/env bash
# Regenerates everything that is made from proto/: protoc-c's structs (Shared/CWire/Generated, Shared/CDescriptor/Generated)
# and WireGenerator's Swift (Shared/Wire/Generated).
#
#   scripts/gen-proto.sh            write the committed output
#   scripts/gen-proto.sh --check    write nothing; fail with a diff if the committed output is not what comes out
#
# SCRATCH names the build folder for the generator (default .build-proto). Needs protoc, protoc-c and swift.
# Exit codes: 0 done or up to date, 1 --check found a difference, 2 usage, others from the tools.
set -euo pipefail
cd "$(dirname "$0")/.."

check=false
case "${1:-}" in
"") ;;
--check) check=true ;;
*) echo "usage: $0 [--check]" >&2; exit 2 ;;
esac

scratch=${SCRATCH:-.build-proto}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
include=$(pkg-config --variable=includedir protobuf)
mkdir -p "$out/CWire" "$out/CDescriptor" "$out/Wire"

protos=(proto/partyline/v1/*.proto)
protoc-c -Iproto -I"$include" --c_out="$out/CWire" "${protos[@]}"
protoc-c -I"$include" --c_out="$out/CDescriptor" google/protobuf/descriptor.proto
protoc -Iproto -I"$include" --include_imports --include_source_info -o "$out/contract.set" "${protos[@]}"

# The generator stands on descriptor.pb-c alone, so it builds whatever state partyline/v1 is in.
if [ ! -d Shared/CDescriptor/Generated ]; then
    cp -r "$out/CDescriptor" Shared/CDescriptor/Generated
fi
if ! PARTYLINE_ONLY=WireGenerator swift build --scratch-path "$scratch" --product WireGenerator >"$out/build.log" 2>&1; then
    cat "$out/build.log" >&2
    exit 1
fi
"$scratch/debug/WireGenerator" "$out/contract.set" "$out/Wire" "$out/CWire"

status=0
for module in CDescriptor CWire Wire; do
    target=Shared/$module/Generated
    if $check; then
        diff -ru "$target" "$out/$module" || status=1
    else
        # Only what changed is written, so that a build sees no more work than there is; what is gone is deleted.
        mkdir -p "$target"
        (cd "$out/$module" && find . -type f) | while read -r file; do
            mkdir -p "$(dirname "$target/$file")"
            cmp -s "$out/$module/$file" "$target/$file" || cp "$out/$module/$file" "$target/$file"
        done
        (cd "$target" && find . -type f) | while read -r file; do
            [ -e "$out/$module/$file" ] || rm "$target/$file"
        done
    fi
done
if $check && [ "$status" -ne 0 ]; then
    echo "generated code is not what proto/ gives: run scripts/gen-proto.sh and commit the result" >&2
fi
exit "$status"
