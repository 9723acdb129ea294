/* What the parts of mcts share: the search, and what it keeps of a node beside the tree's fields, where an option wants that. */
#pragma once

#include "algo/sample/amaf.h"
#include "algo/sample/gametree.h"
#include "algo/sample/halving.h"
#include "algo/sample/joint.h"
#include "algo/sample/moves.h"
#include "algo/sample/playout.h"
#include "algo/sample/policy.h"
#include "algo/sample/transposition.h"

/* How a child is selected: the words of the option `select`, in their order, or a function. */
typedef enum SelectRule { SELECT_UCT, SELECT_UCB1TUNED, SELECT_RAVE, SELECT_GRAVE, SELECT_PN, SELECT_GPN, SELECT_FUNCTION } SelectRule;

/* How proof numbers bias selection: see proof.h. */
typedef enum ProofBias { PROOF_RANK, PROOF_MAX, PROOF_SUM } ProofBias;

/* What a result is backed up with: the words of the option `backup`, in their order. */
typedef enum BackupRule { BACKUP_MEAN, BACKUP_MINIMAX, BACKUP_BOUNDS } BackupRule;

/* What is kept of a node beside the tree's own. */
typedef struct Lore {
  double squares;       /* of the results, summed */
  double results, total;        /* their number, and their sum: of this node alone, where others have the same position */
  Value heuristic;      /* the minimax value of the rules' evaluations below */
  AmafTable *amaf;      /* NULL: nothing */
  uint32_t number;      /* of the move to it; 0: not asked for yet */
  Trial trial;          /* of a move of the root */
  double proof[2];      /* its proof numbers, by the player whose success they count; see proof.h */
  double term;          /* what those of it and its siblings add to its merit, before it is weighted */
} Lore;

typedef struct Uct {
  Search *search;
  GameTree *tree;
  Playout playout;
  Joint joint;          /* with the trees of other threads */
  Transpositions known; /* positions, where there is a table */
  double exploration;
  bool estimates;       /* results are evaluations, not ends of games */
  uint32_t prior;       /* weight, in visits, of the rules' evaluation of a new child */
  int tightened;        /* the last ply on the path whose bounds changed on the way down; -1: none */
  bool at_once;         /* all children of a node are made at once */
  bool lore;            /* nodes have one */
  bool records;         /* moves are recorded */
  SelectRule select;
  double bias;          /* of RAVE */
  double reference_visits;      /* of GRAVE: see select_refer */
  const GameNode *reference;    /* the node on the path whose AMAF statistics count */
  BackupRule backup;
  double backup_weight;
  Value least, most;    /* what heuristic values lie between: those that were seen */
  Value goal[2];        /* of PN and GPN: what MAX asks for at least, and MIN at most */
  ProofBias proof_bias;
  double proof_weight;
  Halving halving;
  double made;          /* iterations so far */
  double began;         /* visits of the root before the first */
  double iterations;    /* the most there may be */
  Moves moves;
  Policy policy;        /* of the playouts, where moves are recorded */
  Amaf *amaf;           /* NULL: not wanted */
} Uct;

static inline bool uct_has_table (const Uct *m) { return UNLIKELY(m->known.table != NULL); }

/* Are proof numbers kept? */
static inline bool uct_proves (const Uct *m) { return m->select == SELECT_PN || m->select == SELECT_GPN; }

/* Of a node, where m->lore. */
static inline Lore *uct_lore (const Uct *m, const GameNode *n) { return gametree_extra(m->tree, n); }
