/* The time. */
#ifndef GTS_CLOCK_H
#define GTS_CLOCK_H

/* Seconds since some fixed moment; never goes back. Cannot fail. */
double clock_now (void);

#endif
