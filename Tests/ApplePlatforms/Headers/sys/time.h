#pragma once
#include <sys/types.h>
#include <time.h>
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
int gettimeofday(struct timeval *restrict, void *restrict);
int utimes(const char *, const struct timeval *);
int futimes(int, const struct timeval *);
