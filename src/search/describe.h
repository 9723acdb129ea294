/* Positions in messages. */
#ifndef GTS_DESCRIBE_H
#define GTS_DESCRIBE_H

#include "search/search.h"

#define DESCRIBE_ROOM 240       /* for the text of a position */

/* Writes a position for people into DESCRIBE_ROOM bytes: as the game has it, else its numbers. */
void describe_position (const Search *search, const Position *position, char *text);

#endif
