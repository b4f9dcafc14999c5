#pragma once
#include <sys/types.h>
#include <sys/select.h>
#include "availability_facts.h"
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _SC_ARG_MAX 1
#define _SC_OPEN_MAX 5
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_CONF 57
#define _SC_NPROCESSORS_ONLN 58
#define _SC_GETPW_R_SIZE_MAX 71
#define _CS_PATH 1
#define _CS_DARWIN_USER_DIR 65536
#define _CS_DARWIN_USER_TEMP_DIR 65537
#define _CS_DARWIN_USER_CACHE_DIR 65538
int access(const char *, int);
unsigned int alarm(unsigned int);
int chdir(const char *);
int chown(const char *, uid_t, gid_t);
int close(int);
size_t confstr(int, char *, size_t);
int dup(int);
int dup2(int, int);
int execl(const char *, const char *, ...) NOT_ON_TV_AND_WATCH;
int execv(const char *, char *const *) NOT_ON_TV_AND_WATCH;
int execve(const char *, char *const *, char *const *) NOT_ON_TV_AND_WATCH;
int execvp(const char *, char *const *) NOT_ON_TV_AND_WATCH;
void _exit(int) __attribute__((noreturn));
int fchdir(int);
int fchown(int, uid_t, gid_t);
pid_t fork(void) NOT_ON_TV_AND_WATCH
    __attribute__((availability(swift, unavailable, message = "Please use threads or posix_spawn*()")));
int fsync(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
uid_t geteuid(void);
gid_t getegid(void);
gid_t getgid(void);
int gethostname(char *, size_t);
char *getlogin(void);
int getpagesize(void);
pid_t getpgid(pid_t);
pid_t getpgrp(void);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
int isatty(int);
int link(const char *, const char *);
off_t lseek(int, off_t, int);
int pause(void);
int pipe(int *);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *restrict, char *restrict, size_t);
int rmdir(const char *);
pid_t setsid(void);
int setgid(gid_t);
int setgroups(int, const gid_t *);
int setpgid(pid_t, pid_t);
int setuid(uid_t);
unsigned int sleep(unsigned int);
int symlink(const char *, const char *);
long sysconf(int);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
int truncate(const char *, off_t);
char *ttyname(int);
int ttyname_r(int, char *, size_t);
int unlink(const char *);
int unlinkat(int, const char *, int);
int usleep(useconds_t);
ssize_t write(int, const void *, size_t);
