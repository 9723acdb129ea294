#include "system/input.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"

/*
** core.input(seconds) -> the bytes that have come on standard input, as soon as some have; "" if
** none have within that time (nil: no limit), or after a signal; nil at the end. Lua's own reading
** must not be mixed with it: that reads ahead.
*/
int input_read (lua_State *L) {
  char bytes[4096];
  double seconds = luaL_optnumber(L, 1, -1);
  struct pollfd file = {.fd = STDIN_FILENO, .events = POLLIN};
  int ready = poll(&file, 1, clock_milliseconds(seconds));
  ssize_t got = ready > 0 ? read(STDIN_FILENO, bytes, sizeof bytes) : -1;
  if (got == 0) return 0;
  if (got < 0 && ready > 0 && errno != EINTR && errno != EAGAIN) return 0;
  lua_pushlstring(L, bytes, got > 0 ? (size_t)got : 0);
  return 1;
}
