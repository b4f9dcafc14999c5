#pragma once
#include <sys/types.h>
struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};
// In Swift, these and `ioctl` come from the overlay.
#define _IOC(direction, group, number, length) \
    ((uint32_t)(direction) | (((uint32_t)(length) & 0x1fffu) << 16) | ((uint32_t)(group) << 8) | (uint32_t)(number))
#define TIOCGWINSZ _IOC(0x40000000u, 't', 104, sizeof(struct winsize))
#define TIOCSWINSZ _IOC(0x80000000u, 't', 103, sizeof(struct winsize))
#define TIOCSCTTY _IOC(0x20000000u, 't', 97, 0)
int ioctl(int, unsigned long, ...);
