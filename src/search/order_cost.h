/*
** Does an order pay? The cost of a node where a successor cuts off is log(visits of the node / visits of that successor). Its mean over
** nodes that were sorted is compared with its mean over nodes in their own order.
*/
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct OrderCost {
  double sum, squares;
  uint64_t nodes;
} OrderCost;

#define FEWEST_NODES 12         /* of each kind, */
#define SURE 2.5                /* standard errors; */
#define MOST_NODES 300          /* more nodes in their own order are not needed */
#define LEAST_GAIN 0.03         /* sorting takes time, too */

static inline void order_cost_add (OrderCost *cost, uint64_t of_node, uint64_t of_successor) {
  const double factor = log((double)of_node / (double)of_successor);
  cost->sum += factor;
  cost->squares += factor * factor;
  cost->nodes++;
}

static inline double order_cost_mean (const OrderCost *cost) { return cost->sum / (double)cost->nodes; }

/* Of the mean. */
static inline double order_cost_variance (const OrderCost *cost) {
  const double mean = order_cost_mean(cost);
  return fmax(0, cost->squares / (double)cost->nodes - mean * mean) / (double)cost->nodes;
}

/* Decides whether sorting pays, into *pays; false if the nodes are too few, or the difference is within the errors. */
static inline bool order_cost_decides (const OrderCost *sorted, const OrderCost *plain, bool *pays) {
  if (sorted->nodes < FEWEST_NODES || plain->nodes < FEWEST_NODES) return false;
  const double gain = order_cost_mean(plain) - order_cost_mean(sorted) - LEAST_GAIN;
  *pays = gain > 0;
  return fabs(gain) >= SURE * sqrt(order_cost_variance(sorted) + order_cost_variance(plain)) || plain->nodes >= MOST_NODES;
}
