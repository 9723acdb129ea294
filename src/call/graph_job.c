#include "call/graph_job.h"

#include <errno.h>
#include <poll.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "base/wait.h"
#include "call/database.h"
#include "group/local.h"
#include "rules/values.h"

static Group *group_at (lua_State *L, int index) {
  Group *group = *(Group **)luaL_checkudata(L, index, GROUP_OBJECT);
  luaL_argcheck(L, group != NULL, index, "the group is closed");
  return group;
}

/*
** Joins the group that is asked for by the options `group` and `processes`, if any: job->group. With `processes` it returns in that many
** processes, all but the first of which end in graph_job_leave. Raises an error if that cannot be.
*/
static void join_group (Job *job, lua_State *L) {
  lua_getfield(L, AT_OPTIONS, "group");
  if (!lua_isnil(L, -1)) job->group = group_at(L, -1);
  lua_getfield(L, AT_OPTIONS, "processes");
  int threads = (int)luaL_optinteger(L, -1, 1);
  if (threads == 0) threads = wait_processors();
  lua_pop(L, 2);
  if (threads > 1 && !job->group) {
    job->group = local_group(threads);
    if (!job->group) luaL_error(L, "cannot start %d processes: %s", threads, strerror(errno));
    job->forked = true;
    if (job->group->rank > 0) {         /* only the first may use these */
      job->search.asked.caller.progress = NULL;
      job->search.asked.caller.meanwhile = NULL;
      job->search.asked.time_limit = 0;
    }
  }
  job->retrograde.group = job->group;
}

bool graph_job_ended_elsewhere (const Job *job) {
  char text[GROUP_TEXT];
  int why;
  return job->group && job->group->gone(job->group, &why, text);
}

void graph_job_leave (Job *job, lua_State *L, int status) {
  Group *group = job->group;
  job->group = NULL;
  if (!group) return;
  if (status != LUA_OK || job->stopped != STOP_NONE) {
    const char *text = "";
    if (job->stopped == STOP_NONE)
      text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : lua_pushfstring(L, "a %s value was raised", luaL_typename(L, -1));
    group->quit(group, job->stopped, text);
  }
  if (job->forked) group->close(group);
  job->forked = false;
}

/* The database that is to be written, and how. */
static void read_options (Job *job, lua_State *L) {
  enum { MEMORY = 30 };                 /* 1 GB */
  const size_t limit = job->search.arena.limit;
  lua_getfield(L, AT_OPTIONS, "database");
  job->retrograde = (Retrograde){.db = database_at(L, -1), .memory = limit ? limit : (size_t)1 << MEMORY};
  if (!job->retrograde.db) luaL_error(L, "there is no database for what is solved");
  lua_getfield(L, AT_OPTIONS, "distances");
  job->retrograde.no_distances = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
  lua_getfield(L, AT_OPTIONS, "checkpoint");
  job->retrograde.checkpoint = lua_tonumber(L, -1);
  lua_getfield(L, AT_OPTIONS, "ranges");
  job->retrograde.ranges = lua_isinteger(L, -1) ? (uint64_t)lua_tointeger(L, -1) : 1;
  lua_getfield(L, AT_OPTIONS, "audit");
  job->retrograde.audit = lua_toboolean(L, -1);
  lua_pop(L, 5);
  job->search.arena.limit = 0;
  job->search.asked.task = &job->retrograde;
}

void graph_job_open (Job *job, lua_State *L) {
  read_options(job, L);
  join_group(job, L);
  job->search.asked.caller.known = NULL;
}

void graph_job_set_progress (lua_State *L, const Job *job) {
  const Retrograde *task = &job->retrograde;
  if (task->stage == NULL) return;
  values_set_string(L, "stage", task->stage);
  values_set(L, "tier", (Value)task->tier);
  values_set_count(L, "done", task->done);
  values_set_count(L, "total", task->total);
  values_set_count(L, "positions", task->positions + task->others_positions);
  if (task->need) values_set_count(L, "need", task->need);
  values_set_count(L, "resolved", task->resolved + task->others_resolved);
}

void graph_job_set_result (lua_State *L, const Job *job) {
  const Retrograde *task = &job->retrograde;
  values_set_count(L, "positions", task->positions + task->others_positions);
  if (task->group) {
    values_set_count(L, "ranks", (uint64_t)task->group->ranks);
    values_set_count(L, "messages", task->messages);
    values_set_count(L, "bytes", task->bytes);
    values_set_count(L, "largest", task->largest);
  }
  if (task->need) values_set_count(L, "need", task->need);
  if (task->contradicted) values_set_string(L, "mover", task->mover == MAX ? "max" : "min");
  values_set_flag(L, "resumed", task->resumed);
  values_set_flag(L, "by_ply", task->by_ply);
  const Analysis *w = task->analysis;
  if (job->stopped == STOP_NONE || !w) return;
  lua_newtable(L);                      /* how many positions there are of each tier */
  for (uint32_t i = 0; i < w->tier_count; i++) {
    lua_pushinteger(L, (lua_Integer)(w->tiers[i].count[MIN] + w->tiers[i].count[MAX]));
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  lua_setfield(L, -2, "tiers");
}

/* A wait for the others outside of a job. */
typedef struct Meeting { lua_State *L; Group *group; } Meeting;

static void look_for_quit (void *owner) {
  const Meeting *m = owner;
  int why;
  char text[GROUP_TEXT];
  if (m->group->gone(m->group, &why, text)) luaL_error(m->L, "%s", text);
}

/* groups.meet(group, n) -> the sum of n over all members. A barrier; raises an error if a member is gone. */
static int meet (lua_State *L) {
  Group *group = group_at(L, 1);
  Meeting meeting = {L, group};
  Tally tally = {.sum = {(uint64_t)luaL_optinteger(L, 2, 0)}};
  group->owner = &meeting;
  group->look = look_for_quit;
  group_meet(group, &tally);
  group->look = NULL;
  lua_pushinteger(L, (lua_Integer)tally.sum[0]);
  return 1;
}

/* groups.quit(group, message): announces to the others that this member leaves. */
static int quit (lua_State *L) {
  Group *group = group_at(L, 1);
  group->quit(group, STOP_NONE, luaL_checkstring(L, 2));
  return 0;
}

/* groups.rank(group) -> this member's number, from 0, and how many there are. */
static int rank (lua_State *L) {
  const Group *group = group_at(L, 1);
  lua_pushinteger(L, group->rank);
  lua_pushinteger(L, group->ranks);
  return 2;
}

/* groups.pause(seconds) */
static int pause_for (lua_State *L) {
  poll(NULL, 0, clock_milliseconds(luaL_checknumber(L, 1)));
  return 0;
}

const luaL_Reg group_functions[] = {{"meet", meet}, {"quit", quit}, {"rank", rank}, {"pause", pause_for}, {NULL, NULL}};
