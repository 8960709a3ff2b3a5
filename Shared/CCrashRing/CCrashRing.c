#define _GNU_SOURCE /* gettid */
#include "CCrashRing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RINGS 64
/* One more than is read: while a crash is written the other threads go on, and the slot they write next is no event. */
#define SLOTS (CR_CAPACITY + 1)
#define NAMES 256
#define NAME_BYTES 96

struct cr_ring {
    char label[NAME_BYTES];
    uint64_t now;
    /* Events ever added, stored after the event is complete, so that a crash elsewhere reads no half of one. */
    _Atomic uint64_t count;
    cr_event events[SLOTS];
};

static _Atomic(cr_ring *) rings[RINGS];
static char names[4][NAMES][NAME_BYTES];
static char file[4096];
static bool has_file;
static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
#define SIGNALS (sizeof signals / sizeof signals[0])
static struct sigaction former[SIGNALS];
/* The thread that writes, or has written; 0: none. */
static atomic_int writer;
static atomic_bool is_written;

void cr_name(enum cr_table table, size_t index, const char *name) {
    if (index >= NAMES) return;
    strncpy(names[table][index], name, NAME_BYTES - 1);
}

cr_ring *cr_make(const char *label) {
    cr_ring *ring = calloc(1, sizeof *ring);
    if (!ring) return NULL;
    strncpy(ring->label, label, NAME_BYTES - 1);
    cr_tick(ring);
    for (int i = 0; i < RINGS; i++) {
        cr_ring *none = NULL;
        if (atomic_compare_exchange_strong(&rings[i], &none, ring)) break;
    }
    return ring;
}

void cr_free(cr_ring *ring) {
    for (int i = 0; i < RINGS; i++) {
        cr_ring *mine = ring;
        if (atomic_compare_exchange_strong(&rings[i], &mine, NULL)) break;
    }
    /* A crash may be reading it, and the process ends. */
    if (atomic_load(&writer)) return;
    free(ring);
}

uint64_t cr_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now); /* EINVAL and EFAULT only: excluded. Async-signal-safe. */
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void cr_tick(cr_ring *ring) { ring->now = cr_now(); }

void cr_add(cr_ring *ring, uint8_t point, uint8_t kind, uint16_t method, uint64_t request_id, int32_t status) {
    uint64_t count = atomic_load_explicit(&ring->count, memory_order_relaxed);
    cr_event *event = &ring->events[count % SLOTS];
    event->instant_ns = ring->now;
    event->request_id = request_id;
    event->method = method;
    event->point = point;
    event->kind = kind;
    event->status = status;
    atomic_store_explicit(&ring->count, count + 1, memory_order_release);
}

size_t cr_copy(const cr_ring *ring, cr_event *events) {
    uint64_t count = atomic_load_explicit(&ring->count, memory_order_relaxed);
    size_t kept = count < CR_CAPACITY ? (size_t)count : CR_CAPACITY;
    for (size_t i = 0; i < kept; i++) events[i] = ring->events[(count - 1 - i) % SLOTS];
    return kept;
}

/* A line that is put together without stdio, which may hold a lock the crashed thread holds. */
typedef struct {
    char text[512];
    size_t length;
} line;

static void put(line *line, const char *text) {
    while (*text && line->length < sizeof line->text - 1) line->text[line->length++] = *text++;
}

static void put_number(line *line, uint64_t number, int digits) {
    char text[21];
    int at = sizeof text - 1;
    text[at] = 0;
    do {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
        digits--;
    } while ((number || digits > 0) && at > 0);
    put(line, text + at);
}

static void flush(int descriptor, line *line) {
    line->text[line->length++] = '\n';
    size_t done = 0;
    while (done < line->length) {
        ssize_t written = write(descriptor, line->text + done, line->length - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break; /* Nobody is left who could be told. */
        done += (size_t)written;
    }
    line->length = 0;
}

static void put_name(line *line, enum cr_table table, size_t index) {
    put(line, " ");
    if (index < NAMES && names[table][index][0]) {
        put(line, names[table][index]);
    } else {
        put_number(line, index, 1);
    }
}

static void put_event(line *line, const cr_event *event, uint64_t now) {
    uint64_t ago = (now - event->instant_ns) / 1000;
    put(line, "-");
    put_number(line, ago / 1000000, 1);
    put(line, ".");
    put_number(line, ago % 1000000, 6);
    put(line, "s");
    put_name(line, CR_POINTS, event->point);
    put_name(line, CR_KINDS, event->kind);
    if (event->method) put_name(line, CR_METHODS, event->method);
    put(line, " request=");
    put_number(line, event->request_id, 1);
    if (event->status >= 0) put_name(line, CR_STATUSES, (size_t)event->status);
}

static void write_rings(int descriptor, int number) {
    line line = {.length = 0};
    uint64_t now = cr_now();
    for (int i = 0; i < RINGS; i++) {
        cr_ring *ring = atomic_load(&rings[i]);
        if (!ring) continue;
        uint64_t count = atomic_load_explicit(&ring->count, memory_order_acquire);
        uint64_t kept = count < CR_CAPACITY ? count : CR_CAPACITY;
        put(&line, "crash: signal ");
        put_number(&line, (uint64_t)number, 1);
        put(&line, " in process ");
        put_number(&line, (uint64_t)getpid(), 1);
        put(&line, ", ");
        put(&line, ring->label);
        put(&line, ": the last ");
        put_number(&line, kept, 1);
        put(&line, " of ");
        put_number(&line, count, 1);
        put(&line, " events, oldest first");
        flush(descriptor, &line);
        for (uint64_t index = count - kept; index < count; index++) {
            put_event(&line, &ring->events[index % SLOTS], now);
            flush(descriptor, &line);
        }
    }
}

static void crashed(int number, siginfo_t *info, void *context) {
    (void)context;
    int code = errno, me = gettid(), nobody = 0;
    if (atomic_compare_exchange_strong(&writer, &nobody, me)) {
        int descriptor = has_file ? open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : STDERR_FILENO;
        if (descriptor < 0) descriptor = STDERR_FILENO;
        write_rings(descriptor, number);
        if (descriptor != STDERR_FILENO) close(descriptor);
        atomic_store(&is_written, true);
    } else if (nobody != me) {
        /* Another thread writes. To end the process now would cut it short; for ever it is not waited for. */
        const struct timespec pause = {0, 10000000};
        for (int i = 0; i < 300 && !atomic_load(&is_written); i++) nanosleep(&pause, NULL);
    }
    for (size_t i = 0; i < SIGNALS; i++) {
        if (signals[i] == number) sigaction(number, &former[i], NULL);
    }
    errno = code;
    /* What was there before, a backtrace or the end, has its turn. A fault happens again by itself and brings its
       address along; what was sent, or is over, does not. */
    if (info->si_code <= 0 || number == SIGABRT || number == SIGTRAP) raise(number);
}

int cr_install(const char *path) {
    if (path && strlen(path) >= sizeof file) {
        errno = ENAMETOOLONG;
        return -1;
    }
    has_file = path != NULL;
    if (path) strcpy(file, path);
    static bool is_installed;
    if (is_installed) return 0;
    /* A thread without a signal stack of its own leaves no record of a stack that overflowed. */
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        /* EINVAL only, for a signal that cannot be caught: excluded. */
        if (sigaction(signals[i], &action, &former[i]) != 0) return -1;
    }
    is_installed = true;
    return 0;
}
