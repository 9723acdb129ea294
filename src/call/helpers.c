#include "call/helpers.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/stack.h"
#include "base/wait.h"
#include "call/error_origin.h"
#include "call/table.h"
#include "call/without_lua.h"
#include "search/helper.h"
#include "search/order.h"
#include "search/repeat.h"
#include "search/share.h"
#include "unit/records.h"

#define STACK ((size_t)64 << 20)        /* of a thread, where the system does not say how much this one has */
#define GRACE 0.2                       /* seconds that a process has to end by itself */

/* The helpers of a search. */
struct Helpers {
  int count;                            /* numbered from 1 */
  bool processes;
  union { pid_t process; struct Thread *thread; } of[MOST_HELPERS + 1];
};

/* This process helps with a search: those that its rules make have no helpers. */
static bool is_helper;

static Job *job_of (Search *s) { return JOB_OF(search, s); }

/* Threads. */

/* A helper thread, with a separate search and game. */
typedef struct Thread {
  Search search;
  Host host;
  CompiledGame compiled;
  LuaGame lua;                          /* what it asks of Lua is not answered */
  Table table;                          /* its head of the shared table */
  pthread_t thread;
  jmp_buf way_out;
  Stop why;                             /* it was left */
  char text[500];                       /* or failed */
} Thread;

#define THREAD_OF(member, pointer) ((Thread *)(void *)((char *)(pointer) - offsetof(Thread, member)))

static void *thread_allocate (Host *host, void *block, size_t old_size, size_t new_size) {
  (void)host, (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static void thread_leave (Host *host, Stop why) {
  Thread *thread = THREAD_OF(host, host);
  thread->why = why;
  longjmp(thread->way_out, 1);
}

static void thread_fail (Host *host, const char *format, ...) {
  Thread *thread = THREAD_OF(host, host);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(thread->text, sizeof thread->text, format, arguments);
  va_end(arguments);
  longjmp(thread->way_out, 1);
}

static bool thread_protect (Host *host, void (*work) (void *of), void *of, Stop *why, char *text, size_t room) {
  Thread *thread = THREAD_OF(host, host);
  *why = thread->why = STOP_NONE;
  thread->text[0] = 0;
  thread->lua.top = thread->compiled.floor;
  if (setjmp(thread->way_out) == 0) {
    work(of);
    return true;
  }
  *why = thread->why;
  snprintf(text, room, "%s", thread->text);
  return false;
}

static void look (CompiledGame *compiled) { watch_look(&THREAD_OF(compiled, compiled)->search); }

/* Copies the job's search into thread number `i`, with no results yet. */
static void copy_search (Thread *thread, const Job *job, int i) {
  Search *s = &thread->search;
  *s = job->search;
  s->game = &thread->compiled.game;
  s->host = &thread->host;
  const Arena *first = &job->search.arena;      /* what it may still take; 0: any */
  arena_init(&s->arena, s->host, first->limit == 0 ? 0 : first->limit > first->held ? first->limit - first->held : 1);
  s->trace = (Tracing){0};
  arena_init(&s->trace.memory, s->host, 0);
  s->lines = (LinePool){.arena = &s->arena, .game = s->game};
  s->order.by = NULL;
  s->pass.path = NULL;
  s->table = job->search.table && !job->search.team.tallies ? &thread->table : NULL;
  s->own_table = s->outcome.distances = (Table){0};
  s->side_table.counts = (TableCounts){0};         /* the table itself is the main thread's */
  s->asked.caller = (Caller){0};
  s->team.helper = i;
  s->asked.time_limit = 0;
  s->asked.node_limit = 0;
  s->watch.poll_at = s->watch.until_poll = 0;
  s->watch.poll_step = 1;
  s->watch.deepest = -1;
  s->outcome.stats = (Stats){0};
  s->outcome.answer.line = s->outcome.completed.line = s->pass.root.line = NULL;
  s->pass.memory = NULL;
  s->pass.above = NULL;
  s->pass.above_room = 0;
}

static void open_parts (void *of) {
  Search *s = of;
  s->watch.stack_floor = stack_floor();
  order_open(s);
  repeat_open(s);
}

static void *thread_run (void *of) {
  Thread *thread = of;
  Search *s = &thread->search;
  Stop why;
  char text[1];
  if (thread_protect(&thread->host, open_parts, s, &why, text, sizeof text)) {
    thread->compiled.stack_floor = s->watch.stack_floor ? s->watch.stack_floor : (const char *)&why - ((size_t)64 << 10);
    helper_run(s);
  } else share_miss(s, s->team.helper);
  return NULL;
}

/* A thread takes no signals: they are the host's. And it has as much stack as the main thread. */
static bool launch (Thread *thread) {
  pthread_attr_t attributes, own;
  size_t size = STACK;
  void *lowest;
  sigset_t all, before;
  if (pthread_getattr_np(pthread_self(), &own) == 0) {
    if (pthread_attr_getstack(&own, &lowest, &size) != 0 || size > STACK * 16) size = STACK;
    pthread_attr_destroy(&own);
  }
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, size);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(&thread->thread, &attributes, thread_run, thread) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

static bool recruit_thread (Job *job, int i) {
  Thread *thread = calloc(1, sizeof *thread);
  if (thread == NULL) return false;
  thread->host = (Host){.allocate = thread_allocate, .leave = thread_leave, .fail = thread_fail, .protect = thread_protect};
  if (job->search.table) thread->table = *job->search.table;
  copy_search(thread, job, i);
  thread->lua = job->lua;
  thread->lua.game = without_lua(&job->lua.game);
  thread->lua.host = &thread->host;
  thread->lua.L = NULL;
  thread->lua.arena = &thread->search.arena;
  thread->lua.rows = (Rows){0};
  thread->lua.lists = (MoveLists){0};
  thread->compiled = job->compiled;
  thread->compiled.rules = &thread->lua.game;
  thread->compiled.top = thread->compiled.game.slots = &thread->lua.top;
  thread->compiled.rows = &thread->lua.rows;
  thread->compiled.lists = &thread->lua.lists;
  thread->compiled.look = look;
  thread->compiled.game.describe = NULL;        /* positions are integers, and described as such */
  records_open(&thread->compiled, NULL);
  job->helpers->of[i].thread = thread;
  if (launch(thread)) return true;
  free(thread);
  return false;
}

static void dismiss_thread (Thread *thread) {
  pthread_join(thread->thread, NULL);
  thread->search.team.share = NULL;          /* it is not the helper's, */
  thread->search.side_table = (Table){0};          /* nor is this */
  search_close(&thread->search);
  records_close(&thread->compiled);
  free(thread);
}

/* Is everything that the search asks compiled? */
static bool needs_no_lua (const Job *job) {
  const Game *rules = &job->lua.game, *calls = job->native ? &job->native->calls : NULL;
  const Caller *caller = &job->search.asked.caller;
  if (calls == NULL || job->native->position || lua_game_has_rows(&job->lua)) return false;
  if (caller->known || caller->judge || caller->rollout || caller->merit) return false;
  return !rules->key || calls->key;             /* a unit has all functions that the rules have, unless positions are their own keys */
}

/* Processes. */

/* The host's handlers of signals do not run here. Ctrl-C is for the main process. */
static void forget_signals (void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) signal(number, SIG_DFL);
  }
}

/* The slots of the protected function, for those that follow (helpers_protect). */
static void save_slots (lua_State *L) {
  luaL_checkstack(L, 10, NULL);
  lua_createtable(L, AT_LAST, 0);
  for (int i = 1; i <= AT_LAST; i++) {
    lua_pushvalue(L, i);
    lua_rawseti(L, -2, i);
  }
  lua_setiuservalue(L, AT_JOB, JOB_SLOTS);
}

static bool recruit_process (Job *job, int i) {
  Search *s = &job->search;
  const pid_t process = process_copy();
  job->helpers->of[i].process = process;
  if (process != 0) return process > 0;
  forget_signals();
  is_helper = true;
  s->team.helper = i;
  if (s->team.tallies) s->table = NULL;
  s->asked.time_limit = 0;
  s->asked.node_limit = 0;
  s->asked.caller.progress = NULL;
  s->asked.caller.meanwhile = NULL;
  s->asked.caller.recruit = NULL;
  s->host->interrupted = NULL;
  save_slots(job->L);
  s->host->leave(s->host, STOP_HELPS);
  return false;
}

static int do_work (lua_State *L) {
  Job *job = lua_touserdata(L, AT_JOB);
  luaL_checkstack(L, 2 * MOST_WORDS + 40, NULL);
  job->L = L;
  job->lua.top = job->compiled.floor;
  job->work(job->work_of);
  return 0;
}

/* Pushes do_work and what it finds in its slots. */
static void push_work (const Job *job, lua_State *L, int at) {
  (void)job;
  luaL_checkstack(L, AT_LAST + 10, NULL);
  lua_pushcfunction(L, do_work);
  const int function = lua_gettop(L);
  lua_getiuservalue(L, at, JOB_SLOTS);
  for (int i = 1; i <= AT_LAST; i++) lua_rawgeti(L, function + 1, i);
  lua_remove(L, function + 1);
}

bool helpers_protect (Host *host, void (*work) (void *of), void *of, Stop *why, char *text, size_t room) {
  Job *job = JOB_OF(host, host);
  lua_State *L = job->L;
  const int top = lua_gettop(L), at = job->at;
  job->work = work;
  job->work_of = of;
  job->stopped = STOP_NONE;
  error_origin_push_handler(L, job);
  push_work(job, L, at);
  const int status = lua_pcall(L, AT_LAST, 0, top + 1);
  job->L = L;
  *why = job->stopped;
  text[0] = 0;
  if (status != LUA_OK && *why == STOP_NONE) {
    error_origin_explain(L, at, job->at_game);
    const bool is_text = lua_type(L, -1) == LUA_TSTRING;
    snprintf(text, room, "%s", is_text ? lua_tostring(L, -1) : "the rules raised an error that is no text");
  }
  lua_settop(L, top);
  return status == LUA_OK;
}

/* (job, game) */
static int serve (lua_State *L) {
  Job *job = lua_touserdata(L, 1);
  luaL_checkstack(L, 20, NULL);
  job->L = L;
  job->at = 1;
  job->at_game = 2;
  helper_run(&job->search);
  return 0;
}

/* No error may leave this function: above it is the host's program. */
_Noreturn void helpers_serve (Job *job, lua_State *L, int at, int game) {
  if (lua_checkstack(L, 3)) {
    lua_pushcfunction(L, serve);
    lua_pushvalue(L, at);
    lua_pushvalue(L, game);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) share_miss(&job->search, job->search.team.helper);
  } else share_miss(&job->search, job->search.team.helper);
  fflush(stdout);
  _exit(0);
}

static void dismiss_process (pid_t process, double until) {
  const uint32_t never = 0;
  while (process_runs(process, NULL)) {
    if (clock_now() < until) wait_on(&never, 0, 0.0005);
    else process_kill(process);
  }
}

/* Both. */

static bool may_recruit (Search *s, bool *mapped) {
  Job *job = job_of(s);
  if (is_helper || (job->lasting && table_users(job->lasting) > 1)) return false;   /* another search has it in use */
  job->helpers = calloc(1, sizeof *job->helpers);
  if (job->helpers == NULL) return false;
  job->helpers->processes = !needs_no_lua(job);
  *mapped = job->helpers->processes;
  return true;
}

static bool recruit (Search *s, int i) {
  Job *job = job_of(s);
  job->helpers->count = i;
  if (job->helpers->processes ? recruit_process(job, i) : recruit_thread(job, i)) return true;
  job->helpers->count = i - 1;
  return false;
}

static bool present (Search *s, int i) {
  const Helpers *helpers = job_of(s)->helpers;
  return !helpers->processes || process_runs(helpers->of[i].process, NULL);
}

static void dismiss (Search *s) {
  Job *job = job_of(s);
  Helpers *helpers = job->helpers;
  const double until = clock_now() + GRACE;
  for (int i = 1; helpers && i <= helpers->count; i++)
    if (helpers->processes) dismiss_process(helpers->of[i].process, until);
    else dismiss_thread(helpers->of[i].thread);
  free(helpers);
  job->helpers = NULL;
}

void helpers_allow (Job *job) {
  Caller *caller = &job->search.asked.caller;
  caller->may_recruit = may_recruit;
  caller->recruit = recruit;
  caller->present = present;
  caller->dismiss = dismiss;
}
