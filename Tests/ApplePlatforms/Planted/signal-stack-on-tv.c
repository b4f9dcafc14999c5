// target: CNCurses
// platform: tvos
// expects: 'sigaltstack' is unavailable: not available on tvOS
#include <signal.h>

int cn_planted(void) { return sigaltstack(NULL, NULL); }
