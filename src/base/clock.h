/* The time. */
#ifndef GTS_CLOCK_H
#define GTS_CLOCK_H

/* Seconds since some fixed moment; never goes back. Cannot fail. */
double clock_now (void);

/* `seconds` as poll wants them: whole milliseconds, rounded up, 10^9 at most; -1, for ever, if negative. Cannot fail. */
int clock_milliseconds (double seconds);

#endif
