#pragma once
#include <stdarg.h>
#include <sys/types.h>
#include "availability_facts.h"
typedef struct __sFILE {
    unsigned char *_p;
    int _r;
    int _w;
    short _flags;
    short _file;
} FILE;
typedef off_t fpos_t;
extern FILE *__stdinp;
extern FILE *__stdoutp;
extern FILE *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
#define EOF (-1)
#define BUFSIZ 1024
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
FILE *fopen(const char *restrict, const char *restrict);
FILE *fdopen(int, const char *);
FILE *tmpfile(void);
FILE *popen(const char *, const char *) NOT_IN_SWIFT("Use posix_spawn or Process instead.");
int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
int feof(FILE *);
int ferror(FILE *);
int fgetc(FILE *);
int fputc(int, FILE *);
int fputs(const char *restrict, FILE *restrict);
char *fgets(char *restrict, int, FILE *);
int puts(const char *);
int putchar(int);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
int fseek(FILE *, long, int);
long ftell(FILE *);
int setvbuf(FILE *restrict, char *restrict, int, size_t);
void setbuf(FILE *restrict, char *restrict);
void flockfile(FILE *);
void funlockfile(FILE *);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
void perror(const char *);
int remove(const char *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int renamex_np(const char *, const char *, unsigned int);
int printf(const char *restrict, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *restrict, const char *restrict, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *restrict, size_t, const char *restrict, ...) __attribute__((format(printf, 3, 4)));
int dprintf(int, const char *restrict, ...) __attribute__((format(printf, 2, 3)));
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int vfprintf(FILE *restrict, const char *restrict, va_list);
int sscanf(const char *restrict, const char *restrict, ...);
