/*
** THE interface that a game answers. Rules in Lua, trees in C, compiled rules: the search sees only this.
**
** A position is a small handle, passed by pointer and copied freely: up to four integers that mean something to the game
** alone. For most games they *are* the position (a bitboard, a hash); a game whose positions are objects numbers them.
** Positions of more integers lie in rows in memory, and the handle has the address of the row: so that small ones stay small.
**
** Lifetimes. A position that `next` made lives until `next` is asked again for the same walk or for one opened earlier: exactly as long as
** a depth-first search needs it, which therefore releases by leaving. A caller that needs it longer keeps it (`keep`) and drops it
** (`drop`). Games whose handles stand for themselves have neither function, and live for ever.
**
** Any function may leave the search by way of the host (an error inside rules). So callers hold no resource across a call.
*/
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef double Value;                   /* always from MAX's side; finite where a game gives it */

typedef enum Player { MIN, MAX } Player;

#define POSITION_WORDS 4

typedef struct Position { int64_t word[POSITION_WORDS]; } Position;

/*
** The most integers of a position. Where they are more than POSITION_WORDS they lie in a row, which lives as long as the position: its
** first word is 0, the second the address of the row, or, if it is kept, that address below 0.
*/
#define MOST_WORDS 16

static inline const int64_t *position_row (const Position *position) {
  const intptr_t at = (intptr_t)position->word[1];
  return (const int64_t *)(at < 0 ? -at : at);
}

/* The name of a move: an integer (slot 0), or something that the game holds for us in a numbered slot. */
typedef struct Move { int64_t word, slot; } Move;

/* A walk over the successors of one position, in their order. */
typedef struct Walk {
  int64_t index;                        /* successors given so far; 0 opens the walk. Counted by the caller */
  Move move;                            /* the move to the last of them; set by the game */
  int64_t state[2];                     /* the game's own */
} Walk;

/*
** What a table knows a position by: equal keys mean equal values, if the same player is to move;
** with `score`, equal remaining values. A key of more words is the row of its position: then the
** first word is the address of that, and the key lives as long as the position. See key_words.
*/
typedef struct Key { uint64_t word[POSITION_WORDS]; } Key;

typedef struct Game Game;
struct RandomRun;

#define LEGAL_WORDS 128         /* of a set of moves */

/*
** The functions of a game, each once: of this list are made the pointers of a Game, the calls that a search makes, and the functions
** that stand in for them in a unit and in a helper thread. Each: f(result, `return` if there is one, name, parameters, arguments behind
** the game). Only `next` and `evaluate` are required; the others are NULL where a game has no such ability.
**
** GAME_ENTRIES are those that a unit may have compiled, in the order in which reports name them; GAME_RULES those that rules in Lua have,
** by the same names: index_at is rules.index.at. Of GAME_ANSWERS, about a position, and GAME_MOVE_ANSWERS, about a move, whose answers
** are a Value that is a whole number, or true or false, all else is made of the row; other entries are read in rules/ and, where they are
** compiled, in lua/gts/compile/game_calls.lua.
*/
#define GAME_ANSWERS(f) \
  /* What is settled already, a whole number that a Value holds exactly: the value of the position is this plus what can still come. All \
  ** that the key tells, and a table keeps, is what can still come. Absent: nothing is settled before the end. */ \
  f(Value, return, score, (Game *game, const Position *position), position) \
  /* A whole number that no move decreases. Absent: unknown. */ \
  f(Value, return, tier, (Game *game, const Position *position), position)

#define GAME_MOVE_ANSWERS(f) \
  /* Returns the rank of a move, a whole number; the greatest is searched first. */ \
  f(Value, return, rank, (Game *game, const Position *position, Move move), position, move) \
  /* Returns whether a legal move is not quiet: a capture, a promotion, all that upsets an estimate. Absent: every move is quiet. */ \
  f(bool, return, noisy, (Game *game, const Position *position, Move move), position, move)

#define GAME_ENTRIES(f) \
  /* The next successor of `position` into `child` and its move into walk->move; false when there is none left. */ \
  f(bool, return, next, (Game *game, const Position *position, Walk *walk, Position *child), position, walk, child) \
  /* The moves without their positions: `legal` writes them all as a set of bits (game/legal.h) and returns of how many words; `step`, \
  ** below, goes on as `next` does, but makes no position; `play` makes that of the move which the walk stands at, as often as it is \
  ** asked; it lives as one that `next` has made. All three, or none. */ \
  f(int, return, legal, (Game *game, const Position *position, uint64_t *set), position, set) \
  f(void, , play, (Game *game, const Position *position, Walk *walk, Position *child), position, walk, child) \
  /* The value of a leaf, finite: exact if it is terminal, else an estimate. */ \
  f(Value, return, evaluate, (Game *game, const Position *position), position) \
  /* True: a terminal, to be evaluated and not developed. Absent: a terminal is a position without successors. */ \
  f(bool, return, terminal, (Game *game, const Position *position), position) \
  /* Returns the player to move. Absent: the players alternate. */ \
  f(Player, return, player, (Game *game, const Position *position), position) \
  /* *lower <= value <= *upper, each possibly infinite. */ \
  f(void, , bounds, (Game *game, const Position *position, Value *lower, Value *upper), position, lower, upper) \
  /* Absent: the words of a position are its key, if key_words is not 0. */ \
  f(void, , key, (Game *game, const Position *position, Key *key), position, key) \
  GAME_ANSWERS(f) GAME_MOVE_ANSWERS(f) \
  /* Writes the position in which the player to move has passed, and nothing else has changed; it lives as one that `next` has made on \
  ** `walk`, which must be at its beginning and is of no other use then. False: there is none. No successor, and no move of the game. */ \
  f(bool, return, pass, (Game *game, const Position *position, Walk *walk, Position *child), position, walk, child) \
  /* Writes a random move and its position, each successor as likely, made of the random integer `random`; false: none was found, though \
  ** there may be some. Only asked where positions are integers, and moves must be. Absent: successors are counted. */ \
  f(bool, return, random, (Game *game, const Position *position, int64_t random, int64_t *move, Position *child), \
    position, random, move, child) \
  /* An index of the positions of each tier, of games whose positions are no more than POSITION_WORDS integers. `index_at` writes the \
  ** position at an index; false: there is none. `index_of` returns the index of a position in its tier, a whole number: equal ones mean \
  ** equal values with the same player to move. `index_before` goes on as `next` does, over the positions of the tier from which a move \
  ** leads to `position`; absent: unknown. `index_size` returns how many indices a tier has, from 0 on; -1: there is none of it, nor of \
  ** later ones. All but `index_before`, or none. */ \
  f(bool, return, index_at, (Game *game, int64_t tier, int64_t index, Position *position), tier, index, position) \
  f(Value, return, index_of, (Game *game, const Position *position), position) \
  f(bool, return, index_before, (Game *game, const Position *position, Walk *walk, Position *before), position, walk, before)

#define GAME_RULES(f) \
  GAME_ENTRIES(f) \
  f(Value, return, index_size, (Game *game, int64_t tier), tier) \
  /* Writes `count` finite numbers about the position, for an evaluation that is linear in them. */ \
  f(void, , features, (Game *game, const Position *position, double *numbers, int count), position, numbers, count)

#define GAME_FUNCTIONS(f) \
  GAME_RULES(f) \
  /* How many plies below `position` the terminals lie, all of them; then `terminal` is absent. Absent: it varies. */ \
  f(int, return, height, (Game *game, const Position *position), position) \
  f(bool, return, step, (Game *game, const Position *position, Walk *walk), position, walk) \
  /* The next successor of `next` that is noisy or, without `noisy`, quiet; counts those before it in walk->index. Absent: `next` and \
  ** `noisy` give it. */ \
  f(bool, return, next_of_kind, (Game *game, const Position *position, Walk *walk, Position *child, bool noisy), \
    position, walk, child, noisy) \
  /* For games that keep nothing, and whose moves are 1, 2, 3, ...: the successors behind the first `index`, no more than `most` of \
  ** them, their words side by side. Returns how many; fewer than `most` only if there are no more. Absent: `next` gives them. */ \
  f(int64_t, return, several, (Game *game, const Position *position, int64_t index, int64_t *words, int64_t most), \
    position, index, words, most) \
  /* A run of random moves, as one loop; returns a RunEnd: see game/random_run.h. Absent: there is no faster way than one by one. */ \
  f(int, return, run, (Game *game, struct RandomRun *run), run) \
  /* Copies of a position or of the move of a walk that live until dropped. Both pairs, or neither. */ \
  f(Position, return, keep, (Game *game, const Position *position), position) \
  f(Move, return, keep_move, (Game *game, Move move), move) \
  f(void, , drop, (Game *game, const Position *position), position) \
  f(void, , drop_move, (Game *game, Move move), move) \
  /* Bytes of memory that the game has for objects, those that it keeps among them; `exact`: first it looks for what it may free, which \
  ** takes a while. Absent: it has none. */ \
  f(size_t, return, held_bytes, (Game *game, bool exact), exact) \
  /* Returns what tells a move from others in all positions; equal moves, and no others, have equal labels: the integer itself with slot \
  ** 0, or a number with slot 1. Slot -1: the game cannot tell. Absent: it cannot for any move that it holds. */ \
  f(Move, return, label, (Game *game, Move move), move) \
  /* For messages: are these two the same position? And a text of one, good until the game is asked again. */ \
  f(bool, return, same, (Game *game, const Position *a, const Position *b), a, b) \
  f(const char *, return, describe, (Game *game, const Position *position), position) \
  /* Ends an open walk so that it can go on after others were opened: what it needs for that beside its position and its \
  ** index, in a form that lives until it is taken up again or dropped by drop_move. Absent: it needs nothing. */ \
  f(Move, return, leave_walk, (Game *game, Walk *walk), walk) \
  /* Takes up such a walk, with walk->index set: from then on it is open, and `place` is no more. */ \
  f(void, , resume_walk, (Game *game, const Position *position, Move place, Walk *walk), position, place, walk)

#define GAME_MEMBER(Result, give, name, parameters, ...) Result (*name) parameters;

struct Game {
  int words;                            /* how many words of a position are used */
  int row_words;                        /* where positions are rows, how many integers each has; else 0 */
  int key_words;                        /* how many words of a key are used; 0: positions have no keys */
  bool key_is_made;                     /* by gts: it is negative where a position has none, and so is like no other */
  bool key_lacks_player;                /* equal keys may be of positions with different players to move */
  bool reverses;                        /* and then their values, with `score` what can still come, are each other's negatives */
  bool index_reverses;                  /* equal indices may be of reversed positions too, whose values are each other's negatives */
  Player first;                         /* who moves at the searched position, when `player` is absent */
  Value lower, upper;                   /* no value of the game is outside; infinite when nothing is known */
  int64_t branching;                    /* no position has more successors; 0 when nothing is known */
  bool cyclic;                          /* a position that repeats one on its path, with the same player to move, ends the game; */
  Value cycle;                          /* this is its value; with `score` what it adds to the score, which no circle may change */
  size_t kept_bytes;                    /* what it takes of the memory of the search to keep a position beside its handle */
  bool noisy_first;                     /* the noisy moves of a position come before the quiet ones */
  bool whole;                           /* the tree is at hand: it may be walked beforehand, at no cost to speak of */
  int64_t *slots;                       /* the first slot that open walks leave free; NULL: they have none */

  GAME_FUNCTIONS(GAME_MEMBER)
};

/*
** The calls that are made for every node, as the search makes them. Compiled rules are translated together with an algorithm
** and define these in their own way (GAME_CALLS), so that the compiler sees through them.
*/
#ifndef GAME_CALLS

/*
** The words of a position that may be used; those of a key, 0 if that is not certain; whether the game may know
** bounds or a range, or be worth something where it repeats; whether its keys may be of reversed positions too; whether walks cost next
** to nothing, so that one may be made twice; whether bounds are asked of no one, so that they may be asked for in vain.
*/
#define GAME_WORDS POSITION_WORDS
#define GAME_KEY_WORDS 0
#define GAME_INFORMS true
#define GAME_REPEATS true
#define GAME_REVERSES true
#define GAME_TWICE false
#define GAME_BOUNDS_QUICK false

static inline int game_words (const Game *game) { return game->words; }

/* `walk` is to go over the successors of a node at this ply. */
static inline void game_open_walk (Walk *walk, int ply) {
  (void)ply;
  walk->index = 0;
  walk->state[1] = 0;                   /* a game that has several kinds of walks says so there */
}

/* Others are going to open walks on their own from a node at this ply on. */
static inline void game_lend_walks (Game *game, int ply) { (void)game, (void)ply; }

/* game_evaluate and the like: the calls; game_has_evaluate and the like: is there such a function? */
#define GAME_CALL(Result, give, name, parameters, ...) \
  static inline Result game_##name parameters { give game->name(game, __VA_ARGS__); } \
  static inline bool game_has_##name (const Game *game) { return game->name != 0; }

GAME_FUNCTIONS(GAME_CALL)

#endif

static inline int game_words (const Game *game);

/* See game->reverses. */
static inline bool game_reverses (const Game *game) { return GAME_REVERSES && game->reverses; }

/* May keys be rows? In a game whose key words are certain it is known. */
#ifdef GAME_CALLS
#define GAME_KEY_ROWS (GAME_KEY_WORDS > POSITION_WORDS)
#else
#define GAME_KEY_ROWS true
#endif

static inline bool game_key_is_row (const Game *game) {
  return GAME_KEY_ROWS && (GAME_KEY_WORDS ? GAME_KEY_WORDS : game->key_words) > POSITION_WORDS;
}

/* Returns the words of a key. */
static inline const uint64_t *key_words (const Game *game, const Key *key) {
  return game_key_is_row(game) ? (const uint64_t *)(uintptr_t)key->word[0] : key->word;
}

/* Does the game hold an object for this handle, in a slot? Else the handle stands for itself. */
static inline bool game_holds (const Game *game, const Position *position) {
  return game_words(game) == 1 && game->keep && position->word[1] != 0;
}

/* The words of a position, as arguments and as an initializer. */
#define WORDS_OF(p) (p)->word[0], (p)->word[1], GAME_WORDS > 2 ? (p)->word[2] : 0, GAME_WORDS > 3 ? (p)->word[3] : 0

/* Word by word: a compiler that is to keep positions in registers does not like to see them copied as a whole. */
static inline void position_copy (Position *to, const Position *from) {
  to->word[0] = from->word[0];
  to->word[1] = from->word[1];
  if (GAME_WORDS > 2) to->word[2] = from->word[2];
  if (GAME_WORDS > 3) to->word[3] = from->word[3];
}

static inline bool game_holds_move (Move move) { return move.slot != 0; }

/* Does what a walk has given in such a slot last until the slots of the walk are those of another one? */
#define LASTING_SLOT (INT64_C(1) << 62)
static inline bool game_lasts (int64_t slot) { return slot >= LASTING_SLOT; }

static inline Player opponent (Player player) { return player == MAX ? MIN : MAX; }
