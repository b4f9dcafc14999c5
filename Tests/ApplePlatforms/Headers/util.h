#pragma once
#include <sys/types.h>
#include <termios.h>
int openpty(int *, int *, char *, struct termios *, struct winsize *);
int login_tty(int);
