// The terminal's encoding. Set only for this thread, so the rest of the process keeps its locale.
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "cncurses.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

static locale_t own_locale, former_locale;

bool cn_use_locale(void) {
    bool is_foreign = false;
    locale_t found = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const char *coding = found ? nl_langinfo_l(CODESET, found) : "";
    if (!found || strcmp(coding, "UTF-8") != 0) {
        // "C", "POSIX", and an unset locale say nothing about the terminal, and nearly all terminals use UTF-8.
        is_foreign = found && strcmp(coding, "ANSI_X3.4-1968") != 0 && strcmp(coding, "US-ASCII") != 0;
        const char *names[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
        for (size_t i = 0; !is_foreign && i < sizeof names / sizeof *names; i++) {
            locale_t other = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
            if (!other) continue;
            if (found) freelocale(found);
            found = other;
            break;
        }
    }
    if (found) {
        former_locale = uselocale(found);
        own_locale = found;
    }
    return is_foreign;
}

void cn_restore_locale(void) {
    if (!own_locale) return;
    uselocale(former_locale ? former_locale : LC_GLOBAL_LOCALE);
    freelocale(own_locale);
    own_locale = (locale_t)0;
}
