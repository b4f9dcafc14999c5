#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // for RUSAGE_THREAD
#endif

#include "CMeasure.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>
#if defined(__linux__)
#include <sys/resource.h>
#endif

uint64_t measure_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t measure_processor_nanoseconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

int64_t measure_switches(void) {
#if defined(RUSAGE_THREAD)
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : -1;
#else
    return -1;
#endif
}

int64_t measure_private_memory(void) {
    // The resident memory that belongs to no file and no other process.
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    if (file == NULL) { return -1; }
    char line[256];
    long long kilobytes = -1;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Anonymous: %lld kB", &kilobytes) == 1) { break; }
    }
    fclose(file);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}

#if defined(__GLIBC__)

// An executable's malloc takes precedence over that of the C library, which remains available under these names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_int_fast64_t allocations;

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count(); return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { count(); return __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? 12 : 0;
}

int64_t measure_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

#else

int64_t measure_allocations(void) { return -1; }

#endif
