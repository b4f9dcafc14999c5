#include "cncurses.h"

#if defined(__linux__)
#include <features.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

void cn_return_large_memory(void) {
#if defined(__GLIBC__)
    // The default threshold grows with the size of freed blocks.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}
