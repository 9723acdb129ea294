/*
** All that the program says to people goes out here. What comes from rules (names, moves, positions, errors) may hold anything: on a
** terminal, control characters could overwrite what was said before, set titles, or type for the user. What goes into a pipe or a file is
** shown on a terminal later. So everywhere they are made visible.
*/
#pragma once

#include <stddef.h>
#include <stdio.h>

#include <lua.h>

/*
** Writes a text. What a terminal would obey or hide is written as Lua writes it in strings: control characters but newline and tab, and
** bytes that are no UTF-8, as \27; characters that control how others are shown, as \u{202E}. In JSON there are none of these. As with
** fputs, ferror(out) says of failure.
*/
void output_write (FILE *out, const char *text, size_t size);

/* terminal.say(stream, text): the same for Lua; the stream is "output" or "errors". */
int output_call (lua_State *L);

/* Sends Lua's warnings to stderr, by output_write. Warnings are on at first; "@off" and "@on" work as in Lua. */
void output_warnings (lua_State *L);
