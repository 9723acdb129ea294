#ifndef GTS_RIGHTS_H
#define GTS_RIGHTS_H

/* Gives up all capabilities, and what could bring new ones. Returns false if that cannot be had. */
int rights_drop (void);

#endif
