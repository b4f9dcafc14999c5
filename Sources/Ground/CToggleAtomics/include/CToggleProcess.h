/// How this process ends, in C because a signal handler must not run Swift code.

#ifndef CTOGGLEPROCESS_H
#define CTOGGLEPROCESS_H

#include <stdbool.h>

/// Removes a file when this process exits by itself, or when a signal asks it to end (SIGHUP, SIGINT, SIGPIPE, SIGTERM).
///
/// A trap or SIGKILL leaves the file. The signals keep their effect, and those that the program handles or ignores are
/// left alone. iOS and its relatives end apps without such signals.
///
/// Returns a number for `ct_keep_at_end`, or -1 if too many files are registered.
int ct_remove_at_end(const char *path);

/// Forgets a file with a number that `ct_remove_at_end` returned.
void ct_keep_at_end(int number);

/// Returns whether a debugger is attached to this process.
bool ct_is_debugged(void);

/// Returns whether the system runs this process for a task in the background; false where it doesn't say so.
bool ct_is_in_background(void);

#endif
