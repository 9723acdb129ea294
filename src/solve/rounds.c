#include "solve/rounds.h"

#include <string.h>

#include "solve/distribution.h"
#include "solve/layers.h"
#include "solve/runs.h"

/* Develops the positions in memory that are not developed yet; `done` counts. False: there was nothing. */
static bool develop_in_memory (Analysis *w, const Layer *layer, uint64_t *done) {
  uint64_t row[MOST_ROW];
  const uint64_t before = *done;
  for (; *done < layer->set.count; ++*done) {
    memcpy(row, set_row(&layer->set, *done), (size_t)w->width * sizeof *row);
    analysis_progress(w, "forward", *done, layer->set.count);
    analysis_develop(w, row, layer->player, 0, false, NULL);
  }
  return *done > before;
}

/*
** Develops those positions of a layer that are new since the last round. When some of it is put aside for the first time, all of it
** becomes one round: part of that had been developed in memory.
*/
static bool develop_round (Analysis *w, Layer *layer) {
  SpillReader r;
  const uint64_t *row;
  uint64_t developed = 0;
  if (!layer->in_rounds) layer->loops = 0;
  layer->in_rounds = true;
  if (layer->set.count > 0) layers_put_aside(w, layer);
  const uint64_t count = runs_settle(w, layer, &r);
  if (count == 0) return false;
  while ((row = spill_next(&r))) {
    analysis_progress(w, "forward", developed++, count);
    analysis_develop(w, row, layer->player, 0, false, NULL);
  }
  store_give(&w->store, r.buffer);
  return true;
}

static bool develop_layer (Analysis *w, Layer *layer, uint64_t *done) {
  w->developed = layer;
  const bool more = layer->runs > 0 ? develop_round(w, layer) : develop_in_memory(w, layer, done);
  w->flush(w);
  w->developed = NULL;
  return more;
}

void rounds_develop (Analysis *w) {
  const size_t count = 2 * (size_t)w->local_shards;
  uint64_t *done = store_take(&w->store, count * sizeof *done + 1);
  memset(done, 0, count * sizeof *done);
  bool any;
  do {
    any = false;
    for (bool more = true; more; any |= more) {
      more = false;
      for (size_t i = 0; i < count; i++) more |= develop_layer(w, layers_of(w, w->tier, (uint32_t)(i / 2), i % 2), &done[i]);
    }
  } while (distribution_any(w, any));
  for (size_t i = 0; i < count; i++) w->loops += layers_of(w, w->tier, (uint32_t)(i / 2), i % 2)->loops;
  store_give(&w->store, done);
}
