/*
** What units use of the headers of C, instead of them: to read those takes a compiler as long as a seventh of the rules, and the compiler
** that gts carries has none. At the end the functions that tcc takes from libtcc1.
*/
#pragma once

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t, sig_atomic_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned uint32_t, mode_t;
#ifdef __INT64_TYPE__
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#else
typedef long int64_t, intptr_t;
typedef unsigned long uint64_t, uintptr_t;
#endif
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __SIZE_TYPE__ size_t;

#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define INT32_MAX 2147483647
#define INT_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MAX 9223372036854775807LL
#define INT64_MIN (-INT64_MAX - 1)
#define UINT64_MAX 18446744073709551615ULL
#define SIZE_MAX ((size_t)-1)
#define UINT32_C(n) n ## U
#define INT64_C(n) n ## LL
#define UINT64_C(n) n ## ULL
#define NULL ((void *)0)
#define offsetof(type, field) ((size_t)&((type *)0)->field)
#define bool _Bool
#define true 1
#define false 0
#define INFINITY ((float)1e10000)
#define NAN (0.0f / 0.0f)
#define isnan(x) ((x) != (x))
#define isfinite(x) ((x) - (x) == 0)
#define isinf(x) (!isnan(x) && !isfinite(x))

double floor (double), ceil (double), sqrt (double), fabs (double), fmin (double, double), fmax (double, double), fmod (double, double),
  pow (double, double), nextafter (double, double), exp (double), log (double), tanh (double);
void *memcpy (void *, const void *, size_t), *memmove (void *, const void *, size_t), *memset (void *, int, size_t);
int memcmp (const void *, const void *, size_t), strcmp (const char *, const char *), strncmp (const char *, const char *, size_t);
size_t strlen (const char *);

#ifdef __TINYC__
double __floatundidf (uint64_t n) {
  int64_t i = n;
  return i >= 0 ? (double)i : 2 * (double)(int64_t)(n >> 1 | (n & 1));
}

uint64_t __fixunsdfdi (double d) {
  return d < 9223372036854775808.0 ? (int64_t)d : (uint64_t)(int64_t)(d - 9223372036854775808.0) + 9223372036854775808ULL;
}
#endif
