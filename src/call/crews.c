#include "call/crews.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include <lauxlib.h>

#include "base/wait.h"
#include "crew/local.h"

/* Clears the options that only rank 0 may use. */
static void leave_to_first (Search *search) {
  search->asked.caller.progress = NULL;
  search->asked.caller.meanwhile = NULL;
  search->asked.time_limit = 0;
}

static Crew *crew_at (lua_State *L, int index) {
  Crew *crew = *(Crew **)luaL_checkudata(L, index, CREW_OBJECT);
  luaL_argcheck(L, crew != NULL, index, "the crew is closed");
  return crew;
}

void crews_join (Job *job, lua_State *L) {
  lua_getfield(L, AT_OPTIONS, "crew");
  if (!lua_isnil(L, -1)) job->crew = crew_at(L, -1);
  lua_getfield(L, AT_OPTIONS, "processes");
  int threads = (int)luaL_optinteger(L, -1, 1);
  if (threads == 0) threads = wait_processors();
  lua_pop(L, 2);
  if (threads > 1 && !job->crew) {
    job->crew = local_crew(threads);
    if (!job->crew) luaL_error(L, "cannot start %d processes: %s", threads, strerror(errno));
    job->forked = true;
    if (job->crew->rank > 0) leave_to_first(&job->search);
  }
  job->retrograde.crew = job->crew;
}

bool crews_told (const Job *job) {
  char text[CREW_TEXT];
  int why;
  return job->crew && job->crew->gone(job->crew, &why, text);
}

void crews_end (Job *job, lua_State *L, int status) {
  Crew *crew = job->crew;
  job->crew = NULL;
  if (!crew) return;
  if (status != LUA_OK || job->stopped != STOP_NONE) {
    const char *text = "";
    if (job->stopped == STOP_NONE)
      text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : lua_pushfstring(L, "a %s value was raised", luaL_typename(L, -1));
    crew->quit(crew, job->stopped, text);
  }
  if (job->forked) crew->close(crew);
  job->forked = false;
}

/* Who waits for the others outside of a job. */
typedef struct Meeting { lua_State *L; Crew *crew; } Meeting;

static void look (void *owner) {
  const Meeting *m = owner;
  int why;
  char text[CREW_TEXT];
  if (m->crew->gone(m->crew, &why, text)) luaL_error(m->L, "%s", text);
}

/* crews.meet(crew, n) -> the sum of what all say. Waits for the others; raises an error if one is gone. */
static int meet (lua_State *L) {
  Crew *crew = crew_at(L, 1);
  Meeting meeting = {L, crew};
  Tally tally = {.sum = {(uint64_t)luaL_optinteger(L, 2, 0)}};
  crew->owner = &meeting;
  crew->look = look;
  crew_meet(crew, &tally);
  crew->look = NULL;
  lua_pushinteger(L, (lua_Integer)tally.sum[0]);
  return 1;
}

/* crews.quit(crew, message): tells the others that this one goes. */
static int quit (lua_State *L) {
  Crew *crew = crew_at(L, 1);
  crew->quit(crew, STOP_NONE, luaL_checkstring(L, 2));
  return 0;
}

/* crews.rank(crew) -> this member's number, from 0, and how many there are. */
static int rank (lua_State *L) {
  const Crew *crew = crew_at(L, 1);
  lua_pushinteger(L, crew->rank);
  lua_pushinteger(L, crew->ranks);
  return 2;
}

/* crews.pause(seconds) */
static int pause_for (lua_State *L) {
  const lua_Number seconds = luaL_checknumber(L, 1);
  const struct timespec time = {(time_t)seconds, (long)((seconds - (lua_Number)(time_t)seconds) * 1e9)};
  nanosleep(&time, NULL);
  return 0;
}

void crews_set_functions (lua_State *L) {
  static const luaL_Reg functions[] = {{"meet", meet}, {"quit", quit}, {"rank", rank}, {"pause", pause_for}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
