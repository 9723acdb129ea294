--- What a student may answer: the kinds of questions, how an answer is read, and how it is held against the right one.

local tables = require "gts.base.tables"
local words = require "gts.base.words"

local answers = {}

-- A kind: `expected`, for people; read(question, text), which gives the answer, or nil; write(question, answer), as people would
-- type it; same(a, b), where == is not meant.
local kinds = {}

local infinities = { inf = math.huge, ["+inf"] = math.huge, ["-inf"] = -math.huge }

local function read_number(_, text)
  local value = infinities[text:lower()] or tonumber(text)
  return math.tointeger(value) or value
end

local function write_number(_, value)
  return value == math.huge and "inf" or value == -math.huge and "-inf" or ("%.14g"):format(value)
end

kinds.number = { expected = "a number", read = read_number, write = write_number }

local function letter(i) return string.char(("a"):byte() + i - 1) end

kinds.choice = {
  expected = "one of the letters",
  read = function(question, text)
    local wanted = text:lower():gsub("[%)%.]$", "")
    for i, choice in ipairs(question.choices) do
      if wanted == letter(i) or wanted == choice:lower() then return i end
    end
  end,
  write = function(question, i) return ("%s) %s"):format(letter(i), question.choices[i]) end,
}

local LISTED = "[^%s,;]+"       -- a word of a list, with blanks or commas between them

local function same_lists(a, b)
  return #a == #b and not tables.any(a, function(value, i) return b[i] ~= value end)
end

-- Numbers of leaves; "none" for no leaf.
local function read_numbers(_, text)
  if text:lower() == "none" then return {} end
  local given = words.split(text, LISTED)
  local list = tables.collect(given, function(word) return math.tointeger(tonumber((word:gsub("^#", "")))) end)
  return #list > 0 and #list == #given and list or nil
end

local function write_numbers(_, list) return #list > 0 and table.concat(list, " ") or "none" end

-- Numbers whose order does not matter: sorted, each once.
kinds.set = {
  expected = "the numbers of leaves, with blanks between them, or none",
  read = function(question, text)
    local list = read_numbers(question, text)
    return list and tables.keys(tables.set(list))
  end,
  write = write_numbers, same = same_lists,
}

kinds.order = {
  expected = "the numbers of leaves in their order, with blanks between them",
  read = read_numbers, write = write_numbers, same = same_lists,
}

-- Two numbers: a window, or a pair of proof numbers.
kinds.pair = {
  expected = "two numbers with a blank between them, each also inf or -inf",
  read = function(question, text)
    local list = words.split(text:gsub("[()]", " "), LISTED)
    local a, b = #list == 2 and read_number(question, list[1]), #list == 2 and read_number(question, list[2])
    return a and b and { a, b } or nil
  end,
  write = function(question, pair) return write_number(question, pair[1]) .. " " .. write_number(question, pair[2]) end,
  same = same_lists,
}

-- A path, 2.1.3; the root has none.
kinds.path = {
  expected = "a path as in 2.1",
  read = function(_, text)
    local list = words.split(text, "[^%s,;.]+")
    if tables.any(list, function(word) return not word:find "^%d+$" end) then return nil end
    return #list > 0 and table.concat(list, ".") or nil
  end,
  write = function(_, path) return path end,
}

-- The name of a move, or of one of several.
kinds.move = {
  expected = "a move by its name",
  read = function(question, text)
    return tables.find(question.moves, function(name) return name:lower() == text:lower() end)
  end,
  write = function(_, name) return name end,
}

--- Reads an answer. `question`: kind; choices, moves; expected. Returns the answer, or nil.
function answers.read(question, text) return kinds[question.kind].read(question, text:match "^%s*(.-)%s*$") end

--- The text of an answer.
function answers.write(question, answer) return kinds[question.kind].write(question, answer) end

--- Returns whether two answers are equal.
function answers.same(question, a, b)
  local same = kinds[question.kind].same
  if same then return same(a, b) end
  return a == b
end

--- What is expected of an answer, for people.
function answers.expected(question)
  if question.expected then return question.expected end
  if question.kind == "move" then return "a move: " .. table.concat(question.moves, " ") end
  if question.kind == "choice" then return ("a letter from a to %s"):format(letter(#question.choices)) end
  return kinds[question.kind].expected
end

--- Which nodes of a drawing an answer names: "leaves", "paths", or nil.
function answers.picks(question)
  local kind = question.kind
  return kind == "path" and "paths" or (kind == "set" or kind == "order") and not question.expected and "leaves" or nil
end

--- The choices as they are listed, each with its letter.
function answers.listed(question)
  return tables.map(question.choices, function(_, i) return answers.write(question, i) end)
end

return answers
