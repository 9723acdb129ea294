/* What a search asks of its caller: functions in Lua, at AT_PROGRESS, AT_TRACE, AT_MEANWHILE and so on; and the database. */
#pragma once

#include "call/job.h"

/* All of them. A search has those for which the caller has set something: see options_read. */
extern const Caller callbacks;
