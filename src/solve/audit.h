/*
** An audit of a finished database: each position is held against its successors, as the rules have them, and nothing is written.
**
** Positions are read from the database where keys are positions, and given by the rules where they are indices; else they are found once
** more, in memory.
*/
#pragma once

#include "solve/analysis.h"

/* Audits the database of the task, all of whose parts are loaded. Fails by way of the host if it is damaged. */
void audit_run (Analysis *analysis);
