/*
** Results of later tiers, for the positions that lead there.
**
** Where there is memory for them they are loaded into hash tables, and looked up as they are wanted. Where there is not:
**
** Questions are asked: which position wants to know of which key. They are collected, sorted by key and merged with the parts, from
** the beginning to the end, whenever there is no more room; so the tier is walked over once. Members of a group see one folder: each
** reads the shards of all, and no message is sent. A process that is alone asks for moves within the tier in the same way, if need
** be: the answer is the number of the position.
*/
#pragma once

#include "solve/analysis.h"

#define LOOKUP_LEAST ((size_t)64 << 10)   /* bytes of questions, at least */

/* A part whose results are wanted. */
typedef struct Target {
  int64_t tier;
  uint32_t shard;
  Player player;
  const Part *part;
  Set set;                      /* its results, if they are loaded: the last word of a row is one */
  bool within;                  /* it is of the tier itself */
  uint64_t first;               /* the number of its first row among those of the player */
  uint64_t count;               /* questions */
} Target;

struct Lookup {
  bool asking;                  /* questions are asked: nothing is loaded */
  Target *targets;
  uint32_t target_count, latest;
  Part *shards;                 /* of later tiers, of all members of a group */
  uint64_t *questions;          /* rows: a key; what is asked about it, by whom; what the move settles, if there are scores */
  uint64_t count, room;
  int width;

  /* An edge from node `from` of member `rank` to our row `at` of the tier. */
  void (*take_edge) (Analysis *w, int rank, uint64_t from, uint64_t at, Player player, Value gain);
  /* The position `parent` has a successor, of `player` as it sees it, with the result `below`; value 0: it is not there. */
  void (*take_result) (Analysis *w, uint64_t parent, Value gain, Player player, Result below);
};

/* Bytes that it takes to load all results that the tier at `at` can want, and its own positions if they lead to one another. */
size_t lookup_bytes (const Analysis *w, uint32_t at);

/* Begins the tier at `at`: by questions if `asking`, else by loading the results that it can want, of our parts. Leaves the search for want
** of memory. */
void lookup_open (Analysis *w, uint32_t at, bool asking);
void lookup_close (Analysis *w);

/* The results of a part; NULL: it is not loaded. And one of them, by its row. */
const Set *lookup_set (const Analysis *w, int64_t tier, uint32_t local_shard, Player player);
Result lookup_result (const Set *set, uint64_t row);

/* Asks about entry i of a batch. False: its tier has no such part. */
bool lookup_ask (Analysis *w, const Batch *b, int i);
/* Answers all questions that are open. */
void lookup_answer (Analysis *w);
