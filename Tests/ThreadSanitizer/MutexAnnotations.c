// Tells ThreadSanitizer about Swift's Mutex on Linux. Loaded before the tests by scripts/sanitize.sh.
//
// Taking and giving a free Mutex is inlined into our code, as atomics that the sanitizer sees. A contended one goes through two
// functions of libswiftSynchronization, which is not instrumented, and from there to the kernel, which hands the futex over: for
// the sanitizer nothing happened, so it reports every access under a contended lock. These stand in for the two functions and say
// what they do. Nothing is suppressed: a race between holders of two different Mutexes is still found, see TrueRace.swift.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in processes without the sanitizer, `swift test` itself among them.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

typedef SWIFT void (*Lock)(uint32_t, SELF void *);
typedef SWIFT bool (*TryLock)(SELF void *);
typedef SWIFT void (*Unlock)(SELF void *);

SWIFT void lock(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT bool try_lock(SELF void *self) __asm__(TRY_LOCK);
SWIFT void unlock(SELF void *self) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF void *self) {
    ((Lock)dlsym(RTLD_NEXT, LOCK))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock(SELF void *self) {
    bool taken = ((TryLock)dlsym(RTLD_NEXT, TRY_LOCK))(self);
    if (taken && __tsan_acquire) __tsan_acquire(self);
    return taken;
}

SWIFT void unlock(SELF void *self) {
    if (__tsan_release) __tsan_release(self);
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(self);
}
