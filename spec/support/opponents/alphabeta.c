/* The opponent that thinks ahead: alpha-beta, deepening, with the best move of the last depth and killer moves first. */
#include "base/clock.h"
#include "opponent.h"

#define MOST_PLIES 100
#define PATIENCE 1024           /* nodes from one look at the clock to the next */

typedef struct Search {
  const Rules *rules;
  double deadline;
  long nodes;
  int stopped;
  int killer[MOST_PLIES];
} Search;

static int out_of_time (Search *s) {
  if (++s->nodes % PATIENCE == 0 && clock_now() >= s->deadline) s->stopped = 1;
  return s->stopped;
}

/* Puts a move to the front, if it is there. */
static void favour (int *list, int count, int move) {
  for (int i = 0; i < count; i++)
    if (list[i] == move) {
      for (; i > 0; i--) list[i] = list[i - 1];
      list[0] = move;
      return;
    }
}

static int sign (int x) { return (x > 0) - (x < 0); }

/* A win counts more the sooner it comes. */
static int final_value (const Search *s, const Board *board, int ply) {
  int outcome = s->rules->outcome(board), value = WON * outcome - sign(outcome) * ply;
  return board->turn == 0 ? value : -value;
}

/* The value for the player to move. */
static int visit (Search *s, const Board *board, int ply, int depth, int alpha, int beta) {
  int list[MOST_MOVES], count = s->rules->moves(board, list), best = -WON * WON;
  if (count == 0) return final_value(s, board, ply);
  if (out_of_time(s) || depth == 0 || ply >= MOST_PLIES) {
    int value = s->rules->estimate(board);
    return board->turn == 0 ? value : -value;
  }
  favour(list, count, s->killer[ply]);
  for (int i = 0; i < count && best < beta && !s->stopped; i++) {
    Board after = *board;
    s->rules->play(&after, list[i]);
    int again = after.turn == board->turn;
    int value = again ? visit(s, &after, ply + 1, depth - 1, alpha, beta) : -visit(s, &after, ply + 1, depth - 1, -beta, -alpha);
    if (value <= best) continue;
    best = value;
    if (value > alpha) alpha = value;
    if (value >= beta) s->killer[ply] = list[i];
  }
  return best;
}

/* One depth, from the first position: the best move comes to the front of the list. The value of the best. */
static int pass (Search *s, const Board *board, int *list, int count, int depth) {
  int best = -WON * WON, first = list[0];
  for (int i = 0; i < count; i++) {
    Board after = *board;
    s->rules->play(&after, list[i]);
    int again = after.turn == board->turn, limit = WON * WON;
    int value = again ? visit(s, &after, 1, depth - 1, best, limit) : -visit(s, &after, 1, depth - 1, -limit, -best);
    if (s->stopped) break;
    if (value > best) best = value, first = list[i];
  }
  favour(list, count, first);
  return best;
}

Choice choose_by_alphabeta (const Rules *rules, const Board *board, double seconds) {
  Search s = {.rules = rules, .deadline = clock_now() + seconds};
  int list[MOST_MOVES], count = rules->moves(board, list), depth = 0;
  for (int ply = 0; ply < MOST_PLIES; ply++) s.killer[ply] = -1;
  while (count > 1 && depth < MOST_PLIES) {
    int value = pass(&s, board, list, count, depth + 1);
    if (s.stopped) break;
    depth++;
    if (value <= -WON + MOST_PLIES || value >= WON - MOST_PLIES) break;
  }
  return (Choice){.move = list[0], .nodes = s.nodes, .depth = depth};
}
