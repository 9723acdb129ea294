#pragma once

/* Locks system calls by seccomp, all but those on the descriptor `channel`, for memory and the time. Returns false if that cannot be had. */
int filter_lock (int channel);
