#pragma once
#include <fcntl.h>
int flock(int, int);
