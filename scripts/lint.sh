#!/usr/bin/env bash
# House rules that no compiler holds: format, file sizes, sleeps in fast tests, atomics without a reason, shell scripts.
# Exit codes: 0 clean, 1 findings (each printed).
set -euo pipefail
cd "$(dirname "$0")/.."

failures=0
report() { printf 'lint: %s\n%s\n' "$1" "$2" >&2; failures=1; }

sources=(Package.swift)
mapfile -t -O 1 sources < <(find Shared Services Tests -name '*.swift' -not -path '*/Generated/*' | sort)
if ! format=$(swift format lint --strict --parallel "${sources[@]}" 2>&1); then
    report 'format (make format mends most of it)' "$(head -n 30 <<<"$format")"
fi

long=$(wc -l "${sources[@]}" | awk '$2 != "total" && $1 > 600 {print $2 ": " $1 " lines"}')
[[ -z $long ]] || report 'over 600 lines' "$long"
for file in "${sources[@]}"; do
    lines=$(wc -l <"$file")
    if ((lines > 400)) && ! head -n 5 "$file" | grep -qi 'longer than 400 lines'; then
        report 'over 400 lines without "Longer than 400 lines because ..." in the first five' "$file: $lines lines"
    fi
done

sleeps=$(grep -rnE 'Task\.sleep|usleep|Thread\.sleep' Tests --include='*.swift' |
    grep -vE '^Tests/(EndToEnd|TestSupport)/' || true)
cores=$(grep -E '^Tests/(CallModel|RTP|Mixing|CallClientCore|Simulation)/' <<<"$sleeps" || true)
[[ -z $cores ]] || report 'no sleep in unit and simulation tests' "$cores"

for file in $(grep -rlE '\bAtomic<' Shared/Realtime Shared/Mixing --include='*.swift' || true); do
    grep -qiE 'written by|writer' "$file" || report 'an atomic needs its block: who writes, who reads, what it publishes, why this ordering' "$file"
done

names=$(find Shared Services -name '*.swift' -not -path '*/Generated/*' | grep -E '(Manager|Helper|Utils|Impl|Base|Common|2)\.swift$' || true)
[[ -z $names ]] || report 'a name that says nothing' "$names"

marks=$(grep -rnE '\b(TODO|FIXME|XXX)\b' Shared Services Tests scripts proto --include='*.swift' --include='*.proto' --include='*.sh' |
    grep -v '^scripts/lint.sh' | grep -vE '#[0-9]+' || true)
[[ -z $marks ]] || report 'a TODO carries an issue number' "$marks"

if ! shell=$(shellcheck -x scripts/*.sh scripts/containers/*.sh .ci/run 2>&1); then report 'shellcheck' "$shell"; fi
for script in scripts/*.sh scripts/containers/*.sh; do
    lines=$(wc -l <"$script")
    ((lines <= 80)) || report 'a script over 80 lines' "$script: $lines lines"
done

exit $failures
