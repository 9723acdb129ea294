/*
** While a line is edited, a signal that ends or stops the program gives the terminal back first, as it
** was, and then does what it does.
*/
#ifndef GTS_LEAVING_H
#define GTS_LEAVING_H

#include <signal.h>

/* Turn bracketed paste on and off, on terminals that have it. */
#define PASTES_ON "\33[?2004h"
#define PASTES_OFF "\33[?2004l"

/* Takes over the signals; *changed becomes 1 when the program goes on after one. */
void leaving_begin (volatile sig_atomic_t *changed);

/* Restores the handlers of the signals. */
void leaving_end (void);

#endif
