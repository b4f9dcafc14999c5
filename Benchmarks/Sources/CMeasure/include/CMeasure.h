#ifndef CMEASURE_H
#define CMEASURE_H

#include <stdint.h>

/// Keeps the compiler from moving loads out of a loop.
static inline __attribute__((always_inline)) void measure_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Returns the nanoseconds of a monotonic clock.
uint64_t measure_nanoseconds(void);

/// The processor time that all threads of this process have used, in nanoseconds.
uint64_t measure_processor_nanoseconds(void);

/// Returns the number of memory allocations so far, or -1 if they are not counted.
int64_t measure_allocations(void);

/// Returns how often the scheduler has preempted this thread so far, or -1 if that is unknown.
int64_t measure_switches(void);

/// Returns the private resident memory of this process in bytes, or -1 if it is unknown.
int64_t measure_private_memory(void);

#endif
