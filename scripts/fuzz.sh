#!/usr/bin/env bash
# Looks for bytes that trap: every target of Tests/Fuzz/Targets under libFuzzer and AddressSanitizer. The modules are built by the
# package manager with the sanitizers' instrumentation and linked here, because inside the package graph libFuzzer's main and ours
# collide. Inputs: TIME, seconds per target (60); TARGETS (all); KEEP=1 writes the smallest inputs that reach as much to Tests/Fuzz/Seeds.
# Findings of a run stay in .build-fuzz/corpus. Exit codes: 0 nothing found, 1 a target trapped (the reproducer is printed) or no build.
set -euo pipefail
cd "$(dirname "$0")/.."

build=.build-fuzz
seconds=${TIME:-60}
export PARTYLINE_ONLY=FuzzTargets SWIFT_BACKTRACE=enable=no
flags=(--scratch-path "$build" --disable-index-store --sanitize address -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library
    -Xcc -fsanitize=fuzzer-no-link)
swift build -q "${flags[@]}" --target FuzzTargets
# Objects of sources that are gone stay in the folder and would be linked.
declare -A sources
while read -r source; do sources[$source.o]=1; done < <(find Shared Services Tests \( -name '*.swift' -o -name '*.c' \) -printf '%f\n')
objects=()
while read -r object; do
    [[ -z ${sources[${object##*/}]:-} ]] || objects+=("$object")
done < <(find "$(swift build "${flags[@]}" --show-bin-path)/" -name '*.o' | sort)
# The linker says of hundreds of the sanitizer's own symbols that it keeps them to itself: told only if it fails.
if ! swiftc -sanitize=fuzzer,address "${objects[@]}" -lzmq -lprotobuf-c -o "$build/fuzz" >"$build/link.log" 2>&1; then
    grep -v 'Cannot export local symbol' "$build/link.log" >&2
    exit 1
fi

mapfile -t all < <(sed -n 's/^    case \([a-zA-Z]*\)$/\1/p' Tests/Fuzz/Targets/FuzzTarget.swift)
read -r -a chosen <<<"${TARGETS:-${all[*]}}"
failed=()
printf '%-16s %12s %10s %10s %8s\n' target runs coverage features corpus
for target in "${chosen[@]}"; do
    corpus=$build/corpus/$target
    mkdir -p "$corpus" "$build/crashes"
    log=$build/$target.log
    FUZZ_TARGET=$target FUZZ_START=$corpus FUZZ_SEEDS=Tests/Fuzz/Seeds "$build/fuzz" -runs=0 >/dev/null 2>&1
    # A megabyte is what the bus lets through; most of what there is to find is found in far less.
    if ! FUZZ_TARGET=$target "$build/fuzz" "$corpus" -max_total_time="$seconds" -max_len=2048 -rss_limit_mb=1024 \
        -timeout=10 -print_final_stats=1 -artifact_prefix="$build/crashes/$target-" >"$log" 2>&1; then
        failed+=("$target")
        grep -E 'ERROR|SUMMARY|Fatal|Test unit written' "$log" | sed "s/^/fuzz: $target: /" >&2
    fi
    last=$(grep -E 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -n 1)
    printf '%-16s %12s %10s %10s %8s\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
        "$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' <<<"$last")" "$(sed -n 's/.*ft: \([0-9]*\).*/\1/p' <<<"$last")" \
        "$(find "$corpus" -type f | wc -l)"
    if [[ ${KEEP:-} ]]; then
        smallest=$build/smallest/$target
        rm -rf "$smallest" && mkdir -p "$smallest"
        FUZZ_TARGET=$target "$build/fuzz" -merge=1 -max_len=512 "$smallest" "$corpus" >>"$log" 2>&1
        find "$smallest" -type f | while read -r file; do od -An -v -tx1 "$file" | tr -d ' \n' && echo; done |
            grep . | awk '{print length, $0}' | sort -n | cut -d' ' -f2- >"Tests/Fuzz/Seeds/$target.hex"
    fi
done
((${#failed[@]} == 0)) || { echo "fuzz: trapped: ${failed[*]}; reproducers in $build/crashes, run with FUZZ_TARGET=name $build/fuzz FILE" >&2; exit 1; }
