/*
** Several processes that solve a tier by an index together: each owns ranges of it, one after the other, and what a wave finds in a
** range of another one is sent there. The file of ranges is one for all; each writes its own ranges. Waves begin and end together.
**
** Results are numbered as they come, in each process in another order. When the first walk is done all agree on numbers, and further
** ones come in the same order everywhere.
*/
#pragma once

#include "solve/cells.h"

/* Is there more than one process? */
static inline bool members_are_many (const Indexed *ix) { return ix->w->ranks > 1; }

/* What receives a result of a wave, and a move. */
typedef void MembersReceive (Indexed *ix, uint64_t message);
typedef void MembersReceiveEdge (Indexed *ix, uint64_t target, uint64_t source);

/* Prepares messages between them. Leaves the search for want of memory. */
void members_open (Indexed *ix, MembersReceive *receive, MembersReceiveEdge *receive_edge);

/* Divides the ranges of a tier by the work that they are: `weights` of as many equal pieces of the tier, the same in all members. */
void members_divide (Indexed *ix, const double *weights, int pieces);

/* The first range of a member; of the one behind the last: how many there are. */
uint32_t members_first (const Indexed *ix, int rank);

/* The member that owns a node. */
int members_owner (const Indexed *ix, uint64_t node);

/* Sends a member a result of a wave: node, 2 bits. And has that been done since this was asked last? */
void members_send (Indexed *ix, int to, uint64_t message);
bool members_have_sent (Indexed *ix);

/* Sends a member a move to one of its nodes: see edges_receive. */
void members_send_edge (Indexed *ix, int to, uint64_t target, uint64_t source);

/* The least of a number over all members, of each of two; 0 is none. True: the first of them says that a checkpoint is due. */
bool members_least (Indexed *ix, uint32_t least[2], bool due);

/* All get to know where in the file each range is. All windows must be stored. */
void members_share_ranges (Indexed *ix);

/* All agree on the numbers of results. Returns the new ones of the *count old ones, for the store; there must be no mail. */
Cell *members_agree (Indexed *ix, size_t *count);
