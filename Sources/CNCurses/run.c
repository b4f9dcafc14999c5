// Runs a program in the terminal like `system`: signals from the keyboard affect only the program.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "cncurses.h"

#include <errno.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

int cn_run(const char *command, const char *path) {
    struct sigaction ignored = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigemptyset(&ignored.sa_mask);
    sigaction(SIGINT, &ignored, &interrupt);
    sigaction(SIGQUIT, &ignored, &quit);
    // Reset these, because a child process inherits ignored and blocked signals.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t reset, none;
    sigemptyset(&reset);
    sigaddset(&reset, SIGINT);
    sigaddset(&reset, SIGQUIT);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &reset);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    char *words[] = {"sh", "-c", (char *)command, "sh", (char *)path, NULL};
    pid_t process;
    int failure = posix_spawn(&process, "/bin/sh", NULL, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    int status = 0;
    while (!failure && waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) failure = errno;
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    errno = failure;
    if (failure) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#else

int cn_run(const char *command, const char *path) {
    errno = ENOSYS;
    return -1;
}

#endif
