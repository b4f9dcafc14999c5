// target: CNCurses
// platform: tvos
int cn_planted(void) { return 0; }
