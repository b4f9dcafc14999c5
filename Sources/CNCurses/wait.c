// Waits for files with the call that supports terminals on this system.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "cncurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>

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
        // Larger descriptors would be written outside the set.
        if (files[i] < 0 || files[i] >= FD_SETSIZE) return cn_wait_by_poll(files, count, is_writing, milliseconds);
        // Select ignores descriptors larger than any that the process ever had.
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
