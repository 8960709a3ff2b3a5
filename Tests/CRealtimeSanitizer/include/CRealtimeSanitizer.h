#pragma once

// RealtimeSanitizer's entry points, declared weak: the same tests link and run with its runtime (scripts/realtime.sh)
// and without it, where entering a real-time section does nothing.

void __rtsan_ensure_initialized(void) __attribute__((weak));
void __rtsan_realtime_enter(void) __attribute__((weak));
void __rtsan_realtime_exit(void) __attribute__((weak));

static inline _Bool rtsan_is_present(void) { return __rtsan_realtime_enter != 0; }

static inline void rtsan_enter(void) {
    if (__rtsan_ensure_initialized) __rtsan_ensure_initialized();
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

static inline void rtsan_exit(void) {
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}
