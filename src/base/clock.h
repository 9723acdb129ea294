/* The time. */
#ifndef GTS_CLOCK_H
#define GTS_CLOCK_H

/* Seconds since some fixed moment; never goes back. Cannot fail. */
double clock_now (void);

/* Seconds of a processor that this thread has taken; where the system does not say, those that have passed. Cannot fail. */
double clock_processor (void);

/* `seconds` as poll wants them: whole milliseconds, rounded up, 10^9 at most; -1, for ever, if negative. Cannot fail. */
int clock_milliseconds (double seconds);

#endif
