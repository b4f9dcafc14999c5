// target: CNCurses
// platform: macos
// expects: call to undeclared function 'init_extended_pair'
#include <curses.h>

int cn_planted(void) { return init_extended_pair(1, 1, 1); }
