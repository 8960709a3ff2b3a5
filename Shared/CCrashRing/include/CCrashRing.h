/* The last events of each I/O thread in memory, written out when the process crashes. One thread writes a ring; whoever
 * crashes reads all of them, so everything here is plain memory and write(2). */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CR_CAPACITY 256

typedef struct {
    uint64_t instant_ns; /* CLOCK_MONOTONIC */
    uint64_t request_id;
    uint16_t method; /* index into the names of methods, 0: none */
    uint8_t point;   /* index into the names of points */
    uint8_t kind;    /* index into the names of kinds */
    int32_t status;  /* index into the names of statuses, -1: none */
} cr_event;

typedef struct cr_ring cr_ring;

enum cr_table { CR_METHODS, CR_POINTS, CR_KINDS, CR_STATUSES };

/* Tells a name for the file. The text is copied. Names beyond what a table holds are dropped. Not while others crash. */
void cr_name(enum cr_table table, size_t index, const char *name);

/* NULL: no memory. A ring beyond the 64th works but is not written out. */
cr_ring *cr_make(const char *label);
void cr_free(cr_ring *ring);

/* The time of the events that follow. */
void cr_tick(cr_ring *ring);
void cr_add(cr_ring *ring, uint8_t point, uint8_t kind, uint16_t method, uint64_t request_id, int32_t status);

/* Newest first; returns how many of CR_CAPACITY were filled in. For the writing thread. */
size_t cr_copy(const cr_ring *ring, cr_event *events);
uint64_t cr_now(void);

/* From now on SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP and SIGFPE write all rings to `path` (NULL: standard error)
 * before they do what they did until now. Returns 0, or -1 with errno: the path is too long, or sigaction refuses. */
int cr_install(const char *path);
