// Terminal access for Swift: ncurses without its globals and macros, and a guard that restores the terminal however the
// process ends. This header exposes nothing from <curses.h>, so it is the same on every system.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether this system has curses. If not, nothing can be opened.
bool cn_is_available(void);

// ---- The screen: converts cells to bytes for the terminal. Needs no terminal. Not thread-safe. ----

typedef struct cn_screen cn_screen;

typedef enum {
    cn_no_problem = 0,
    // The terminal is not in terminfo.
    cn_unknown_terminal,
    // The terminal can't move its cursor, for example "dumb".
    cn_no_cursor_motion,
    // A system call failed; errno contains the error.
    cn_system_failure,
} cn_problem;

// Attributes of a run of cells.
enum { cn_bold = 1, cn_faint = 2, cn_underlined = 4, cn_reversed = 8 };

// Sets this thread's character encoding to UTF-8, if the system has such a locale. Returns whether the environment
// names another encoding, which is then used instead.
bool cn_use_locale(void);
// Restores the thread's previous locale.
void cn_restore_locale(void);

// Opens a screen for a type of terminal. Returns NULL and sets the problem on failure.
cn_screen *cn_screen_open(const char *terminal, int rows, int columns, bool colors, cn_problem *problem);
void cn_screen_close(cn_screen *screen);
// The number of colors, or 0 for none.
int cn_screen_colors(const cn_screen *screen);
// Whether the terminal supports xterm's mouse, bracketed paste, and clipboard sequences.
bool cn_screen_is_modern(const cn_screen *screen);
// The number of a color pair; a color of -1 is the terminal's own. Returns 0 if no pair is left.
int cn_screen_pair(cn_screen *screen, int foreground, int background);
void cn_screen_resize(cn_screen *screen, int rows, int columns);

// Draws cells of the same style, starting at a position. `lengths` contains the number of UTF-8 bytes of each cell, or
// 0 for the second half of a wide character.
void cn_screen_put(
    cn_screen *screen, int row, int column, const unsigned char *text, const unsigned char *lengths, int count,
    int attributes, int pair);
// Moves rows up by a number of lines, or down if it is negative, and clears the vacated rows. Returns false and does
// nothing while the screen contains characters that are drawn without curses.
bool cn_screen_scroll(cn_screen *screen, int first_row, int last_row, int lines);
// Returns the output that updates the terminal to the drawn cells, valid until the next call. A negative cursor row
// hides the cursor. With `everything`, every cell is sent again.
const char *cn_screen_frame(
    cn_screen *screen, int cursor_row, int cursor_column, bool everything, bool synchronized, size_t *length);
// Returns the character at a position according to curses, for tests; 0 outside the screen.
unsigned cn_screen_character(cn_screen *screen, int row, int column);

// The sequences that enter and leave the console's screen, except for mouse and paste. Valid until the screen is
// closed.
const char *cn_screen_enter(const cn_screen *screen);
const char *cn_screen_leave(const cn_screen *screen);
// Returns the bytes that a key with this capability sends, or NULL.
const char *cn_screen_key(const cn_screen *screen, const char *capability);

// ---- The process ----

// Makes the heap grow in pages of 2 MiB, if the system has them, so that a process that starts has fewer page faults.
// Call it before other threads exist.
void cn_use_large_pages(void);
// Returns unused memory to the system, including the code that only the start ran, and makes the allocator return freed
// blocks of 128 KiB and more at once.
void cn_return_unused_memory(void);

// ---- Waiting. Safe in a signal handler. ----

// The result of a wait, in which bit n stands for file n. `error` is 0 or an errno.
typedef struct {
    unsigned ready, gone;
    int error;
} cn_waited;

// Waits until one of at most 8 files is ready for reading, or for writing. The timeout is in milliseconds; -1 means
// none. With select, a closed terminal counts as ready, and reading it returns the end of input or an error.
cn_waited cn_wait_by_poll(const int *files, int count, bool is_writing, int milliseconds);
// The same with select; uses poll if a descriptor is too large for select.
cn_waited cn_wait_by_select(const int *files, int count, bool is_writing, int milliseconds);
// Waits with the call that supports every terminal: select on Apple platforms, poll elsewhere.
cn_waited cn_wait(const int *files, int count, bool is_writing, int milliseconds);

// ---- The guard, one per process. Restores the terminal when the process exits, traps, or receives a signal. ----
//
// This is impossible after SIGKILL, and when the stack overflows on a thread that neither entered the guard nor has an
// alternate signal stack (sigaltstack), because the handler then has no stack to run on.

// The messages in the guard's pipe.
enum {
    cn_woken = 'w', cn_resized = 'r', cn_stop = 's', cn_continued = 'c', cn_ended = 'e',
};

// Claims the guard. Returns 0 or an errno, EBUSY if it is already claimed.
int cn_guard_claim(int input, int output);
void cn_guard_release(void);
// Enters raw mode, diverts the output of other code into memory, handles signals, and then sends `enter`. `leave` is
// sent when the terminal is restored. Stops the process while it is in the background. Returns 0 or an errno, EIO if
// the process is in the background and can't be stopped.
int cn_guard_enter(const char *enter, const char *leave);
// Restores the terminal, and shows the output that was diverted.
void cn_guard_leave(void);
// Sends bytes to the terminal. Returns 0 or an errno.
int cn_guard_write(const char *bytes, size_t length);
// Reads from the terminal. Returns a count, 0 at the end of input, or -1 and sets errno, EAGAIN if nothing is
// available.
long cn_guard_read(unsigned char *bytes, size_t capacity);
// Waits for input or a message in the guard's pipe. The timeout is in milliseconds; -1 means none. Returns a set of the
// flags below.
enum { cn_has_input = 1, cn_has_messages = 2, cn_is_gone = 4 };
int cn_guard_wait(int milliseconds);
// Reads the messages in the pipe, and returns their number.
long cn_guard_messages(unsigned char *tags, size_t capacity);
// Ends a wait. Can be called from any thread.
void cn_guard_wake(void);
// The signal that asked the process to terminate, or 0.
int cn_guard_signal(void);
// Stops the process as Ctrl-Z does, and returns after it is continued. Returns false if it could not be stopped.
// Restore the terminal first.
bool cn_guard_stop(void);
// The size of the terminal. Returns false if it has none.
bool cn_guard_size(int *rows, int *columns);
// Restores a terminal after its process was killed.
void cn_reset(int input, int output, const char *leave);
// Runs a shell command with a path as its argument in the terminal, and waits for it. Returns the exit code, 128 + a
// signal, or -1 and sets errno.
int cn_run(const char *command, const char *path);

#ifdef __cplusplus
}
#endif

#endif
