#include "CToggleFiles.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>

enum { largest = 1 << 20 };

#if defined(__APPLE__)
static ssize_t list(int file, char *names, size_t size) { return flistxattr(file, names, size, 0); }
static ssize_t get(int file, const char *name, void *value, size_t size) {
    return fgetxattr(file, name, value, size, 0, 0);
}
static void set(int file, const char *name, const void *value, size_t size) {
    fsetxattr(file, name, value, size, 0, 0);
}
static bool is_copied(const char *name) { return name[0] != 0; }
#else
static ssize_t list(int file, char *names, size_t size) { return flistxattr(file, names, size); }
static ssize_t get(int file, const char *name, void *value, size_t size) { return fgetxattr(file, name, value, size); }
static void set(int file, const char *name, const void *value, size_t size) { fsetxattr(file, name, value, size, 0); }
static bool is_copied(const char *name) { return strncmp(name, "user.", 5) == 0; }
#endif

void ct_copy_attributes(int from, int to) {
    ssize_t size = list(from, NULL, 0);
    if (size <= 0 || size > largest) { return; }
    char *names = malloc((size_t)size);
    size = names ? list(from, names, (size_t)size) : 0;
    // Each name ends with a zero byte.
    for (const char *name = names; size > 0 && name < names + size; name += strlen(name) + 1) {
        ssize_t length = is_copied(name) ? get(from, name, NULL, 0) : -1;
        if (length < 0 || length > largest) { continue; }
        void *value = malloc((size_t)length + 1);
        length = value ? get(from, name, value, (size_t)length) : -1;
        if (length >= 0) { set(to, name, value, (size_t)length); }
        free(value);
    }
    free(names);
}

#else

void ct_copy_attributes(int from, int to) {
    (void)from;
    (void)to;
}

#endif
