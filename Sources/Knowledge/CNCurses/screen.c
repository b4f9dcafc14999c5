// Converts cells to bytes. Ncurses draws into a file in memory, whose content is then sent in one write; ncurses itself
// would write after every change of attributes.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "cncurses.h"

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)

// NCURSES_WIDECHAR is set for the target, because on macOS curses.h belongs to a module, which ignores definitions
// here.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#if __has_include(<curses.h>)
#include <curses.h>
#elif __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#else
#error "The headers of ncurses are missing. Install libncursesw5-dev, or run `make dependencies`."
#endif
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

// Declared here instead of including <term.h>, whose macros occupy names such as `lines` and `columns`.
extern int tputs(const char *text, int affected, int (*put)(int));

enum { largest_pair = 255, largest_cell = 32 };

// A character whose width in libc differs from its width on the screen, so it is sent after the output of curses.
typedef struct {
    int row, column, attributes, pair;
    bool is_new;
    unsigned char length;
    char text[largest_cell];
} overlay_cell;

struct cn_screen {
    SCREEN *screen;
    FILE *output, *input;
    int file;
    bool uses_colors, is_modern, is_cursor_shown, had_overlays;
    int pair_count;
    struct { int foreground, background; } pairs[largest_pair + 1];
    overlay_cell *overlays;
    size_t overlay_count, overlay_capacity;
    char *frame;
    size_t frame_length, frame_capacity;
    wchar_t *line;
    size_t line_capacity;
    char enter[256], leave[256];
};

bool cn_is_available(void) { return true; }

// ---- The frame buffer ----

static bool reserve(cn_screen *screen, size_t more) {
    size_t needed = screen->frame_length + more;
    if (needed <= screen->frame_capacity) return true;
    size_t capacity = needed * 2 < 16384 ? 16384 : needed * 2;
    char *grown = realloc(screen->frame, capacity);
    if (!grown) return false;
    screen->frame = grown;
    screen->frame_capacity = capacity;
    return true;
}

static void append(cn_screen *screen, const char *bytes, size_t length) {
    if (!reserve(screen, length)) return;
    memcpy(screen->frame + screen->frame_length, bytes, length);
    screen->frame_length += length;
}

// `tputs` and `vid_puts` take a function without a context.
static cn_screen *collecting;

static int collect(int byte) {
    char character = (char)byte;
    append(collecting, &character, 1);
    return byte;
}

// ---- Opening ----

static int memory_file(void) {
#if defined(__linux__)
    int file = memfd_create("frame", MFD_CLOEXEC);
    if (file >= 0) return file;
#endif
    FILE *temporary = tmpfile();
    if (!temporary) return -1;
    int copy = dup(fileno(temporary));
    fclose(temporary);
    return copy;
}

static const char *capability(const char *name) {
    // Apple's tigetstr doesn't accept a const string.
    const char *value = tigetstr((char *)name);
    return value == (char *)-1 ? NULL : value;
}

// Appends a sequence without its delays.
static void add(char *text, size_t capacity, const char *value) {
    if (!value) return;
    size_t length = strlen(text);
    while (*value && length + 1 < capacity) {
        const char *end = value[0] == '$' && value[1] == '<' ? strchr(value, '>') : NULL;
        if (end) value = end + 1;
        else text[length++] = *value++;
    }
    text[length] = 0;
}

static void add_capability(char *text, size_t capacity, const char *name) { add(text, capacity, capability(name)); }

static void prepare(cn_screen *screen) {
    screen->is_modern = capability("kmous") != NULL;
    bool has_other_screen = capability("smcup") && capability("rmcup");
    size_t capacity = sizeof screen->enter;
    // Make the whole screen the scroll region. Nearly all terminals with scroll regions agree on this sequence.
    const char *region = capability("csr");
    bool has_region = region && region[0] == 033 && region[1] == '[';
    if (has_other_screen) add_capability(screen->enter, capacity, "smcup");
    if (has_region) add(screen->enter, capacity, "\033[r");
    if (has_region) add(screen->leave, capacity, "\033[r");
    // Reset the character set and the attributes.
    add_capability(screen->enter, capacity, "sgr0");
    add_capability(screen->enter, capacity, "smkx");
    add_capability(screen->leave, capacity, "sgr0");
    add_capability(screen->leave, capacity, "op");
    add_capability(screen->leave, capacity, "cnorm");
    add_capability(screen->leave, capacity, "rmkx");
    if (has_other_screen) {
        add_capability(screen->leave, capacity, "rmcup");
    } else {
        // Move below the content of the screen; terminals stop at the last row.
        add(screen->leave, capacity, tparm((char *)capability("cup"), 998, 0, 0, 0, 0, 0, 0, 0, 0));
        add(screen->leave, capacity, "\r\n");
    }
}

// Curses installs signal handlers that end the process in its own way.
static const int handled_by_curses[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};

static bool is_reasonable(const char *name) {
    const char *value = getenv(name);
    return !value || atol(value) <= 1000;
}

cn_screen *cn_screen_open(const char *terminal, int rows, int columns, bool colors, cn_problem *problem) {
    *problem = cn_system_failure;
    cn_screen *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    screen->file = memory_file();
    if (screen->file >= 0) screen->output = fdopen(screen->file, "w+");
    if (!screen->output && screen->file >= 0) close(screen->file);
    screen->input = fopen("/dev/null", "re");
    if (!screen->output || !screen->input) goto failed;
    // The size is set later. If terminfo has no size, curses takes it from the environment or its default; an absurdly
    // large one would use up all memory.
    use_env(is_reasonable("LINES") && is_reasonable("COLUMNS"));
    *problem = cn_unknown_terminal;
    struct sigaction before[sizeof handled_by_curses / sizeof *handled_by_curses];
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) sigaction(handled_by_curses[i], NULL, &before[i]);
    screen->screen = newterm((char *)terminal, screen->output, screen->input);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) sigaction(handled_by_curses[i], &before[i], NULL);
    if (!screen->screen) goto failed;
    set_term(screen->screen);
    *problem = cn_no_cursor_motion;
    if (!capability("cup")) goto failed;
    nonl();
    idlok(stdscr, TRUE);
    scrollok(stdscr, FALSE);
    if (colors && has_colors() && start_color() == OK) {
        screen->uses_colors = true;
        use_default_colors();
    }
    prepare(screen);
    cn_screen_resize(screen, rows, columns);
    screen->is_cursor_shown = true;
    // Discard the initial output of curses, which includes a scroll region of another size. The guard sets up the
    // terminal, and the first frame sends every cell.
    wnoutrefresh(stdscr);
    doupdate();
    lseek(screen->file, 0, SEEK_SET);
    *problem = cn_no_problem;
    return screen;
failed:
    cn_screen_close(screen);
    return NULL;
}

void cn_screen_close(cn_screen *screen) {
    if (!screen) return;
    int reason = errno;
    if (screen->screen) {
        set_term(screen->screen);
        delscreen(screen->screen);
    }
    if (screen->output) fclose(screen->output);
    if (screen->input) fclose(screen->input);
    free(screen->overlays);
    free(screen->frame);
    free(screen->line);
    free(screen);
    errno = reason;
}

int cn_screen_colors(const cn_screen *screen) { return screen->uses_colors ? COLORS : 0; }
bool cn_screen_is_modern(const cn_screen *screen) { return screen->is_modern; }
const char *cn_screen_enter(const cn_screen *screen) { return screen->enter; }
const char *cn_screen_leave(const cn_screen *screen) { return screen->leave; }

const char *cn_screen_key(const cn_screen *screen, const char *name) {
    (void)screen;
    return capability(name);
}

// ---- Colors ----

// Converts a color of the 256-color palette to the terminal's own number; some terminals use RGB values.
static int terminal_color(int color) {
    if (COLORS <= 256 || color < 8) return color < COLORS ? color : -1;
    if (color < 16) {
        static const int bright[] = {0x808080, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
        return bright[color - 8];
    }
    if (color >= 232) return (8 + (color - 232) * 10) * 0x010101;
    int steps[3] = {(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6}, result = 0;
    for (int i = 0; i < 3; i++) result = result << 8 | (steps[i] ? 55 + steps[i] * 40 : 0);
    return result;
}

int cn_screen_pair(cn_screen *screen, int foreground, int background) {
    if (!screen->uses_colors || (foreground < 0 && background < 0)) return 0;
    set_term(screen->screen);
    foreground = foreground < 0 ? -1 : terminal_color(foreground);
    background = background < 0 ? -1 : terminal_color(background);
    for (int pair = 1; pair <= screen->pair_count; pair++) {
        if (screen->pairs[pair].foreground == foreground && screen->pairs[pair].background == background) return pair;
    }
    int pair = screen->pair_count + 1;
    if (pair > largest_pair || pair >= COLOR_PAIRS) return 0;
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS >= 20180127
    if (init_extended_pair(pair, foreground, background) != OK) return 0;
#else
    if (init_pair((short)pair, (short)foreground, (short)background) != OK) return 0;
#endif
    screen->pair_count = pair;
    screen->pairs[pair].foreground = foreground;
    screen->pairs[pair].background = background;
    return pair;
}

static attr_t curses_attributes(int attributes) {
    attr_t result = A_NORMAL;
    if (attributes & cn_bold) result |= A_BOLD;
    if (attributes & cn_faint) result |= A_DIM;
    if (attributes & cn_underlined) result |= A_UNDERLINE;
    if (attributes & cn_reversed) result |= A_REVERSE;
    return result;
}

// ---- Drawing ----

void cn_screen_resize(cn_screen *screen, int rows, int columns) {
    set_term(screen->screen);
    if (rows < 1) rows = 1;
    if (columns < 1) columns = 1;
    resizeterm(rows, columns);
    werase(stdscr);
    clearok(curscr, TRUE);
    screen->overlay_count = 0;
}

// Decodes one scalar of valid UTF-8; returns a question mark for anything else.
static wchar_t scalar(const unsigned char *text, size_t length, size_t *used) {
    unsigned first = text[0];
    size_t count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (count > length) {
        *used = length;
        return L'?';
    }
    *used = count;
    if (count == 1) return first < 0x20 || first == 0x7F ? L'?' : (wchar_t)first;
    unsigned value = first & (0x7F >> count);
    for (size_t i = 1; i < count; i++) value = value << 6 | (text[i] & 0x3F);
    return value < 0xA0 ? L'?' : (wchar_t)value;
}

static void add_overlay(
    cn_screen *screen, int row, int column, const unsigned char *text, size_t length, int attributes, int pair) {
    if (length > largest_cell) return;
    if (screen->overlay_count == screen->overlay_capacity) {
        size_t capacity = screen->overlay_capacity ? screen->overlay_capacity * 2 : 16;
        overlay_cell *grown = realloc(screen->overlays, capacity * sizeof *grown);
        if (!grown) return;
        screen->overlays = grown;
        screen->overlay_capacity = capacity;
    }
    overlay_cell *added = &screen->overlays[screen->overlay_count++];
    *added = (overlay_cell){.row = row, .column = column, .attributes = attributes, .pair = pair, .is_new = true,
                       .length = (unsigned char)length};
    memcpy(added->text, text, length);
}

// Removes the overlays of some cells of a row. Makes curses send the row again, because it might move the row
// otherwise, and marks the row's other overlays to be sent after the row.
static void remove_overlays(cn_screen *screen, int row, int column, int count) {
    size_t kept = 0;
    for (size_t i = 0; i < screen->overlay_count; i++) {
        overlay_cell *each = &screen->overlays[i];
        if (each->row == row) {
            wredrawln(stdscr, row, 1);
            if (each->column >= column && each->column < column + count) continue;
            each->is_new = true;
        }
        screen->overlays[kept++] = *each;
    }
    screen->overlay_count = kept;
}

void cn_screen_put(
    cn_screen *screen, int row, int column, const unsigned char *text, const unsigned char *lengths, int count,
    int attributes, int pair) {
    set_term(screen->screen);
    if (screen->overlay_count) {
        screen->had_overlays = true;
        remove_overlays(screen, row, column, count);
    }
    size_t needed = (size_t)count;
    for (int i = 0; i < count; i++) needed += lengths[i];
    if (needed > screen->line_capacity) {
        wchar_t *grown = realloc(screen->line, needed * 2 * sizeof *grown);
        if (!grown) return;
        screen->line = grown;
        screen->line_capacity = needed * 2;
    }
    int end = 0;
    bool has_overlay = false;
    for (int cell = 0; cell < count; cell++) {
        size_t length = lengths[cell];
        if (!length) continue;
        if (length == 1) {
            screen->line[end++] = *text < 0x20 || *text == 0x7F ? L'?' : (wchar_t)*text;
        } else {
            int width = cell + 1 < count && !lengths[cell + 1] ? 2 : 1;
            int start = end, bases = 0, columns = 0;
            for (size_t place = 0, used; place < length; place += used) {
                wchar_t value = scalar(text + place, length - place, &used);
                int own = wcwidth(value);
                bases += own != 0;
                columns += own < 0 ? 100 : own;
                screen->line[end++] = value;
            }
            bool begins = wcwidth(screen->line[start]) > 0;
            if (columns != width || bases != 1 || !begins || end - start > CCHARW_MAX) {
                end = start;
                for (int i = 0; i < width; i++) screen->line[end++] = L' ';
                add_overlay(screen, row, column + cell, text, length, attributes, pair);
                has_overlay = true;
            }
        }
        text += length;
    }
    wattr_set(stdscr, curses_attributes(attributes), (short)pair, NULL);
    // In the last cell of the screen, this returns an error although the cell is set.
    mvwaddnwstr(stdscr, row, column, screen->line, end);
    if (has_overlay) wredrawln(stdscr, row, 1);
}

bool cn_screen_scroll(cn_screen *screen, int first_row, int last_row, int lines) {
    if (screen->overlay_count) return false;
    set_term(screen->screen);
    if (wsetscrreg(stdscr, first_row, last_row) == ERR) return false;
    // Enabled only for this call, because a character in the last cell would otherwise scroll the window as well.
    scrollok(stdscr, TRUE);
    bool is_done = wscrl(stdscr, lines) == OK;
    scrollok(stdscr, FALSE);
    wsetscrreg(stdscr, 0, getmaxy(stdscr) - 1);
    return is_done;
}

static void send_overlays(cn_screen *screen, bool everything) {
    char *motion = (char *)capability("cup");
    bool any = false;
    collecting = screen;
    for (size_t i = 0; i < screen->overlay_count; i++) {
        overlay_cell *each = &screen->overlays[i];
        if (!each->is_new && !everything) continue;
        each->is_new = false;
        any = true;
        tputs(tparm(motion, each->row, each->column, 0, 0, 0, 0, 0, 0, 0), 1, collect);
        vid_puts(curses_attributes(each->attributes), (short)each->pair, NULL, collect);
        append(screen, each->text, each->length);
        vid_puts(A_NORMAL, 0, NULL, collect);
    }
    if (any) tputs(tparm(motion, getcury(curscr), getcurx(curscr), 0, 0, 0, 0, 0, 0, 0), 1, collect);
}

static bool begins(const char *bytes, size_t length, const char *with) {
    size_t count = strlen(with);
    return count <= length && memcmp(bytes, with, count) == 0;
}

// Removes the selection of the standard character set, which curses adds to every change of attributes although no
// other one is ever selected. Returns the remaining length.
static size_t without_charsets(char *bytes, size_t length) {
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == 017) continue;
        if (begins(bytes + i, length - i, "\033(B")) i += 2;
        else bytes[kept++] = bytes[i];
    }
    return kept;
}

// Removes a reset of the foreground color if a reset of all attributes, which includes the colors, follows directly.
// Returns the remaining length.
static size_t without_colors_that_end(char *bytes, size_t length) {
    static const char own[] = "\033[39m", *const ends[] = {"\033[m", "\033[0m", "\033[0;"};
    const size_t count = sizeof own - 1;
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (begins(bytes + i, length - i, own)) {
            const char *next = bytes + i + count;
            size_t rest = length - i - count;
            if (begins(next, rest, ends[0]) || begins(next, rest, ends[1]) || begins(next, rest, ends[2])) {
                i += count - 1;
                continue;
            }
        }
        bytes[kept++] = bytes[i];
    }
    return kept;
}

const char *cn_screen_frame(
    cn_screen *screen, int cursor_row, int cursor_column, bool everything, bool synchronized, size_t *length) {
    static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
    set_term(screen->screen);
    *length = 0;
    screen->frame_length = 0;
    if (everything) clearok(curscr, TRUE);
    // Curses can't move rows correctly if they contain overlays, which it doesn't know about.
    bool has_overlays = screen->had_overlays || screen->overlay_count;
    idlok(stdscr, !has_overlays);
    screen->had_overlays = screen->overlay_count > 0;
    bool is_shown = cursor_row >= 0;
    if (is_shown != screen->is_cursor_shown || everything) {
        // Set to the opposite first, so that curses sends the second state.
        if (everything) curs_set(!is_shown);
        curs_set(is_shown);
        screen->is_cursor_shown = is_shown;
    }
    wmove(stdscr, is_shown ? cursor_row : 0, is_shown ? cursor_column : 0);
    // The output after the frame depends on the position where curses leaves the cursor, which is undefined with
    // leaveok.
    leaveok(stdscr, !is_shown && !screen->overlay_count);
    wnoutrefresh(stdscr);
    doupdate();
    off_t size = lseek(screen->file, 0, SEEK_CUR);
    size_t prefix = synchronized ? sizeof begin - 1 : 0;
    if (size > 0 && reserve(screen, (size_t)size + 2 * sizeof begin)) {
        append(screen, begin, prefix);
        ssize_t count = pread(screen->file, screen->frame + prefix, (size_t)size, 0);
        if (count > 0) {
            char *bytes = screen->frame + prefix;
            screen->frame_length = prefix + without_colors_that_end(bytes, without_charsets(bytes, (size_t)count));
        }
    }
    if (size > 0) lseek(screen->file, 0, SEEK_SET);
    if (screen->overlay_count) {
        if (!screen->frame_length) append(screen, begin, prefix);
        size_t before = screen->frame_length;
        send_overlays(screen, everything);
        if (screen->frame_length == before && before == prefix) screen->frame_length = 0;
    }
    if (screen->frame_length && synchronized) append(screen, end, sizeof end - 1);
    *length = screen->frame_length;
    return screen->frame;
}

unsigned cn_screen_character(cn_screen *screen, int row, int column) {
    set_term(screen->screen);
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = {0};
    attr_t attributes;
    short pair;
    if (row < 0 || column < 0 || row >= getmaxy(stdscr) || column >= getmaxx(stdscr)) return 0;
    if (mvwin_wch(curscr, row, column, &cell) != OK) return 0;
    if (getcchar(&cell, text, &attributes, &pair, NULL) != OK) return 0;
    return (unsigned)text[0];
}

#else

bool cn_is_available(void) { return false; }
cn_screen *cn_screen_open(const char *terminal, int rows, int columns, bool colors, cn_problem *problem) {
    *problem = cn_unknown_terminal;
    return NULL;
}
void cn_screen_close(cn_screen *screen) {}
int cn_screen_colors(const cn_screen *screen) { return 0; }
bool cn_screen_is_modern(const cn_screen *screen) { return false; }
int cn_screen_pair(cn_screen *screen, int foreground, int background) { return 0; }
void cn_screen_resize(cn_screen *screen, int rows, int columns) {}
void cn_screen_put(
    cn_screen *screen, int row, int column, const unsigned char *text, const unsigned char *lengths, int count,
    int attributes, int pair) {}
bool cn_screen_scroll(cn_screen *screen, int first_row, int last_row, int lines) { return false; }
const char *cn_screen_frame(
    cn_screen *screen, int cursor_row, int cursor_column, bool everything, bool synchronized, size_t *length) {
    *length = 0;
    return NULL;
}
unsigned cn_screen_character(cn_screen *screen, int row, int column) { return 0; }
const char *cn_screen_enter(const cn_screen *screen) { return ""; }
const char *cn_screen_leave(const cn_screen *screen) { return ""; }
const char *cn_screen_key(const cn_screen *screen, const char *capability) { return NULL; }

#endif
