import CRealtimeSanitizer

/// Whether this run can see a violation: true under scripts/realtime.sh, false in a plain run.
let isFenceAlive = rtsan_is_present()

/// Runs `body` as a real-time thread would: with the sanitizer's runtime present, an allocation, a lock or a syscall in it
/// ends the process with a trace.
func realtime(_ body: () -> Void) {
    rtsan_enter()
    body()
    rtsan_exit()
}
