/* The functions that the caller of a search has stated, at AT_PROGRESS, AT_TRACE, AT_MEANWHILE and the like. */
#ifndef GTS_CALLBACKS_H
#define GTS_CALLBACKS_H

#include "call/job.h"

/* The Caller (search.h) that calls them. */
extern const Caller callbacks;

#endif
