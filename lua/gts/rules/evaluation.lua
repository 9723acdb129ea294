--- Evaluations in place of that of the rules, from a function or a file: the option `evaluation` of a game.
--
-- A file of an evaluation is a Lua file that returns a function of rules, which returns the new `evaluate`. It is run, as a file
-- of rules is. The word 'learnt' stands for the file that comes with gts: see gts.rules.learnt.
-- @module gts.rules.evaluation

local learnt = require "gts.rules.learnt"
local schema = require "gts.base.schema"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local evaluation = {}

--- The kind of the option.
evaluation.given = {
  expected = "'learnt', a file that returns a function of rules, or such a function",
  words = { learnt.NAME },
  fits = function(value) return schema.text.fits(value) or schema.callable.fits(value) end,
  read = { expected = "'learnt', for data cannot name a file", fits = function(value) return value == learnt.NAME end },
}

-- The function of rules that a file returns.
local function load_file(file)
  local chunk, wrong = source.load(file)
  if not chunk then return nil, wrong end
  local ok, made = pcall(chunk, file)
  if not ok then return nil, tostring(made) end
  if schema.callable.fits(made) then return made end
  return nil, ("%s returns %s: expected a function of rules"):format(file, words.quote(made))
end

--- The file that an evaluation is read from.
-- @tparam table rules
-- @tparam string|function given see evaluation.given
-- @treturn string|nil nil: it is a function, or no such file comes with gts
function evaluation.file(rules, given)
  if given == learnt.NAME then return learnt.find(rules.name) end
  return type(given) == "string" and given or nil
end

--- Makes rules with another evaluation.
-- @tparam table rules
-- @tparam string|function given see evaluation.given; a function gets a copy of the rules, with their evaluate
-- @treturn[1] table rules
-- @return[2] nil
-- @treturn[2] string what is wrong, to stand behind a name of the option
function evaluation.apply(rules, given)
  local make, wrong, file = given, nil, evaluation.file(rules, given)
  if given == learnt.NAME and not file then
    if learnt.is_confined() then return nil, "is 'learnt': confined rules cannot read the file that comes with gts" end
    return nil, ("is 'learnt': none comes with gts for the game %s; 'gts learn%s' makes one"):format(words.quote(rules.name),
      rules.name:find "^[%w_]+$" and " " .. rules.name or "")
  end
  if file then make, wrong = load_file(file) end
  if not make then return nil, "cannot be read: " .. wrong end
  local ok, evaluate, reason = pcall(make, tables.copy(rules))
  if not ok then return nil, "failed: " .. tostring(evaluate) end
  if not schema.callable.fits(evaluate) then
    local why = evaluate == nil and type(reason) == "string" and reason or "it returns " .. words.quote(evaluate)
    return nil, ("makes no evaluation for these rules: %s"):format(why)
  end
  return tables.copy(rules, { evaluate = evaluate })
end

return evaluation
