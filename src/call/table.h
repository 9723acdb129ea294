/* gts.table: a transposition table that Lua holds, for any number of searches of one game. */
#pragma once

#include <lua.h>

#include "search/table.h"

/* A table saved in another format is refused. */
#define TABLE_FORMAT 3

/* Sets core.table_bytes and core.small_table_bytes, the sizes of tables by default, in the module on top of the stack. */
void table_set_sizes (lua_State *L);

/* core.table(bytes, in_steps) -> userdata, empty and not yet bound to a game; in_steps: see table_grow_in_steps. */
int table_new (lua_State *L);

/* core.is_table(value) -> boolean */
int table_is (lua_State *L);

/* core.load_table(file, bytes) -> userdata; or nil and what is wrong with the file. */
int table_load (lua_State *L);

/*
** core.bind_table(table, fingerprint, name) -> true; or, if it belongs to another game, nil, what is wrong, and the name of that
** game. A table takes the first game that it is bound to; `fingerprint` is a string of at most 64 bytes.
*/
int table_bind (lua_State *L);

/*
** The table at `index`, ready for keys of `words` words, and not to be cleared until table_release. Raises an error if it is
** none, or has keys of another length. `shared`: it may stay shared, if an earlier search has left it so. `counts`: it gets statistics,
** unless another search is at work with it.
*/
Table *table_use (lua_State *L, int index, int words, bool shared, bool counts);

/* Returns how many words the keys of the table at `index` have; 0: no search has used it. Raises an error if it is none. */
int table_key_words (lua_State *L, int index);

/* Sets in the table on top the counts of probes and stores since they were `before`. */
void table_set_counts (lua_State *L, const TableCounts *now, const TableCounts *before);

/* Returns the number of searches that use it now. Cannot fail. */
int table_users (const Table *table);

/* The search that used it is over. Cannot fail. */
void table_release (Table *table);
