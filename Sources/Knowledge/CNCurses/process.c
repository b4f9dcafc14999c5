// Process functions for the console: the terminal's encoding, memory, waiting for files, and running programs.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "cncurses.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#if defined(__APPLE__)
#include <TargetConditionals.h>
#include <xlocale.h>
#endif
#if defined(__linux__)
#include <features.h>
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#include <stdlib.h>
#endif

// ---- The encoding, set only for this thread, so that the rest of the process keeps its locale ----

static locale_t own_locale, former_locale;

bool cn_use_locale(void) {
    bool is_foreign = false;
    locale_t found = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const char *coding = found ? nl_langinfo_l(CODESET, found) : "";
    if (!found || strcmp(coding, "UTF-8") != 0) {
        // "C", "POSIX", and an unset locale don't describe the terminal, and nearly all terminals use UTF-8.
        is_foreign = found && strcmp(coding, "ANSI_X3.4-1968") != 0 && strcmp(coding, "US-ASCII") != 0;
        const char *names[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
        for (size_t i = 0; !is_foreign && i < sizeof names / sizeof *names; i++) {
            locale_t other = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
            if (!other) continue;
            if (found) freelocale(found);
            found = other;
            break;
        }
    }
    if (found) {
        former_locale = uselocale(found);
        own_locale = found;
    }
    return is_foreign;
}

void cn_restore_locale(void) {
    if (!own_locale) return;
    uselocale(former_locale ? former_locale : LC_GLOBAL_LOCALE);
    freelocale(own_locale);
    own_locale = (locale_t)0;
}

// ---- Memory ----

#if defined(__GLIBC__)
// The part of the heap that consists of large pages.
static void *large_pages;
static size_t large_pages_size;
#endif

void cn_use_large_pages(void) {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
    if (large_pages) return;
    const size_t page = (size_t)2 << 20, size = 12 * page;
    // Threads and large blocks use the same heap.
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 16 * page);
    mallopt(M_TOP_PAD, (int)size);
    // Makes the heap grow by that size. The compiler would remove a block that nothing reads.
    void *volatile block = malloc(page / 8);
    free(block);
    uintptr_t end = (uintptr_t)sbrk(0);
    uintptr_t start = (end - size + page - 1) / page * page;
    if (end == UINTPTR_MAX || end < size || start >= end) return;
    if (madvise((void *)start, end - start, MADV_HUGEPAGE) != 0) return;
    large_pages = (void *)start;
    large_pages_size = end - start;
    // Later blocks shall be in the large pages. This block fills the memory before them, and is never touched.
    uintptr_t next = (uintptr_t)block;
    if (next < start && start - next < page) {
        void *volatile rest = malloc(start - next);
        (void)rest;
    }
#endif
}

// Most of the code that a start runs isn't used again. The system maps what is, sixteen pages at a time, from its cache of
// the file. Debug builds keep their code, because it may contain breakpoints.
#if defined(__linux__) && !defined(DEBUG)
static int unmap_code(struct dl_phdr_info *module, size_t size, void *nothing) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &module->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
        uintptr_t start = module->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
        start -= start % page;
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}
#endif

void cn_return_unused_memory(void) {
#if defined(__linux__) && !defined(DEBUG)
    dl_iterate_phdr(unmap_code, NULL);
#endif
#if defined(__GLIBC__)
#if defined(MADV_HUGEPAGE)
    if (large_pages) madvise(large_pages, large_pages_size, MADV_NOHUGEPAGE);
#endif
    mallopt(M_TOP_PAD, 128 * 1024);
    // The default threshold grows with the size of freed blocks.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    malloc_trim(0);
#endif
}

// ---- Waiting ----

enum { most_files = 8 };

cn_waited cn_wait_by_poll(const int *files, int count, bool is_writing, int milliseconds) {
    struct pollfd polled[most_files];
    cn_waited result = {0, 0, count < 0 || count > most_files ? EINVAL : 0};
    if (result.error) return result;
    for (int i = 0; i < count; i++) polled[i] = (struct pollfd){.fd = files[i], .events = is_writing ? POLLOUT : POLLIN};
    int found = poll(polled, (nfds_t)count, milliseconds);
    if (found < 0) result.error = errno;
    for (int i = 0; i < count && found > 0; i++) {
        if (polled[i].revents & (POLLIN | POLLOUT)) result.ready |= 1u << i;
        if (polled[i].revents & (POLLHUP | POLLERR | POLLNVAL)) result.gone |= 1u << i;
    }
    return result;
}

cn_waited cn_wait_by_select(const int *files, int count, bool is_writing, int milliseconds) {
    cn_waited result = {0, 0, count < 0 || count > most_files ? EINVAL : 0};
    if (result.error) return result;
    fd_set set;
    FD_ZERO(&set);
    int last = -1;
    for (int i = 0; i < count; i++) {
        // Larger descriptors don't fit into the set.
        if (files[i] < 0 || files[i] >= FD_SETSIZE) return cn_wait_by_poll(files, count, is_writing, milliseconds);
        // Select ignores closed descriptors larger than any that the process has opened.
        if (fcntl(files[i], F_GETFD) < 0) result.gone |= 1u << i;
        FD_SET(files[i], &set);
        if (files[i] > last) last = files[i];
    }
    if (result.gone) return result;
    struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    fd_set *reading = is_writing ? NULL : &set, *writing = is_writing ? &set : NULL;
    int found = select(last + 1, reading, writing, NULL, milliseconds < 0 ? NULL : &time);
    if (found < 0) result.error = errno;
    for (int i = 0; i < count && found > 0; i++) {
        if (FD_ISSET(files[i], &set)) result.ready |= 1u << i;
    }
    return result;
}

cn_waited cn_wait(const int *files, int count, bool is_writing, int milliseconds) {
#if defined(__APPLE__) || defined(CN_WAIT_BY_SELECT)
    // On Apple platforms, poll returns POLLNVAL for /dev/tty.
    return cn_wait_by_select(files, count, is_writing, milliseconds);
#else
    return cn_wait_by_poll(files, count, is_writing, milliseconds);
#endif
}

// ---- Running a program in the terminal like `system`: signals from the keyboard affect only the program ----

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
    // A child process inherits ignored and blocked signals, so reset them.
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
