#ifndef CMEASURE_H
#define CMEASURE_H

#include <stdint.h>

/// Keeps the compiler from moving loads out of a loop.
static inline __attribute__((always_inline)) void measure_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Nanoseconds of a clock that never goes back.
uint64_t measure_nanoseconds(void);

/// How many blocks of memory were allocated so far, or -1 where that is not counted.
int64_t measure_allocations(void);

/// How often the scheduler took the processor from this thread so far, or -1 where that is not known.
int64_t measure_switches(void);

/// How many bytes of memory are this process's own and resident, or -1 where that is not known.
int64_t measure_private_memory(void);

#endif
