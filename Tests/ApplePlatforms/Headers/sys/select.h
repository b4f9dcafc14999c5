#pragma once
#include <sys/types.h>
#include <sys/time.h>
#define FD_SETSIZE 1024
typedef struct fd_set {
    int32_t fds_bits[32];
} fd_set;
// Available in Swift only through the overlay, because macros with arguments are not imported.
#define FD_ZERO(set) __builtin_memset(set, 0, sizeof *(set))
#define FD_SET(n, set) ((set)->fds_bits[(unsigned)(n) / 32] |= (int32_t)(1u << ((unsigned)(n) % 32)))
#define FD_CLR(n, set) ((set)->fds_bits[(unsigned)(n) / 32] &= (int32_t)~(1u << ((unsigned)(n) % 32)))
#define FD_ISSET(n, set) (((set)->fds_bits[(unsigned)(n) / 32] & (int32_t)(1u << ((unsigned)(n) % 32))) != 0)
int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
