// Restores the terminal when the process exits, traps, or receives a signal, and keeps the output of others off the
// screen.
//
// A crash handler may use only async-signal-safe functions: write, read, poll, select, tcsetattr, dup2, sigaction,
// raise, and lock-free atomics.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "cncurses.h"

#include <errno.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum {
    // The amount of diverted output that is kept; older output is dropped.
    replay_capacity = 64 * 1024,
    stack_size = 64 * 1024,
};

// How a signal is handled.
typedef enum {
    // Asks the process to terminate. The loop is notified, so that it can finish its work.
    signal_ends,
    // Handled by the loop.
    signal_notes,
    // Ends the process at once.
    signal_crashes,
    // Also ends the process, unless the process already handles the signal.
    signal_others,
} signal_kind;

// A signal with its previous action.
typedef struct {
    int number;
    signal_kind kind;
    bool is_installed;
    struct sigaction old;
} handled;

// An output stream of the process, diverted into a pipe and from there into a ring buffer.
typedef struct {
    int number, original, reading, writing;
    // The newest output. `length` is the total number of bytes so far.
    char *ring;
    size_t length;
} diverted;

static char rings[2][replay_capacity];

static struct {
    atomic_bool is_claimed, is_active, is_ending;
    atomic_int signal;
    pid_t process;
    int input, output;
    int pipe[2];
    struct termios saved;
    char leave[1024];
    size_t leave_length;
    // The process whose thread reads the pipes.
    pid_t collector;
    atomic_flag is_collecting;
    diverted streams[2];
    stack_t stack;
    bool has_stack;
} guard = {
    .input = -1, .output = -1, .pipe = {-1, -1}, .is_collecting = ATOMIC_FLAG_INIT,
    .streams = {{1, -1, -1, -1, rings[0]}, {2, -1, -1, -1, rings[1]}}};

static handled signals[] = {
    {SIGHUP, signal_ends}, {SIGINT, signal_ends}, {SIGQUIT, signal_ends}, {SIGTERM, signal_ends},
    {SIGTSTP, signal_notes}, {SIGCONT, signal_notes}, {SIGWINCH, signal_notes},
    {SIGSEGV, signal_crashes}, {SIGBUS, signal_crashes}, {SIGILL, signal_crashes}, {SIGFPE, signal_crashes},
    {SIGABRT, signal_crashes}, {SIGTRAP, signal_crashes}, {SIGSYS, signal_crashes},
    {SIGUSR1, signal_others}, {SIGUSR2, signal_others}, {SIGALRM, signal_others}, {SIGVTALRM, signal_others},
    {SIGPROF, signal_others}, {SIGXCPU, signal_others}, {SIGXFSZ, signal_others}, {SIGPIPE, signal_others}};

#define each_signal (handled *each = signals; each < signals + sizeof signals / sizeof *signals; each++)

// ---- Restoring; safe in a signal handler ----

static int write_all(int file, const char *bytes, size_t length) {
    while (length) {
        ssize_t count = write(file, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            // Another process has made the terminal non-blocking for all of its users.
            cn_waited waited = cn_wait(&file, 1, true, -1);
            if (waited.error && waited.error != EINTR) return waited.error;
            if (waited.gone) return EIO;
        } else if (count == 0 || errno != EINTR) {
            return count == 0 ? EIO : errno;
        }
    }
    return 0;
}

// Serializes access to the rings. The wait is shorter than a tenth of a second, because the holder makes only a few
// non-blocking reads. After that time, an urgent caller that restores the terminal continues anyway, because a crash
// may have interrupted the thread that has access.
static void begin_collecting(bool is_urgent) {
    for (int i = 0; atomic_flag_test_and_set(&guard.is_collecting) && !(is_urgent && i >= 100); i++) poll(NULL, 0, 1);
}

static void end_collecting(void) { atomic_flag_clear(&guard.is_collecting); }

// Moves bytes from the pipe into the ring. The number of reads is limited, because a writer may be faster than this.
static void collect(diverted *stream) {
    for (int i = 0; i < 32; i++) {
        size_t place = stream->length % replay_capacity;
        ssize_t count = read(stream->reading, stream->ring + place, replay_capacity - place);
        if (count > 0) {
            stream->length += (size_t)count;
        } else if (count == 0 || errno != EINTR) {
            return;
        }
    }
}

// Writes the diverted output to the screen.
static void replay(diverted *stream) {
    collect(stream);
    size_t place = stream->length > replay_capacity ? stream->length - replay_capacity : 0;
    while (place < stream->length) {
        size_t start = place % replay_capacity, count = stream->length - place;
        if (count > replay_capacity - start) count = replay_capacity - start;
        if (write_all(stream->number, stream->ring + start, count)) break;
        place += count;
    }
    stream->length = 0;
}

static void set_terminal(const struct termios *settings) {
    while (tcsetattr(guard.input, TCSANOW, settings) != 0 && errno == EINTR) {}
}

static void restore_terminal(void) {
    if (!atomic_exchange(&guard.is_active, false)) return;
    // Unless it is blocked, SIGTTOU would stop a background process here.
    sigset_t blocked, old;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &blocked, &old);
    write_all(guard.output, guard.leave, guard.leave_length);
    set_terminal(&guard.saved);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    begin_collecting(true);
    for (int i = 0; i < 2; i++) {
        diverted *stream = &guard.streams[i];
        if (stream->original >= 0) dup2(stream->original, stream->number);
    }
    for (int i = 0; i < 2; i++) {
        if (guard.streams[i].original >= 0) replay(&guard.streams[i]);
    }
    end_collecting();
}

// ---- Signals ----

static void send_message(char tag) {
    int reason = errno;
    ssize_t ignored = write(guard.pipe[1], &tag, 1);
    (void)ignored;
    errno = reason;
}

// Restores the signal's previous action.
static void restore_action(int number) {
    for each_signal if (each->number == number) sigaction(number, &each->old, NULL);
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)context;
    int reason = errno;
    // A forked copy of the process must not touch the terminal.
    if (getpid() == guard.process) restore_terminal();
    restore_action(number);
    bool is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE || number == SIGTRAP;
    bool was_sent = !info || info->si_code <= 0 || info->si_code == SI_USER || info->si_code == SI_QUEUE;
    // A fault occurs again when the handler returns, with the original stack, which a backtrace needs.
    if (!is_fault || was_sent) raise(number);
    errno = reason;
}

static void on_end(int number, siginfo_t *info, void *context) {
    // A second signal means that the loop doesn't respond.
    if (getpid() != guard.process || atomic_exchange(&guard.is_ending, true)) {
        on_crash(number, info, context);
        return;
    }
    atomic_store(&guard.signal, number);
    send_message(cn_ended);
}

static void on_note(int number) {
    if (getpid() != guard.process) return;
    send_message(number == SIGTSTP ? cn_stop : number == SIGCONT ? cn_continued : cn_resized);
}

static void install(handled *entry) {
    entry->is_installed = false;
    if (sigaction(entry->number, NULL, &entry->old) != 0) return;
    if (entry->old.sa_handler == SIG_IGN && entry->number != SIGWINCH) return;
    if (entry->kind == signal_others && entry->old.sa_handler != SIG_DFL) return;
    struct sigaction action = {0};
    sigfillset(&action.sa_mask);
    // A crash inside this handler must still end the process.
    for each_signal if (each->kind == signal_crashes) sigdelset(&action.sa_mask, each->number);
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    if (entry->kind == signal_notes) {
        action.sa_handler = on_note;
    } else {
        action.sa_sigaction = entry->kind == signal_ends ? on_end : on_crash;
        action.sa_flags |= SA_SIGINFO;
    }
    entry->is_installed = sigaction(entry->number, &action, NULL) == 0;
}

static void install_all(void) {
    for each_signal install(each);
}

static void restore_all(void) {
    for each_signal {
        if (each->is_installed) sigaction(each->number, &each->old, NULL);
        each->is_installed = false;
    }
}

// ---- Claiming ----

static int duplicate(int file) { return fcntl(file, F_DUPFD_CLOEXEC, 10); }

static void close_one(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

// Another thread may call `exit`.
static void leave_at_exit(void) {
    if (getpid() == guard.process) restore_terminal();
}

int cn_guard_claim(int input, int output) {
    static bool has_been_claimed;
    if (atomic_exchange(&guard.is_claimed, true)) return EBUSY;
    if (!has_been_claimed) atexit(leave_at_exit);
    has_been_claimed = true;
    guard.process = getpid();
    guard.input = duplicate(input);
    guard.output = duplicate(output);
    if (guard.input < 0 || guard.output < 0 || pipe(guard.pipe) != 0 || tcgetattr(guard.input, &guard.saved) != 0) {
        int reason = errno;
        cn_guard_release();
        return reason;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(guard.pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(guard.pipe[i], F_SETFL, O_NONBLOCK);
    }
    atomic_store(&guard.is_ending, false);
    atomic_store(&guard.signal, 0);
    return 0;
}

void cn_guard_release(void) {
    cn_guard_leave();
    close_one(&guard.input);
    close_one(&guard.output);
    close_one(&guard.pipe[0]);
    close_one(&guard.pipe[1]);
    for (int i = 0; i < 2; i++) close_one(&guard.streams[i].original);
    if (guard.has_stack) {
        stack_t none = {.ss_flags = SS_DISABLE};
        sigaltstack(&none, NULL);
        guard.has_stack = false;
    }
    atomic_store(&guard.is_claimed, false);
}

// ---- Entering ----

// Reads the pipes, so that a writer never waits for the loop, which may be busy or may itself be the writer.
static void *collect_forever(void *nothing) {
    struct pollfd files[2];
    for (int i = 0; i < 2; i++) files[i] = (struct pollfd){.fd = guard.streams[i].reading, .events = POLLIN};
    while (poll(files, 2, -1) >= 0 || errno == EINTR || errno == EAGAIN) {
        begin_collecting(false);
        for (int i = 0; i < 2; i++) collect(&guard.streams[i]);
        end_collecting();
    }
    return nothing;
}

// Creates the pipes and the thread, which then exist until the process ends: a program that the process started may
// still use a pipe as its output, and would be killed for writing to a pipe without a reader. A forked copy of the
// process doesn't have the thread, and creates its own.
static bool has_collector(void) {
    if (guard.collector == getpid()) return true;
    for (int i = 0; i < 2; i++) {
        int ends[2];
        if (pipe(ends) != 0) return false;
        diverted *stream = &guard.streams[i];
        close_one(&stream->reading);
        close_one(&stream->writing);
        stream->reading = duplicate(ends[0]);
        stream->writing = duplicate(ends[1]);
        close(ends[0]);
        close(ends[1]);
        if (stream->reading < 0 || stream->writing < 0) return false;
        fcntl(stream->reading, F_SETFL, O_NONBLOCK);
    }
    // This thread must not receive signals.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_t thread;
    bool is_there = pthread_create(&thread, NULL, collect_forever, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!is_there) return false;
    pthread_detach(thread);
    guard.collector = getpid();
    return true;
}

static void divert(void) {
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++) {
        diverted *stream = &guard.streams[i];
        // Output to a file or a pipe doesn't disturb the screen.
        if (!isatty(stream->number) || !has_collector()) continue;
        begin_collecting(false);
        collect(stream);
        stream->length = 0;
        end_collecting();
        if (stream->original < 0) stream->original = duplicate(stream->number);
        if (stream->original >= 0) dup2(stream->writing, stream->number);
    }
}

static void set_up_stack(void) {
    static char memory[stack_size];
    stack_t current;
    if (guard.has_stack || sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
    guard.stack = (stack_t){.ss_sp = memory, .ss_size = sizeof memory};
    guard.has_stack = sigaltstack(&guard.stack, NULL) == 0;
}

// Whether the terminal belongs to another job of the shell.
static bool is_in_background(void) {
    pid_t foreground = tcgetpgrp(guard.input);
    return foreground >= 0 && foreground != getpgrp();
}

int cn_guard_enter(const char *enter, const char *leave) {
    // As usual for a background process that uses the terminal, stop until the process is in the foreground, even
    // before restoring a terminal that was entered earlier.
    while (is_in_background()) {
        if (!cn_guard_stop()) return EIO;
    }
    if (atomic_load(&guard.is_active)) cn_guard_leave();
    // Another program may have changed the settings since.
    if (tcgetattr(guard.input, &guard.saved) != 0) return errno;
    struct termios raw = guard.saved;
    raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
    raw.c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
    raw.c_cflag |= CS8;
    // Ctrl-C and Ctrl-Z are ordinary keys; Ctrl-\ ends a process that doesn't respond.
    raw.c_lflag |= ISIG;
    raw.c_cc[VINTR] = _POSIX_VDISABLE;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;
#ifdef VDSUSP
    raw.c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    guard.leave_length = strlen(leave);
    if (guard.leave_length > sizeof guard.leave) guard.leave_length = sizeof guard.leave;
    memcpy(guard.leave, leave, guard.leave_length);
    set_up_stack();
    install_all();
    // From here on, a crash restores everything.
    atomic_store(&guard.is_active, true);
    divert();
    set_terminal(&raw);
    int failure = write_all(guard.output, enter, strlen(enter));
    if (failure) cn_guard_leave();
    return failure;
}

void cn_guard_leave(void) {
    if (atomic_load(&guard.is_active)) {
        fflush(stdout);
        fflush(stderr);
        restore_terminal();
    }
    restore_all();
    for (int i = 0; i < 2; i++) close_one(&guard.streams[i].original);
}

// ---- Input and output ----

int cn_guard_write(const char *bytes, size_t length) {
    return atomic_load(&guard.is_active) ? write_all(guard.output, bytes, length) : 0;
}

long cn_guard_read(unsigned char *bytes, size_t capacity) {
    ssize_t count;
    do count = read(guard.input, bytes, capacity);
    while (count < 0 && errno == EINTR);
    return count;
}

int cn_guard_wait(int milliseconds) {
    int files[] = {guard.input, guard.pipe[0]};
    cn_waited waited = cn_wait(files, 2, false, milliseconds);
    if (waited.error) return waited.error == EINTR || waited.error == EAGAIN ? 0 : cn_is_gone;
    // A closed terminal is always readable.
    if (waited.gone & 1) return cn_is_gone;
    return (waited.ready & 1 ? cn_has_input : 0) | (waited.ready & 2 ? cn_has_messages : 0);
}

long cn_guard_messages(unsigned char *tags, size_t capacity) {
    ssize_t count;
    do count = read(guard.pipe[0], tags, capacity);
    while (count < 0 && errno == EINTR);
    return count < 0 ? 0 : count;
}

void cn_guard_wake(void) { send_message(cn_woken); }

int cn_guard_signal(void) { return atomic_load(&guard.signal); }

// Whether the process was continued after it was stopped.
static atomic_bool was_continued;

static void on_continued(int number) {
    (void)number;
    atomic_store(&was_continued, true);
}

bool cn_guard_stop(void) {
    struct sigaction old, former, plain = {.sa_handler = SIG_DFL}, noted = {.sa_handler = on_continued};
    // If SIGTSTP is ignored, no shell would continue this process.
    if (sigaction(SIGTSTP, NULL, &old) != 0 || old.sa_handler == SIG_IGN) return false;
    sigemptyset(&plain.sa_mask);
    sigaction(SIGTSTP, &plain, NULL);
    sigemptyset(&noted.sa_mask);
    sigaction(SIGCONT, &noted, &former);
    atomic_store(&was_continued, false);
    bool leads_group = getpgrp() == getpid();
    if (leads_group) {
        raise(SIGTSTP);
    } else {
        // As with Ctrl-Z, the whole process group stops. This thread may run for another moment, in which it must not
        // enter the terminal again.
        kill(0, SIGTSTP);
    }
    // A group without a shell doesn't stop, so wait for at most a second. The guard's pipe can't be used for this,
    // because it may contain older messages. If the handler of SIGTSTP were restored before the signal reaches the
    // thread that receives it, the handler would record the signal instead of stopping the process.
    for (int pause = leads_group ? 90 : 0; pause < 100 && !atomic_load(&was_continued); pause++) poll(NULL, 0, 10);
    sigaction(SIGCONT, &former, NULL);
    sigaction(SIGTSTP, &old, NULL);
    return atomic_load(&was_continued);
}

bool cn_guard_size(int *rows, int *columns) {
    struct winsize size;
    if (ioctl(guard.output, TIOCGWINSZ, &size) != 0 || !size.ws_row || !size.ws_col) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

void cn_reset(int input, int output, const char *leave) {
    struct termios settings;
    if (tcgetattr(input, &settings) == 0) {
        settings.c_iflag |= BRKINT | ICRNL | IXON;
        settings.c_iflag &= ~(tcflag_t)(IGNBRK | INLCR | IGNCR | PARMRK | ISTRIP);
        settings.c_oflag |= OPOST | ONLCR;
        settings.c_lflag |= ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK;
        settings.c_cc[VINTR] = 3;
        settings.c_cc[VQUIT] = 28;
        settings.c_cc[VSUSP] = 26;
        settings.c_cc[VEOF] = 4;
        tcsetattr(input, TCSANOW, &settings);
    }
    write_all(output, leave, strlen(leave));
}

#else

// Other systems have no terminals, and some have no signal stacks.
int cn_guard_claim(int input, int output) { return ENOTSUP; }
void cn_guard_release(void) {}
int cn_guard_enter(const char *enter, const char *leave) { return ENOTSUP; }
void cn_guard_leave(void) {}
int cn_guard_write(const char *bytes, size_t length) { return 0; }
long cn_guard_read(unsigned char *bytes, size_t capacity) { return 0; }
int cn_guard_wait(int milliseconds) { return cn_is_gone; }
long cn_guard_messages(unsigned char *tags, size_t capacity) { return 0; }
void cn_guard_wake(void) {}
int cn_guard_signal(void) { return 0; }
bool cn_guard_stop(void) { return false; }
bool cn_guard_size(int *rows, int *columns) { return false; }
void cn_reset(int input, int output, const char *leave) {}

#endif
