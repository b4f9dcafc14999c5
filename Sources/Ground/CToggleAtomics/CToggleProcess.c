#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CToggleProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#include <sys/sysctl.h>
#if (TARGET_OS_IOS && !TARGET_OS_MACCATALYST) || TARGET_OS_VISION
#include <mach/mach.h>
#include <mach/task_policy.h>
#endif
#endif

enum { capacity = 64 };

/// The files to remove. Taking a path out of its slot makes the taker its only owner, so the handler needs no lock.
static _Atomic(char *) files[capacity];
/// The process that registered the files: a child made by `fork` must not remove its parent's files.
static _Atomic(pid_t) owner;
/// Guards the rest.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static bool follows_exit;

static void remove_files(void) {
    if (atomic_load(&owner) != getpid()) { return; }
    for (int slot = 0; slot < capacity; slot++) {
        char *path = atomic_exchange(&files[slot], NULL);
        // Not freed, which a signal handler must not do. The process is ending.
        if (path) { unlink(path); }
    }
}

// MARK: Signals

#if defined(__APPLE__) && TARGET_OS_IPHONE
static void follow_signals(void) {}
static void leave_signals(void) {}
#else
static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
enum { signal_count = sizeof signals / sizeof signals[0] };

static void handle(int number) {
    int error = errno;
    remove_files();
    // The handler was reset, so after its return the signal has the effect that it would have had without it.
    raise(number);
    errno = error;
}

/// Returns whether a signal has a handler; `SIG_DFL` is also one here.
static bool has_handler(int number, void (*handler)(int)) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == handler;
}

static void follow_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = handle;
    action.sa_flags = SA_RESETHAND;
    for (int index = 0; index < signal_count; index++) {
        if (has_handler(signals[index], SIG_DFL)) { sigaction(signals[index], &action, NULL); }
    }
}

static void leave_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_DFL;
    for (int index = 0; index < signal_count; index++) {
        if (has_handler(signals[index], handle)) { sigaction(signals[index], &action, NULL); }
    }
}
#endif

// MARK: Files

int ct_remove_at_end(const char *path) {
    int number = -1;
    pthread_mutex_lock(&lock);
    if (atomic_load(&owner) != getpid()) {
        // The copies of the parent's paths.
        for (int slot = 0; slot < capacity; slot++) { free(atomic_exchange(&files[slot], NULL)); }
        count = 0;
        atomic_store(&owner, getpid());
    }
    if (!follows_exit) { follows_exit = atexit(remove_files) == 0; }
    char *copy = count < capacity ? strdup(path) : NULL;
    for (int slot = 0; copy && number < 0 && slot < capacity; slot++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&files[slot], &none, copy)) { number = slot; }
    }
    if (number >= 0) {
        if (count == 0) { follow_signals(); }
        count++;
    } else {
        free(copy);
    }
    pthread_mutex_unlock(&lock);
    return number;
}

void ct_keep_at_end(int number) {
    if (number < 0 || number >= capacity) { return; }
    pthread_mutex_lock(&lock);
    char *path = atomic_exchange(&files[number], NULL);
    if (path) {
        free(path);
        count--;
        if (count == 0) { leave_signals(); }
    }
    pthread_mutex_unlock(&lock);
}

// MARK: Circumstances

bool ct_is_debugged(void) {
#if defined(__APPLE__)
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
    struct kinfo_proc info;
    memset(&info, 0, sizeof info);
    size_t size = sizeof info;
    return sysctl(name, 4, &info, &size, NULL, 0) == 0 && (info.kp_proc.p_flag & P_TRACED) != 0;
#else
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0) { return false; }
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size < 0) { return false; }
    text[size] = 0;
    static const char field[] = "\nTracerPid:";
    const char *tracer = strstr(text, field);
    return tracer && atoi(tracer + sizeof field - 1) != 0;
#endif
}

bool ct_is_in_background(void) {
#if defined(__APPLE__) && ((TARGET_OS_IOS && !TARGET_OS_MACCATALYST) || TARGET_OS_VISION)
    // Not the state of UIApplication, which extensions can't use, and which is always the background during the launch
    // of an app with scenes.
    struct task_category_policy policy;
    mach_msg_type_number_t size = TASK_CATEGORY_POLICY_COUNT;
    boolean_t is_default = FALSE;
    kern_return_t result =
        task_policy_get(mach_task_self(), TASK_CATEGORY_POLICY, (task_policy_t)&policy, &size, &is_default);
    if (result != KERN_SUCCESS || is_default) { return false; }
    // The latter is for an app that is launched before the user needs it.
    return policy.role == TASK_BACKGROUND_APPLICATION || policy.role == TASK_NONUI_APPLICATION
        || policy.role == TASK_DARWINBG_APPLICATION;
#else
    return false;
#endif
}
