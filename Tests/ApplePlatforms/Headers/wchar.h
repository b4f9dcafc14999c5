#pragma once
#include <stddef.h>
#include <sys/types.h>
typedef int wint_t;
typedef struct { char __opaque[128]; } mbstate_t;
int wcwidth(wchar_t);
int wcswidth(const wchar_t *, size_t);
size_t wcslen(const wchar_t *);
size_t wcrtomb(char *restrict, wchar_t, mbstate_t *restrict);
size_t mbrtowc(wchar_t *restrict, const char *restrict, size_t, mbstate_t *restrict);
