/*
** Motion of the cursor within a chunk of several lines, as functions of keys of libedit: arrows go to the line above or below, and
** Ctrl-A and Ctrl-E to the ends of one.
*/
#pragma once

#include <histedit.h>

/* No key that there is: what an arrow does at the first or last line. */
#define KEY_EARLIER "\33[?3~"
#define KEY_LATER "\33[?4~"

/* To the line above or below, in the column that the cursor is in, or as near to it as there is text. */
unsigned char motion_up (EditLine *line, int key);
unsigned char motion_down (EditLine *line, int key);

/* To the ends of the line. */
unsigned char motion_begin (EditLine *line, int key);
unsigned char motion_end (EditLine *line, int key);
