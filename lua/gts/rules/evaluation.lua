--- Evaluations in place of that of the rules: the option `evaluation` of a game. It is a function of rules, which returns the new
-- `evaluate`, or data of gts.rules.evaluation_file: a file, its text, the word 'learnt', or the digest of one that was read.

local files = require("gts.core").files
local estimate = require "gts.rules.estimate"
local evaluation_file = require "gts.rules.evaluation_file"
local reading = require "gts.facts.reading"
local schema = require "gts.base.schema"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local evaluation = {}

--- What the option is given for the evaluation that comes with gts.
evaluation.LEARNT = "learnt"
evaluation.RULES = "rules"      -- and for the one of the rules

--- The file of the learnt evaluation of rules of this name, as gts.learn writes it, in games/learnt, or nil.
function evaluation.learnt(name) return name:find "^[%w_]+$" and source.shipped("learnt." .. name, "evaluation") or nil end
local function is_digest(given) return #given == 64 and not given:find "[^%x]" end

local is_word = { [evaluation.LEARNT] = true, [evaluation.RULES] = true }

--- The kind of the option.
evaluation.given = {
  expected = "'learnt', 'rules', a file of an evaluation, or a function of rules",
  words = { evaluation.LEARNT, evaluation.RULES }, type = [["learnt"|"rules"|string|function]],
  fits = function(value) return schema.text.fits(value) or schema.callable.fits(value) end,
  read = {
    expected = "'learnt', 'rules' or a digest, for data cannot name a file",
    fits = function(value) return is_word[value] or type(value) == "string" and is_digest(value) end,
  },
}

-- digest -> the file or the text of the evaluation that was read.
local known = {}

local function is_text(given) return given:find "^gts evaluation %d" ~= nil end

--- Does a text name an evaluation that is data, and not something else, as other options may have it?
function evaluation.is_named(given)
  return given == evaluation.LEARNT or is_digest(given) or is_text(given) or files.kind(given) ~= nil
end

-- A confined worker opens no file, and has no global `package`.
local function is_confined() return _ENV.package == nil end

-- Reads the evaluation of a file or a text; the third result is the text.
local function read_one(given)
  local text = given
  if not is_text(given) then
    local unread
    if is_confined() then return nil, ("is %s: confined rules open no files"):format(words.quote(given)) end
    text, unread = reading.text("evaluation", given)
    if not text then return nil, "cannot be read: " .. unread end
  end
  local data, wrong = evaluation_file.read(text)
  if not data then return nil, ("cannot be read: %s: %s"):format(is_text(given) and "the text" or given, wrong) end
  known[data.digest] = given
  return data, nil, text
end

local function find(name, digest)
  for _, given in ipairs { known[digest] or evaluation.learnt(name), evaluation.learnt(name) } do
    local data, _, text = read_one(given)
    if data and data.digest == digest then return data, nil, text end
  end
  return nil, ("is the digest %s...: no such evaluation comes with gts for the game %s: name its file, as in evaluation=FILE")
    :format(digest:sub(1, 16), words.quote(name))
end

--- Reads an evaluation that is data for rules of this name. Returns it, nil and its text; or nil and what is wrong, to stand
-- behind a name of the option.
function evaluation.read(name, given)
  if is_digest(given) then return find(name, given) end
  if given ~= evaluation.LEARNT then return read_one(given) end
  local file = not is_confined() and evaluation.learnt(name)
  if file then return read_one(file) end
  return nil, ("is 'learnt': none comes with gts for the game %s; 'gts learn%s' makes one"):format(words.quote(name),
    name:find "^[%w_]+$" and " " .. name or "")
end

-- The function of rules that data is; nil, and what is wrong. `from` stands before what does not fit the rules.
local function function_of(data, name, from)
  if data.game ~= name:gsub("%c", " ") then
    return function() return nil, ("%sit is for the game %s"):format(from, words.quote(data.game)) end
  end
  local make = estimate.make(data)
  return function(rules)
    local evaluate, why = make(rules)
    return evaluate, why and from .. why
  end
end

--- Makes rules with another evaluation; a function gets a copy of the rules, with their evaluate. Returns them, and what makes
-- the same again: a digest, or the function; or nil and what is wrong.
function evaluation.apply(rules, given)
  if given == evaluation.RULES then return rules, given end
  local make, lasting = given, given
  if type(given) == "string" then
    local data, wrong = evaluation.read(rules.name, given)
    if not data then return nil, wrong end
    local is_named = given == evaluation.LEARNT or is_digest(given) or is_text(given)
    make, lasting = function_of(data, rules.name, is_named and "" or given .. ": "), data.digest
  end
  local ok, evaluate, reason = pcall(make, tables.copy(rules))
  if not ok then return nil, "failed: " .. tostring(evaluate) end
  if not schema.callable.fits(evaluate) then
    local why = evaluate == nil and type(reason) == "string" and reason or "it returns " .. words.quote(evaluate)
    return nil, ("makes no evaluation for these rules: %s"):format(why)
  end
  return tables.copy(rules, { evaluate = evaluate }), lasting
end

return evaluation
