#pragma once
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>
#define WNOHANG 0x00000001
#define WUNTRACED 0x00000002
// Macros with arguments are not imported into Swift.
#define _WSTATUS(x) ((x) & 0177)
#define WIFSTOPPED(x) (_WSTATUS(x) == 0177 && ((x) >> 8) != 0x13)
#define WSTOPSIG(x) ((x) >> 8)
#define WIFSIGNALED(x) (_WSTATUS(x) != 0177 && _WSTATUS(x) != 0)
#define WTERMSIG(x) (_WSTATUS(x))
#define WIFEXITED(x) (_WSTATUS(x) == 0)
#define WEXITSTATUS(x) (((x) >> 8) & 0x000000ff)
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
pid_t wait4(pid_t, int *, int, struct rusage *);
