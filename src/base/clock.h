/* The time. */
#pragma once

/* Seconds since some fixed moment; never goes back. Cannot fail. From any thread. */
double clock_now (void);

/* Seconds of a processor that this thread has taken; where the system does not say, those that have passed. Cannot fail. */
double clock_processor (void);

/* Moves the clock ahead: for specs, which then need not wait. Seconds that are negative or no number count as none. From any thread. */
void clock_ahead (double seconds);

/* `seconds` as poll wants them: whole milliseconds, rounded up, 10^9 at most; -1, for ever, if negative. Cannot fail. */
int clock_milliseconds (double seconds);
