/* The options of a search: from Lua into the search, and as data to Lua. */
#include "call/options.h"

#include <math.h>
#include <string.h>

#include <lauxlib.h>

#include "call/callbacks.h"
#include "call/database.h"
#include "call/job.h"
#include "call/table.h"
#include "rules/guest.h"
#include "rules/handles.h"
#include "rules/rules.h"
#include "rules/values.h"
#include "search/run.h"
#include "search/share.h"

/* Pushes an option; false, and nil is pushed, if it was not given. */
static bool push_option (lua_State *L, const char *name) { return lua_getfield(L, AT_OPTIONS, name) != LUA_TNIL; }

static double number_option (lua_State *L, const char *name, double otherwise) {
  double value = push_option(L, name) ? lua_tonumber(L, -1) : otherwise;
  lua_pop(L, 1);
  return value;
}

static bool flag_option (lua_State *L, const char *name) {
  push_option(L, name);
  bool value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

/* A count: no option, or one too large to be reached, is 0 for no limit. */
static uint64_t count_option (lua_State *L, const char *name) {
  double value = number_option(L, name, 0);
  return value < 1e18 ? (uint64_t)value : 0;
}

/* Plies: infinitely many without the option. */
static int plies_option (lua_State *L, const char *name, int otherwise) {
  double value = number_option(L, name, otherwise);
  return value < NO_HORIZON ? (int)value : NO_HORIZON;
}

bool options_bounds (lua_State *L) { return flag_option(L, "bounds"); }

bool options_settles (lua_State *L) {
  bool open = push_option(L, "open");
  lua_pop(L, 1);
  return open || flag_option(L, "deepen");
}

Position options_position (Job *job, lua_State *L, const Game *game) {
  LuaGame *lua = job->by_rules ? &job->lua : NULL;
  if (!push_option(L, "position")) {
    lua_pop(L, 1);
    if (!lua) return trees_start(&job->tree);
    lua_getfield(L, AT_RULES, "start");
  }
  Position first = handles_read_position(L, -1, lua ? lua->words : game->words, lua, "the position");
  lua_pop(L, 1);
  if (!lua) trees_begin(L, &job->tree, &first);
  return first;
}

/* The options of an algorithm's own. */

/* A function of the caller's; for which question, the name of the option says. Pops it. */
static void take_function (Job *job, lua_State *L, const char *name) {
  Caller *caller = &job->search.asked.caller;
  if (strcmp(name, "select") == 0) {
    caller->choose = callbacks.choose;
    caller->merit = callbacks.merit;
    lua_replace(L, AT_SELECT);
    job->view = view_push(L, job->by_rules, job_words(job));
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, AT_JOB, JOB_VIEW);
    lua_replace(L, AT_VIEW);
  } else if (strcmp(name, "pseudo") == 0) {
    caller->is_pseudo = callbacks.is_pseudo;
    lua_replace(L, AT_PSEUDO);
  } else if (strcmp(name, "order") == 0) {
    caller->judge = callbacks.judge;
    lua_replace(L, AT_JUDGE);
  } else if (strcmp(name, "rollout") == 0) {
    caller->rollout = callbacks.rollout;
    lua_replace(L, AT_ROLLOUT);
  } else luaL_error(L, "option '%s' is a function", name);
}

/* Keeps the text on top for as long as the search runs, and pops it. */
static const char *keep_text (lua_State *L, const char *name) {
  const char *text = lua_tostring(L, -1);
  lua_setfield(L, AT_WORDS, name);
  return text;
}

/* A list of words, at `list`, of which one may be a function: as words separated by blanks. */
static const char *take_words (Job *job, lua_State *L, int list, const char *name) {
  luaL_Buffer words;
  luaL_buffinit(L, &words);
  for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, list); i++) {
    if (lua_rawgeti(L, list, i) != LUA_TSTRING) {
      take_function(job, L, name);
      lua_pushliteral(L, "function");
    }
    luaL_addvalue(&words);
    luaL_addchar(&words, ' ');
  }
  luaL_pushresult(&words);
  return keep_text(L, name);
}

static void take_window (Search *search, lua_State *L) {
  lua_rawgeti(L, -1, 1);
  lua_rawgeti(L, -2, 2);
  search->asked.window = (Window){lua_tonumber(L, -2), lua_tonumber(L, -1)};
  lua_pop(L, 3);
}

/* The table that outlasts the search. */
static void take_table (Job *job, lua_State *L) {
  int words = job->search.game->key_words;
  if (words == 0) luaL_error(L, "%s needs rules.key for its table: the positions are neither integers nor strings",
                             job->search.algorithm->id);
  push_option(L, option_table.name);
  job->search.table = job->lasting = table_use(L, -1, words, search_number(&job->search, option_threads.name) != 1,
                                                 job->search.algorithm->counts);
  job->counts = job->lasting->counts;
  lua_pop(L, 1);
}

/* The learner on top: games whose positions have patterns are served by rules. */
static void take_learner (Job *job, lua_State *L) {
  if (!job->by_rules) luaL_error(L, "option 'learner': a tree has no rules to learn from");
  if (lua_type(L, -1) != LUA_TUSERDATA || luaL_getmetafield(L, -1, GUEST_FIELD) == LUA_TNIL)
    luaL_error(L, "option 'learner' is a %s: expected what core.learner makes", luaL_typename(L, -1));
  const Guest *guest = lua_touserdata(L, -1);
  lua_pop(L, 1);
  job->task = job->search.asked.task = guest->use(L, -1, job->lua.words);
  job->guest = guest;
}

/* The value of an option, on top of the stack, is of a kind that it takes; pops it. */
static void read_setting (Job *job, lua_State *L, const Option *option, Setting *setting) {
  switch (lua_type(L, -1)) {
    case LUA_TNIL:
      lua_pop(L, 1);
      break;
    case LUA_TBOOLEAN:
      setting->number = lua_toboolean(L, -1);
      lua_pop(L, 1);
      break;
    case LUA_TNUMBER:
      setting->number = lua_tonumber(L, -1);
      setting->integer = lua_tointeger(L, -1);
      lua_pop(L, 1);
      break;
    case LUA_TSTRING:
      setting->word = keep_text(L, option->name);
      break;
    default:
      if (option->kinds & OPTION_WINDOW) take_window(&job->search, L);
      else if (option->kinds & OPTION_WORDS) {
        setting->word = take_words(job, L, lua_gettop(L), option->name);
        lua_pop(L, 1);
      } else if (option->kinds & OPTION_TABLE) lua_pop(L, 1);   /* see take_table */
      else {
        setting->word = "function";
        take_function(job, L, option->name);
      }
  }
}

/* The words of the keys of the table that outlasts the search, 0 if it has none yet; -1: there is no such table. */
static int words_of_lasting_table (lua_State *L) {
  const int words = push_option(L, option_table.name) && lua_isuserdata(L, -1) ? table_key_words(L, -1) : -1;
  lua_pop(L, 1);
  return words;
}

/* The option `selective`: true, or a list of techniques. */
static unsigned read_techniques (lua_State *L) {
  unsigned techniques = 0;
  if (push_option(L, "selective") && lua_istable(L, -1))
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++, lua_pop(L, 1)) techniques |= option_technique(lua_tostring(L, -1));
  else if (lua_toboolean(L, -1)) techniques = DEFAULT_TECHNIQUES;
  return techniques;
}

static void read_own (Job *job, lua_State *L) {
  Search *search = &job->search;
  const Option *const *options = search->algorithm->options;
  for (int i = 0; options && options[i]; i++) {
    push_option(L, options[i]->name);
    read_setting(job, L, options[i], &search->asked.settings[i]);
  }
  const int words = words_of_lasting_table(L);
  if (job->by_rules && (words >= 0 || job->known || job->task || run_needs_keys(search)))
    keys_open(&job->lua, &search->pass.root.position, words == 2 && !job->native);
  if (job->native) unit_open_keys(&job->compiled);
  if (words >= 0) take_table(job, L);
}

/* Options of all searches. */

/* A function of the caller's, into its slot; false if there is none. */
static bool take_callback (lua_State *L, const char *name, int slot) {
  bool given = push_option(L, name);
  lua_replace(L, slot);
  return given;
}

void options_read (Job *job, lua_State *L) {
  Search *search = &job->search;
  Caller *caller = &search->asked.caller;
  lua_settop(L, AT_LAST);
  lua_newtable(L);
  lua_replace(L, AT_WORDS);
  search->pass.depth = plies_option(L, "depth", NO_HORIZON);
  search->asked.longest = plies_option(L, "longest", search->asked.longest);
  search->asked.time_limit = number_option(L, "time", 0);
  if (isinf(search->asked.time_limit)) search->asked.time_limit = 0;
  search->asked.latest = number_option(L, "latest", 0);        /* not the caller's, as `floor`: of gts.best */
  search->asked.floor = number_option(L, "floor", 0);
  search->asked.report_seconds = number_option(L, "every", search->asked.report_seconds);
  search->asked.alone_seconds = number_option(L, "alone", search->asked.alone_seconds);     /* not the caller's: of specs */
  search->asked.node_limit = count_option(L, "nodes");
  search->arena.limit = (size_t)count_option(L, "memory");
  search->asked.solution = flag_option(L, "solution");
  search->asked.deepen = flag_option(L, "deepen");
  search->asked.selective = read_techniques(L);
  if (flag_option(L, "yields")) job->host.lack = job->lack;    /* not the caller's: of gts.solve */
  search->asked.settle = push_option(L, "open");      /* not the caller's: of gts.analyze */
  search->pass.open = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (push_option(L, "to_move")) search->pass.root.player = strcmp(luaL_checkstring(L, -1), "max") == 0 ? MAX : MIN;
  lua_pop(L, 1);
  if (take_callback(L, "progress", AT_PROGRESS)) caller->progress = callbacks.progress;
  if (take_callback(L, "trace", AT_TRACE)) {
    caller->trace = callbacks.trace;
    job->emitter = emitter_push(L, search);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, AT_JOB, JOB_EMITTER);
    lua_replace(L, AT_EMITTER);
  }
  if (push_option(L, "database")) {
    job->known = database_at(L, -1);
    if (!job->known) luaL_error(L, "option 'database': the database is closed");
    caller->known = callbacks.known;
  }
  lua_pop(L, 1);
  if (push_option(L, "learner")) take_learner(job, L);
  lua_pop(L, 1);
  if (take_callback(L, "meanwhile", AT_MEANWHILE)) {
    caller->meanwhile = callbacks.meanwhile;
    caller->exchange = callbacks.exchange;
  }
  read_own(job, L);
  lua_settop(L, AT_LAST);
}

/* Options as data. */

static const struct { unsigned kind; const char *name; } kinds[] = {
  {OPTION_FLAG, "flag"}, {OPTION_COUNT, "count"}, {OPTION_INTEGER, "integer"}, {OPTION_NUMBER, "number"},
  {OPTION_SECONDS, "seconds"}, {OPTION_WORD, "word"}, {OPTION_WORDS, "words"}, {OPTION_FUNCTION, "function"},
  {OPTION_WINDOW, "window"}, {OPTION_TABLE, "table"}, {OPTION_POSITION, "position"}, {OPTION_ALGORITHM, "algorithm"}, {OPTION_DATABASE, "database"}
};

static void push_kinds (lua_State *L, unsigned of) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (of & kinds[i].kind) {
      lua_pushstring(L, kinds[i].name);
      lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
}

static void set_default (lua_State *L, const Option *option) {
  if (option->word) values_set_string(L, "default", option->word);
  else if (isnan(option->otherwise)) return;
  else if (option->kinds & OPTION_FLAG) values_set_flag(L, "default", option->otherwise != 0);
  else values_set(L, "default", option->otherwise);
}

/* Pushes the row of an option: one table, however many algorithms take it. */
static void push_row (lua_State *L, const Option *option) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, option) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 8);
  values_set_string(L, "name", option->name);
  values_set_string(L, "help", option->help);
  values_set_string(L, "example", option->example);
  push_kinds(L, option->kinds);
  lua_setfield(L, -2, "kinds");
  set_default(L, option);
  if (option->kinds & OPTION_COUNT || option->least != option->most) values_set(L, "least", option->least);
  if (option->most > option->least) values_set(L, "most", option->most);
  values_push_words(L, option->words);
  lua_setfield(L, -2, "words");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, option);
}

void options_push_rows (lua_State *L, const Option *const *options) {
  lua_newtable(L);
  for (int i = 0; options && options[i]; i++) {
    push_row(L, options[i]);
    lua_rawseti(L, -2, i + 1);
  }
}
