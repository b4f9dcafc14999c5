#pragma once
#include <sys/types.h>
#include <time.h>
#include "availability_facts.h"
#pragma clang assume_nonnull begin
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
#define PTHREAD_CREATE_JOINABLE 1
#define PTHREAD_CREATE_DETACHED 2
int pthread_create(
    pthread_t _Nullable *_Nonnull restrict, const pthread_attr_t *_Nullable restrict,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable restrict);
int pthread_join(pthread_t, void *_Nullable *_Nullable) NOT_IN_ASYNC_CODE("Use a task instead.");
int pthread_detach(pthread_t);
int pthread_equal(pthread_t _Nullable, pthread_t _Nullable);
pthread_t pthread_self(void);
int pthread_kill(pthread_t, int);
int pthread_main_np(void);
int pthread_setname_np(const char *) NOT_IN_ASYNC_CODE("Use a task instead.");
int pthread_threadid_np(pthread_t _Nullable, uint64_t *_Nullable);
#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
int pthread_mutex_init(pthread_mutex_t *restrict, const pthread_mutexattr_t *_Nullable restrict);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *) NOT_IN_ASYNC_CODE("Use withLock instead.");
int pthread_mutex_trylock(pthread_mutex_t *) NOT_IN_ASYNC_CODE("Use withLock instead.");
int pthread_mutex_unlock(pthread_mutex_t *) NOT_IN_ASYNC_CODE("Use withLock instead.");
int pthread_cond_init(pthread_cond_t *restrict, const pthread_condattr_t *_Nullable restrict);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *restrict, pthread_mutex_t *restrict) NOT_IN_ASYNC_CODE("Use an asynchronous wait instead.");
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_atfork(void (*_Nullable)(void), void (*_Nullable)(void), void (*_Nullable)(void));
#pragma clang assume_nonnull end
