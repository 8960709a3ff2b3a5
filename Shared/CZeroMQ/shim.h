#pragma once
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

/// The calling thread, as a number that can be compared.
static inline uintptr_t cx_thread(void) { return (uintptr_t)pthread_self(); }

/// A counter descriptor that never blocks and is not inherited by children.
static inline int cx_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
