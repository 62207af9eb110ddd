/* The locale C for the calling thread. A program that links the library may have called setlocale,
 * and then strtod and printf may use a decimal comma. */

#ifndef GRUNDY_SRC_BASE_LOCALE_H
#define GRUNDY_SRC_BASE_LOCALE_H

#include <locale.h>

/* Enters the locale and returns the previous one, for grundy_locale_leave. C libraries keep one
 * object for this locale and allocate nothing; should newlocale fail, the thread stays in its own
 * locale. */
static inline locale_t grundy_locale_enter(void) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return c == (locale_t)0 ? c : uselocale(c);
}

static inline void grundy_locale_leave(locale_t before) {
  if (before != (locale_t)0) freelocale(uselocale(before));
}

#endif
