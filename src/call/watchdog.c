#include "call/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "rules/handles.h"
#include "rules/calls.h"
#include "rules/values.h"

#define SAY "gts.watchdog"

#define EVERYTHING (LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT)
#define IDLE 10                 /* ticks that weigh as much as one second of the processor */

static struct {
  bool on;
  pthread_t owner;              /* the thread of the program, which searches */
  pid_t process;                /* that has the timer: a copy of it has none */
  timer_t timer;
  int limit;                    /* seconds of the processor */
  double began, armed_at;       /* seconds of the processor that the thread had used when the call was first seen; and the hook armed */
  Job *volatile job;            /* the innermost search; NULL: there is none */
  volatile sig_atomic_t ticking, ticks, armed, reported;
} watch;

static void set_timer (int seconds) {
  const struct itimerspec every = {.it_interval.tv_sec = seconds, .it_value.tv_sec = seconds};
  timer_settime(watch.timer, 0, &every, NULL);
  watch.ticking = seconds > 0;
}

/* Does the call last that was there at the last tick? */
static bool lasts (const Job *job) { return job && job->lua.asked == job->lua.slow; }

/* Is the time of an algorithm in Lua over? It may be in a loop that visits nothing. */
static bool is_over (const Job *job) {
  const Search *s = &job->search;
  return job->script && s->asked.time_limit > 0 && clock_now() - s->watch.started >= s->asked.time_limit;
}

/* (job): reports the call. Called protected. */
static int report (lua_State *L) {
  const Job *job = lua_touserdata(L, 1);
  luaL_checkstack(L, 2 * MOST_WORDS + 20, NULL);
  lua_getfield(L, LUA_REGISTRYINDEX, SAY);
  lua_pushstring(L, job->lua.asked);
  lua_getiuservalue(L, 1, JOB_PATH);
  lua_getiuservalue(L, 1, JOB_KEPT);
  handles_push_position_from(L, 4, 5, job->lua.words, job->lua.about);
  if (!origin_push_line(L, 1)) lua_pushnil(L);
  lua_remove(L, 5);
  lua_remove(L, 4);
  lua_call(L, 3, 0);
  return 0;
}

/* Runs once, in the function of the rules or of the algorithm. */
static void hook (lua_State *L, lua_Debug *event) {
  (void)event;
  lua_sethook(L, NULL, 0, 0);
  if (watch.job && is_over(watch.job)) watch_look(&watch.job->search);
  if (!lasts(watch.job) || !lua_checkstack(L, 5)) return;
  watch.reported = 1;
  lua_pushcfunction(L, report);
  lua_rawgetp(L, LUA_REGISTRYINDEX, watch.job);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) lua_pop(L, 1);
}

/* Reports a call that no debug hook has reached; async-signal-safe. */
static void report_from_signal (const Job *job) {
  char digits[24];
  const Position *about = job->lua.about;
  const bool plain = job->lua.words == 1 && about->word[1] == 0;
  const char *const words[] = {
    "gts: rules.", job->lua.slow, plain ? " of position " : "", plain ? values_write(about->word[0], digits + sizeof digits) : "",
    " has not returned: it is in a function that is not written in Lua; Ctrl-C five times ends gts\n"
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (write(STDERR_FILENO, words[i], strlen(words[i])) < 0) return;
}

/* The processor time of this thread, in seconds. */
static double used (void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Has the call used up the limit? On a busy machine seconds pass without it; a call that waits for something uses none. */
static bool is_late (void) { return watch.ticks >= IDLE * watch.limit || used() - watch.began >= watch.limit - 0.5; }

static void look (Job *job) {
  LuaGame *lua = &job->lua;
  if (is_over(job) && lua_gethook(job->L) == NULL) lua_sethook(job->L, hook, EVERYTHING, 1);
  if (!lua->asked) return;
  if (!lasts(job)) {
    strncpy(lua->slow, lua->asked, sizeof lua->slow - 1);
    lua->asked = lua->slow;
    watch.ticks = watch.armed = watch.reported = 0;
    watch.began = used();
    return;
  }
  watch.ticks++;
  if (watch.reported || !is_late()) return;
  if (!watch.armed && lua_gethook(job->L) == NULL) {
    watch.armed = watch.ticks;
    watch.armed_at = used();
    lua_sethook(job->L, hook, EVERYTHING, 1);
    return;
  }
  /* On a busy machine it may not have come to the hook yet. */
  if (watch.armed && used() - watch.armed_at < 0.01 && watch.ticks - watch.armed < IDLE) return;
  watch.reported = 1;
  report_from_signal(job);
}

/* lua_sethook may be called from a signal handler (Lua manual, section 4.7). */
static void on_tick (int number) {
  const int error = errno;
  if (!pthread_equal(pthread_self(), watch.owner)) pthread_kill(watch.owner, number);
  else if (watch.job) look(watch.job);
  else set_timer(0);
  errno = error;
}

int watchdog_start (lua_State *L) {
  struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
  watch.limit = (int)luaL_checkinteger(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_setfield(L, LUA_REGISTRYINDEX, SAY);
  watch.owner = pthread_self();
  sigemptyset(&action.sa_mask);
  watch.on = sigaction(SIGURG, &action, NULL) == 0;
  return 0;
}

/* A timer of this process that ticks. */
static bool start (void) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGURG};
  const pid_t process = getpid();
  if (watch.process == process && watch.ticking) return true;
  if (watch.process != process && timer_create(CLOCK_MONOTONIC, &event, &watch.timer) != 0)
    return false;
  watch.process = process;
  set_timer(1);
  return true;
}

Job *watchdog_enter (lua_State *L, Job *job, int at) {
  Job *outer = watch.job;
  if (!watch.on || !pthread_equal(pthread_self(), watch.owner) || !start()) return outer;
  lua_pushvalue(L, at);
  lua_rawsetp(L, LUA_REGISTRYINDEX, job);
  watch.job = job;
  return outer;
}

void watchdog_leave (lua_State *L, Job *outer) {
  Job *job = watch.job;
  if (job == outer) return;
  watch.job = outer;
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, job);
}
