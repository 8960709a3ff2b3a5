// What every peer of the bus benchmark does the same way: clocks, percentiles and the one line of result.
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

enum { HEADER_BYTES = 40, PAYLOAD_BYTES = 200, WARM_UP_MS = 400 };

static inline double now_us(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

// CPU time of a whole process, all threads, user and system.
static inline double cpu_us(pid_t process) {
    clockid_t clock;
    struct timespec at;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &at) != 0) return 0;
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

typedef struct {
    pid_t server;
    double began, ends, own_cpu, server_cpu;
    float *latencies;
    size_t count, capacity;
} measurement;

static inline void measurement_begin(measurement *m, pid_t server, double seconds) {
    m->server = server;
    m->capacity = 8u << 20;
    m->latencies = (float *)malloc(m->capacity * sizeof *m->latencies);
    // Touched now, so that page faults are no part of what is measured.
    for (size_t i = 0; i < m->capacity; i += 512) m->latencies[i] = 0;
    m->count = 0;
    m->own_cpu = cpu_us(0);
    m->server_cpu = cpu_us(server);
    m->began = now_us();
    m->ends = m->began + seconds * 1e6;
}

static inline void measurement_add(measurement *m, double latency) {
    if (m->count < m->capacity) m->latencies[m->count] = (float)latency;
    m->count++;
}

static inline int by_value(const void *left, const void *right) {
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

static inline void measurement_print(measurement *m) {
    double elapsed = now_us() - m->began;
    double own = cpu_us(0) - m->own_cpu, server = cpu_us(m->server) - m->server_cpu;
    size_t kept = m->count < m->capacity ? m->count : m->capacity;
    if (kept == 0) { fprintf(stderr, "no call was answered\n"); exit(1); }
    qsort(m->latencies, kept, sizeof *m->latencies, by_value);
    printf("calls_per_s=%.0f p50_us=%.1f p99_us=%.1f client_cpu_us=%.3f server_cpu_us=%.3f\n",
           (double)m->count / elapsed * 1e6, m->latencies[kept / 2], m->latencies[kept * 99 / 100],
           own / (double)m->count, server / (double)m->count);
    fflush(stdout);
}

#endif
