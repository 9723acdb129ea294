/* What compilers are to know of branches. */
#pragma once

/* A condition that rarely holds. (tcc, which makes nothing of it, makes code of the double negation.) */
#ifdef __TINYC__
#define UNLIKELY(condition) (condition)
#else
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#endif
