// Counts what a process asks of malloc, libraries included. Linked into one executable only: it stands in for the C
// library's own functions.
#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

// Calls of malloc and its relatives since the process began, all threads.
uint64_t allocation_count(void);

#endif
