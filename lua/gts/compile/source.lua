--- The text of a whole unit: the engine's headers, the rules of one game, one algorithm, all in one C file. So the compiler
-- sees through the calls between them. What the engine's texts include is put in its place, each once; native/standard.h has
-- what is used of the headers of C.

local core = require "gts.core"
local entries = require "gts.compile.entries"
local game_calls = require "gts.compile.game_calls"
local options = require "gts.facts.options"
local words = require "gts.base.words"

local source = {}

local INCLUDE = '#include "'

local expand

-- A text with those headers of the engine in it that are not yet seen; others are left out: nothing here needs them.
local function with_headers(text, seen)
  local parts, at = {}, 1
  while true do
    local from, to = text:find(INCLUDE, at, true)
    if not from then break end
    local quote = text:find('"', to + 1, true)
    local header = text:sub(to + 1, quote - 1)
    parts[#parts + 1] = text:sub(at, from - 1)
    if not seen[header] and core.native.text(header) then parts[#parts + 1] = expand(header, seen) end
    at = quote + 1
  end
  parts[#parts + 1] = text:sub(at)
  return table.concat(parts)
end

function expand(file, seen)
  seen[file] = true
  return with_headers(core.native.text(file):gsub("#pragma once\n", "", 1):gsub("#include <[^\n]*\n", ""), seen)
end

-- The text of an algorithm without its description, which is the engine's; and the name of its function.
local function algorithm_text(file, seen)
  local run
  local text = expand(file, seen):gsub("const Algorithm [%w_]+ = (%b{});\n", function(description)
    run = description:match "%.run = ([%w_]+)"
    return ""
  end)
  return text, run
end

-- Fields whose functions are not those that are compiled into the algorithm.
local CALLED = { next = true, successors = true, evaluate = true, legal = true, play = true, pass = true }

local function fields(rules, plays)
  local list = { ".next = called_next", ".evaluate = called_evaluate" }
  if rules.legal then table.move({ ".legal = called_legal", ".step = called_step", ".play = called_play" }, 1, 3, 3, list) end
  if rules.noisy and not rules.legal then list[#list + 1] = ".next_of_kind = called_next_of_kind" end
  if rules.pass then list[#list + 1] = ".pass = called_pass" end
  if plays then list[#list + 1] = ".run = GAME_TWICE ? random_run : 0" end
  for _, name in ipairs(entries.names) do
    if not CALLED[name] and entries.is_asked(rules, name) then
      list[#list + 1] = (".%s = game_%s"):format(entries.c_name(name), entries.c_name(name))
    end
  end
  return table.concat(list, ", ")
end

-- What is known of an algorithm: also of one that is not listed.
local function algorithm_of(asked) return core.hidden[asked.algorithm] or options.algorithm(asked.algorithm) end

--- Does a search need no more than the plain form of its algorithm, without table, order and other threads? nil: there is none.
function source.is_plain(asked)
  local known = algorithm_of(asked)
  if not known or not known.file or asked.selective or words.contains(known.needs, "key") then return nil end
  if not words.contains(known.options, "table") then return nil end
  return not (asked.table or asked.order or asked.group or asked.processes or (asked.threads or 1) ~= 1)
end

--- Writes a unit, but for its key, NATIVE_KEY, which is made from this text. `text`: the rules in C, see translate.rules;
-- `asked`: options of the search: algorithm; bounds; selective; strict; table, order, threads, processes and group. Without
-- them, and for an algorithm that is not made for units, the unit holds the rules alone. So it does for a selective search:
-- calls of the rules are a few percent of it, and compiling takes three times as long. Returns C text; is the algorithm in it?
function source.write(rules, text, asked)
  local known, seen = asked and algorithm_of(asked), {}
  local file = known and not asked.selective and known.file or nil      -- nil: it is not compiled together with rules
  local informed = file and asked.bounds ~= false and known.informed or false
  local parts = {
    "#define GAME_CALLS\n#define NO_TRACE", game_calls.constants(rules, informed),
    ("#define GAME_STRICT %s\n#define GAME_PLAIN %s"):format(asked and asked.strict or false,
      asked and source.is_plain(asked) or false),
    expand("native/standard.h", seen), expand("game/game.h", seen), expand("native/compiled.h", seen), with_headers(text, seen),
  }
  local open = "  (void)functions;"
  local plays = asked and (asked.algorithm == "playouts" or known and words.contains(known.options, "rollout"))
  if plays then parts[#parts + 1] = expand("game/random_run.h", seen) end
  if file then
    parts[#parts + 1] = expand("algo/window/native/engine.h", seen)
    local algorithm, run = algorithm_text(file, seen)
    parts[#parts + 1] = algorithm
    open = ("  engine = functions;\n  unit.run = %s;"):format(run)
  end
  table.move({
    ("static Native unit = {NATIVE_KEY, {%s}, 0, KIND_OF_POSITIONS};"):format(fields(rules, plays)),
    '__attribute__((visibility("default"), externally_visible)) const Native *gts_native_open (const struct Engine *functions) {',
    open, "  return &unit;\n}\n",
  }, 1, 4, #parts + 1, parts)
  return table.concat(parts, "\n"), file ~= nil or plays
end

return source
