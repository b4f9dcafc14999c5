// target: CNCurses
// platform: macos
// expects: call to undeclared function 'memfd_create'
#include <sys/mman.h>

int cn_planted(void) { return memfd_create("", 0); }
