// The terminal, for Swift: ncurses without its globals and macros, and a guard that gives the terminal back however the
// process ends. Nothing of <curses.h> is visible here, so that it is the same on every system.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether this system has curses at all. Where it has not, nothing can be opened.
bool cn_is_available(void);

// ---- The screen: cells in, bytes for the terminal out. Draws into memory; needs no terminal. Not thread-safe. ----

typedef struct cn_screen cn_screen;

typedef enum {
    cn_no_problem = 0,
    // Terminfo does not know the terminal.
    cn_unknown_terminal,
    // The terminal cannot move its cursor, as "dumb" cannot.
    cn_no_cursor_motion,
    // A system call failed; errno says why.
    cn_system_failure,
} cn_problem;

// Attributes of a run of cells.
enum { cn_bold = 1, cn_faint = 2, cn_underlined = 4, cn_reversed = 8 };

// Characters of the locale are UTF-8 for this thread from now on, if there is any such locale on this system.
// Answers whether the environment names another encoding, which is then used.
bool cn_use_locale(void);
// Gives the thread back the locale that it had.
void cn_restore_locale(void);

// Opens a screen for a terminal of that name. NULL and a problem when that is impossible.
cn_screen *cn_screen_open(const char *terminal, int rows, int columns, bool colours, cn_problem *problem);
void cn_screen_close(cn_screen *screen);
// How many colours there are; 0 for none.
int cn_screen_colours(const cn_screen *screen);
// Whether the terminal is one of the many that speak as xterm does: mouse, bracketed paste, clipboard.
bool cn_screen_is_modern(const cn_screen *screen);
// The number of the pair of colours; -1 is the terminal's own. 0 when there are no colours left.
int cn_screen_pair(cn_screen *screen, int foreground, int background);
void cn_screen_resize(cn_screen *screen, int rows, int columns);

// Draws cells of one look from a place on. `lengths` has the number of UTF-8 bytes of each cell; 0 for the second half of
// a wide character.
void cn_screen_put(
    cn_screen *screen, int row, int column, const unsigned char *text, const unsigned char *lengths, int count,
    int attributes, int pair);
// Moves rows up by some lines, down where that is negative, and makes those blank that nothing moves to. Answers false, and
// does nothing, while there are characters on the screen that curses does not know of.
bool cn_screen_scroll(cn_screen *screen, int first_row, int last_row, int lines);
// What to send to the terminal so that it shows what was drawn; valid until the next call. The cursor is hidden when its
// row is negative. With `everything`, each cell is sent again.
const char *cn_screen_frame(
    cn_screen *screen, int cursor_row, int cursor_column, bool everything, bool synchronized, size_t *length);
// The character that the terminal shows in a place as curses believes it, for tests. 0 outside.
unsigned cn_screen_character(cn_screen *screen, int row, int column);

// What to send to take the terminal over and to give it back, without mouse and paste. Valid until the screen is closed.
const char *cn_screen_enter(const cn_screen *screen);
const char *cn_screen_leave(const cn_screen *screen);
// The bytes of a key that has the capability of that name, or NULL.
const char *cn_screen_key(const cn_screen *screen, const char *capability);

// ---- The process ----

// From now on, the system gets back what was allocated in pieces of 128 KiB and more as soon as it is freed.
void cn_return_large_memory(void);

// ---- Waiting. Safe in a signal handler. ----

// What became of files that were waited for: bit n is about the nth. `error` is 0 or an errno.
typedef struct {
    unsigned ready, gone;
    int error;
} cn_waited;

// Waits until one of at most 8 files can be read, or written, without waiting. Milliseconds, or -1 for ever. With select, a
// terminal that is gone counts as ready: reading it shows the end, or an error.
cn_waited cn_wait_by_poll(const int *files, int count, bool is_writing, int milliseconds);
// The same, by poll when a number is too large for select.
cn_waited cn_wait_by_select(const int *files, int count, bool is_writing, int milliseconds);
// Waits by the call that knows every terminal: select on Apple platforms, poll elsewhere.
cn_waited cn_wait(const int *files, int count, bool is_writing, int milliseconds);

// ---- The guard: one per process. The terminal gets back what it had when the process exits, traps or gets a signal. ----
//
// Not on SIGKILL, and not when a thread overflows its stack that is neither the one that opened the guard nor has an alternate
// signal stack (sigaltstack) of its own: the handler has nothing to run on there.

// What came out of the guard's pipe.
enum {
    cn_woken = 'w', cn_resized = 'r', cn_stop = 's', cn_continued = 'c', cn_ended = 'e',
};

// Claims the guard. 0, or an errno; EBUSY when it is claimed.
int cn_guard_claim(int input, int output);
void cn_guard_release(void);
// Takes the terminal: raw mode, output of others into memory, signals; then sends `enter`. `leave` is sent when it is given
// back. Stops the process while it is in the background. 0, or an errno; EIO when it is there and nobody can stop it.
int cn_guard_enter(const char *enter, const char *leave);
// Gives the terminal back, and shows what was written meanwhile.
void cn_guard_leave(void);
// Sends bytes to the terminal. 0, or an errno.
int cn_guard_write(const char *bytes, size_t length);
// Reads from the terminal: a count, 0 at its end, -1 and errno. EAGAIN when there is nothing.
long cn_guard_read(unsigned char *bytes, size_t capacity);
// Waits for keys or for the guard's pipe. Milliseconds, or -1 for ever. A set of the flags below.
enum { cn_has_input = 1, cn_has_news = 2, cn_is_gone = 4 };
int cn_guard_wait(int milliseconds);
// Takes what is in the pipe; a count.
long cn_guard_news(unsigned char *tags, size_t capacity);
// Makes a wait end. From any thread.
void cn_guard_wake(void);
// The signal that asked for the end, or 0.
int cn_guard_signal(void);
// Stops the process as Ctrl-Z does, and returns when it is continued: whether it was stopped at all. The terminal has to be
// given back before.
bool cn_guard_stop(void);
// The size of the terminal. false when it has none.
bool cn_guard_size(int *rows, int *columns);
// Puts a terminal right that a killed process left as it was.
void cn_reset(int input, int output, const char *leave);
// Runs a shell command with a path as its argument, in the terminal; waits. The exit code, 128 + a signal, or -1 and errno.
int cn_run(const char *command, const char *path);

#ifdef __cplusplus
}
#endif

#endif
