#pragma once
#include <sys/types.h>
// Only this header has the types of locales.
typedef struct _xlocale *locale_t;
#define LC_COLLATE_MASK (1 << 0)
#define LC_CTYPE_MASK (1 << 1)
#define LC_MESSAGES_MASK (1 << 2)
#define LC_MONETARY_MASK (1 << 3)
#define LC_NUMERIC_MASK (1 << 4)
#define LC_TIME_MASK (1 << 5)
#define LC_ALL_MASK 0x3f
#define LC_GLOBAL_LOCALE ((locale_t)-1)
#define LC_C_LOCALE ((locale_t)0)
locale_t newlocale(int, const char *, locale_t);
locale_t duplocale(locale_t);
int freelocale(locale_t);
locale_t uselocale(locale_t);
char *nl_langinfo_l(int, locale_t);
double strtod_l(const char *, char **, locale_t);
int snprintf_l(char *restrict, size_t, locale_t, const char *restrict, ...);
