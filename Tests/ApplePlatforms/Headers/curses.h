#pragma once
// The part of ncurses 6.0 (2015-08-08, the version in macOS) that the package uses, and what that version lacks.
#include <stdbool.h>
#include <stdio.h>
#include <stddef.h>
#include <wchar.h>

// As part of a module, this header sees macros from the command line, but not those that a C file defines.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 0
#endif
#define NCURSES_VERSION_MAJOR 6
#define NCURSES_VERSION_MINOR 0
#define NCURSES_VERSION_PATCH 20150808
// The types have wide color pairs, but init_extended_pair was added in 2017.
#define NCURSES_EXT_COLORS 20150808

typedef unsigned chtype;
typedef chtype attr_t;
typedef struct _win_st WINDOW;
typedef struct screen SCREEN;

#undef TRUE
#undef FALSE
#define TRUE 1
#define FALSE 0
#define ERR (-1)
#define OK (0)
#define A_NORMAL 0u
#define A_UNDERLINE 0x00020000u
#define A_REVERSE 0x00040000u
#define A_DIM 0x00100000u
#define A_BOLD 0x00200000u

extern WINDOW *curscr;
extern WINDOW *stdscr;
extern int COLORS;
extern int COLOR_PAIRS;
extern int LINES;
extern int COLS;

SCREEN *newterm(char *, FILE *, FILE *);
SCREEN *set_term(SCREEN *);
void delscreen(SCREEN *);
int clearok(WINDOW *, bool);
int curs_set(int);
int doupdate(void);
int getcurx(const WINDOW *);
int getcury(const WINDOW *);
int getmaxx(const WINDOW *);
int getmaxy(const WINDOW *);
bool has_colors(void);
int idlok(WINDOW *, bool);
int init_pair(short, short, short);
int leaveok(WINDOW *, bool);
int nonl(void);
int resizeterm(int, int);
int scrollok(WINDOW *, bool);
int start_color(void);
int use_default_colors(void);
void use_env(bool);
int wattr_set(WINDOW *, attr_t, short, void *);
int werase(WINDOW *);
int wmove(WINDOW *, int, int);
int wnoutrefresh(WINDOW *);
int wredrawln(WINDOW *, int, int);
int wscrl(WINDOW *, int);
int wsetscrreg(WINDOW *, int, int);

// From terminfo; without `const`.
char *tigetstr(char *);
int tigetnum(char *);
int tigetflag(char *);
char *tparm(char *, ...);

#if NCURSES_WIDECHAR
#define CCHARW_MAX 5
typedef struct {
    attr_t attr;
    wchar_t chars[CCHARW_MAX];
} cchar_t;
int getcchar(const cchar_t *, wchar_t *, attr_t *, short *, void *);
int mvwaddnwstr(WINDOW *, int, int, const wchar_t *, int);
int mvwin_wch(WINDOW *, int, int, cchar_t *);
int vid_puts(attr_t, short, void *, int (*)(int));
#endif
