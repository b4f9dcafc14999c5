#pragma once
#include <sys/types.h>
#include "availability_facts.h"
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 0x7fffffff
void *malloc(size_t) __attribute__((warn_unused_result));
void *calloc(size_t, size_t) __attribute__((warn_unused_result));
void *realloc(void *, size_t) __attribute__((warn_unused_result));
void free(void *);
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
void _Exit(int) __attribute__((noreturn));
int atexit(void (*_Nonnull)(void));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int system(const char *) ONLY_ON_MACOS NOT_IN_SWIFT("Use posix_spawn or Process instead.");
double atof(const char *);
int atoi(const char *);
long atol(const char *);
double strtod(const char *, char **);
float strtof(const char *, char **);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
void qsort(void *, size_t, size_t, int (*_Nonnull)(const void *, const void *));
int mkstemp(char *);
int mkstemps(char *, int);
char *mkdtemp(char *);
char *realpath(const char *restrict, char *restrict);
const char *getprogname(void);
void setprogname(const char *);
uint32_t arc4random(void);
void arc4random_buf(void *, size_t);
uint32_t arc4random_uniform(uint32_t);
int rand(void) NOT_IN_SWIFT("Use arc4random instead.");
void srand(unsigned) NOT_IN_SWIFT("Use arc4random instead.");
long random(void) NOT_IN_SWIFT("Use arc4random instead.");
int posix_openpt(int);
int grantpt(int);
int unlockpt(int);
char *ptsname(int);
