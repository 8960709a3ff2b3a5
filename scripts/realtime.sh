#!/usr/bin/env bash
# Runs the mixing path under RealtimeSanitizer: an allocation, a lock or a syscall in a real-time section fails the test.
# Inputs: SWIFT (default: swift). Needs the sanitizer's archive of the toolchain. Exit codes: 0 clean, 1 findings or no runtime.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
toolchain=$(dirname "$(readlink -f "$(command -v "$swift")")")/..
archive=$(find -L "$toolchain/lib/clang" -name "libclang_rt.rtsan-$(uname -m).a" 2>/dev/null | head -n 1)
if [[ -z $archive ]]; then
    echo "realtime: this toolchain has no libclang_rt.rtsan for $(uname -m)" >&2
    exit 1
fi

# Optimised, because unoptimised Swift allocates where the optimiser does not; own scratch path, because the flags differ.
PARTYLINE_ONLY=RealtimeSafetyTests "$swift" test -c release -Xswiftc -enable-testing --scratch-path .build-realtime \
    -Xlinker --whole-archive -Xlinker "$archive" -Xlinker --no-whole-archive -Xlinker --export-dynamic "$@"
