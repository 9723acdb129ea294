/*
** A group on one machine: copies of this process, with rings of messages in memory that all share. It has no name, and is gone with the
** last of them; the copies end when the first process does, in whatever way.
*/
#pragma once

#include "group/group.h"

#define LOCAL_MOST 256          /* members */

/*
** Makes `ranks` - 1 copies of this process, and returns in all of them; the caller is rank 0. A copy has all its memory, and ignores
** SIGINT; it must not go on with what its caller was about: close ends it. NULL, in the caller alone, with errno: it cannot be.
*/
Group *local_group (int ranks);
