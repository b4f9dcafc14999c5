#pragma once
#include <sys/types.h>
#define XATTR_NOFOLLOW 0x0001
ssize_t getxattr(const char *, const char *, void *, size_t, uint32_t, int);
ssize_t fgetxattr(int, const char *, void *, size_t, uint32_t, int);
int setxattr(const char *, const char *, const void *, size_t, uint32_t, int);
int fsetxattr(int, const char *, const void *, size_t, uint32_t, int);
ssize_t flistxattr(int, char *, size_t, int);
int removexattr(const char *, const char *, int);
