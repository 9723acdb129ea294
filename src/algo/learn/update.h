/*
** How weights change: one position, what was predicted for it, and what should have been.
**
** The change is along the gradient, divided by its squared length, so that `rate` is the part of the error that is taken away at this
** position (normalized least mean squares: Nagumo & Noda 1967). Where no weight is met twice that length is the number of patterns.
** For the target `winner` the error is that of tanh(V), without its derivative: the gradient of the cross-entropy (Solla, Levin &
** Fleisher, "Accelerated learning in layered neural networks", 1988); that of the squared error vanishes where a prediction is sure
** and wrong, and then there is least to be learnt where most should be.
**
** Temporal coherence (Beal & Smith, "Temporal coherence and prediction decay in TD learning", 1999): each weight has a separate rate,
** |N| / A, the sum of its recommended changes to the sum of their sizes: those that go to and fro rest.
*/
#pragma once

#include "base/arena.h"
#include "algo/learn/learner.h"

#define LEAST_ERROR 1e-12       /* smaller ones are of rounding, and teach nothing */

/* What a search says of a value: that it is this, at least this, at most this. */
typedef enum Said { SAID_VALUE, SAID_AT_LEAST, SAID_AT_MOST } Said;

/* Room for what an update changes: inside of it nothing may be left. */
static inline void update_prepare (Learner *l, Arena *arena) {
  const size_t least = l->undone + (size_t)(l->features ? l->features : l->patterns);
  if (l->playing && least > l->undo_room) l->undo = arena_widen(arena, l->undo, sizeof *l->undo, &l->undo_room, least);
}

/* Changes weight `k` of a stage by the part that its rate is of `recommended`. */
static inline void update_weight (Learner *l, int stage, int64_t k, double recommended) {
  double *weight = learner_weights(l, stage);
  Memory *memory = &l->memory[stage * l->count + k - 1];
  const double change = learner_cut(recommended, MOST_WEIGHT);
  const bool slowed = l->settings.coherence && memory->size > 0;
  if (l->playing && memory->undoable != l->played + 1) {
    l->undo[l->undone++] = (Undo){weight[k], *memory, stage * l->count + k - 1};
    memory->undoable = l->played + 1;
  }
  weight[k] = learner_cut(weight[k] + l->settings.rate * (slowed ? fabs(memory->sum) / memory->size : 1) * change, MOST_WEIGHT);
  weight[-k] = -weight[k];
  memory->sum += change;
  memory->size += fabs(change);
  memory->updates++;
}

static inline void update_features (Learner *l, const Seen *seen, double error) {
  const double *row = seen->row;
  const int64_t first = learner_features_of(l, seen->player) + 1;
  double length = 0;
  for (int i = 0; i < l->features; i++) length += row[i] * row[i];
  if (length == 0) return;
  for (int i = 0; i < l->features; i++)
    if (row[i] != 0) update_weight(l, seen->stage, first + i, row[i] * (error / length));
}

/* A weight that is met several times has one gradient, the sum of its signs. */
static inline void update_patterns (Learner *l, const Seen *seen, double error) {
  const int32_t *row = seen->row;
  Memory *memory = l->memory + seen->stage * l->count - 1;
  double length = 0;
  for (int i = 0; i < l->patterns; i++) {
    if (row[i] == 0) continue;
    double *gradient = &memory[row[i] > 0 ? row[i] : -row[i]].gradient;
    const double sign = row[i] > 0 ? 1 : -1;
    length += 2 * sign * *gradient + 1;
    *gradient += sign;
  }
  for (int i = 0; i < l->patterns; i++) {
    const int64_t k = row[i] > 0 ? row[i] : -row[i];
    if (k == 0 || memory[k].gradient == 0) continue;
    const double gradient = memory[k].gradient;
    memory[k].gradient = 0;
    update_weight(l, seen->stage, k, gradient * (error / length));
  }
}

/* Learns from a position that the prediction for it should have been `target`, or at least that, or at most. */
static inline void update (Learner *l, Arena *arena, const Seen *seen, double target, Said said) {
  const double now = learner_predict(l, learner_cut(seen->settled + learner_sum(l, seen), MOST_ESTIMATE));
  const double error = learner_cut(target - now, WON_ESTIMATE);
  if (fabs(error) < LEAST_ERROR || (said == SAID_AT_LEAST && error < 0) || (said == SAID_AT_MOST && error > 0)) return;
  update_prepare(l, arena);
  l->counts.updates++;
  if (l->features) update_features(l, seen, error);
  else update_patterns(l, seen, error);
}
