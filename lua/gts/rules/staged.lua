--- Rules whose positions are those of other rules, each in a stage of the game: what variants need that add a move.
--
-- The stage is one more word where positions are integers, else in a table { position, stage }. What a variant does is written as
-- text, from which functions of either kind are made. In these texts P, Q and stage are the words of a position, those of another
-- one, and the stage of P:
--
--     first      integer: stage of the first position
--     move       the additional move: { name = what people see, word = value, number = value where moves are numbers }
--     to         position after it, in terms of P; where that is nil the move cannot be made
--     becomes    stage after it
--     offered    condition: it can be made, where the game is not over; it comes last
--     only       condition: it is the only move
--     after      statements: change the stage of P to that of Q, its successor by a move of the game
--     turned     statements: change the stage of P to that where the other player is to move
--     over       condition: the game is over
--     pass       condition: the null moves of the game are good here too; without it there are none
--     unbounded  condition: the bounds of the game do not hold
--     negated    condition: values have changed their sign, and players their sides
--
-- Also `remark(stage)`, a line for people, or nil; and `most`, the greatest stage. CHANGED is the condition that Q has another
-- player to move than P, where players do not alternate anyway.

local ask = require "gts.rules.ask"
local bytecode = require "gts.rules.bytecode"
local facts = require "gts.facts.rules"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local staged = {}

local MOST_WORDS <const> = 16   -- of a position, and of a set of moves
local LAST_RANK <const> = -(1 << 53)

-- The functions of the rules, as text for ask.write. A part of the variant stands for each <name>; a line that begins with
-- "name? " is there only if the variant has that part. Functions that are not here are those of the rules.
local texts = {
  next = [[function(P, stage, move)
    if move == EXTRA then return nil end
    over? if <over> then return nil end
    only? if move == nil and <only> and next(P) ~= nil then local Q = <to> if FOUND then return EXTRA, Q, <becomes> end end
    local m, Q = next(P, move)
    if m ~= nil then <after> return m, Q, stage end
    offered? if move ~= nil and <offered> then local Q = <to> if FOUND then return EXTRA, Q, <becomes> end end
    return nil
  end]],
  legal = [[function(P, stage)
    over? if <over> then return NONE, 0 end
    local SET = legal(P)
    PADDED
    only? if <only> and ANY ~= 0 and MAY then return NONE, 1 end
    offered? if <offered> and ANY ~= 0 and MAY then return SET, 1 end
    return SET, 0
  end]],
  play = [[function(P, stage, move)
    if move == EXTRA then local Q = <to> return Q, <becomes> end
    local Q = play(P, move)
    <after>
    return Q, stage
  end]],
  rank = "function(P, stage, move) if move == EXTRA then return LAST end return rank(P, move) end",
  bounds = [[function(P, stage)
    if <unbounded> then return nil end
    negated? if not (<negated>) then return bounds(P) end
    BOUNDS
  end]],
  player = [[function(P, stage)
    negated? if <negated> then if player(P) == "max" then return "min" end return "max" end
    return player(P)
  end]],
  turned = "function(P, stage) local Q = turned(P) <turned> return Q, stage end",
  pass = "function(P, stage) if not (<pass>) then return nil end local Q = pass(P) return Q, stage end",
  -- Of successors.
  after = "function(P, Q, stage) <after> return stage end",
  extra = "function(P, stage) local Q = <to> return Q, <becomes> end",
  over = "function(P, stage) return <over> end",
  only = "function(P, stage) return <only> end",
  offered = "function(P, stage) return <offered> end",
}
for _, name in ipairs { "evaluate", "score" } do
  texts[name] = ([[function(P, stage)
    negated? if <negated> then return 0 - NAME(P) end
    return NAME(P)
  end]]):gsub("NAME", name)
end

local function write(rules, parts, terms, name)
  local other = facts.of_move[name] and "function(P, stage, move) if move == EXTRA then return false end return NAME(P, move) end"
    or "function(P, stage) return NAME(P) end"
  local text = texts[name] or other:gsub("NAME", name)
  text = text:gsub("\n *(%l+)%? ([^\n]*)", function(part, line) return parts[part] and "\n" .. line or "" end)
  text = text:gsub("<(%l+)>", setmetatable({}, { __index = function(_, part) return parts[part] or "false" end }))
  return ask.write(rules, text, terms)
end

-- What stands in the texts for words in capitals.
local function terms_of(rules, parts, more)
  local changed = rules.player and "player(Q) ~= player(P)" or "true"
  local terms = { CHANGED = changed, LAST = ("(%d)"):format(LAST_RANK),
    BOUNDS = parts.negated and ask.NEGATED_BOUNDS or "return bounds(P)",
    MAY = parts.to == "P" and "true" or parts.to .. " ~= nil" }
  return tables.copy(tables.copy(terms, parts.terms), more)
end

local function has(rules, parts, name) return rules[name] ~= nil and (name ~= "pass" or parts.pass ~= nil) end

local asked = facts.about.search        -- `key` is made below
local positions = { "turned", "pass" }          -- that give a position

-- How many integers a function may return, at least and at most, as far as its bytecode says.
local function results_of(f)
  local proto = type(f) == "function" and bytecode.read(f)
  local least, most = MOST_WORDS, 1
  for _, i in ipairs(proto and proto.code or { { op = "TAILCALL" } }) do
    local n = i.op == "RETURN1" and 1 or i.op == "RETURN" and i.b > 0 and i.b - 1
    if i.op == "TAILCALL" or i.op == "RETURN" and i.b == 0 then return 1, MOST_WORDS - 1 end
    if n and n > 0 then least, most = math.min(least, n), math.max(most, n) end        -- none: the end of a function
  end
  return least, most
end

-- The integers of a set of moves, as rules.legal gives them, by name; and text that gives a value to those that are left out.
local function set_names(rules)
  local names, padded = {}, {}
  if not rules.legal then return names, "" end
  local least, most = results_of(rules.legal)
  for i = 1, most do
    names[i] = "s" .. i
    if i > least then padded[#padded + 1] = ("if s%d == nil then s%d = 0 end"):format(i, i) end
  end
  return names, table.concat(padded, " ")
end

local function in_words(rules, parts)
  local count, set, padded = rules.words or 1, set_names(rules)
  if math.max(count, #set) >= MOST_WORDS then
    return nil, ("needs one word more than the %d that there may be"):format(MOST_WORDS)
  end
  -- The additional move: the bit above a set, or a number or a word as the first move of the game is.
  local move = #set > 0 and 64 * #set
    or math.type((rules.next(ask.start(rules)))) and parts.move.number or parts.move.word
  local terms = terms_of(rules, parts, { EXTRA = ("(%q)"):format(move), SET = table.concat(set, ", "), PADDED = padded,
    NONE = "0" .. (", 0"):rep(#set - 1), ANY = "(" .. table.concat(set, " | ") .. ")" })
  local made = tables.copy(rules, { words = count + 1, start = { ask.start(rules) } })
  made.start[count + 1] = parts.first
  local names = table.move(positions, 1, #positions, 4, { "next", "legal", "play" })
  for _, name in ipairs(table.move(asked, 1, #asked, #names + 1, names)) do
    made[name] = has(rules, parts, name) and write(rules, parts, terms, name) or nil
  end
  made.symmetries, made.random, made.index, made.parts = nil, nil, nil, nil
  made.key = nil                -- all words are; two positions that a key of the game takes for one may differ in their stage
  if rules.legal then made.next = nil end
  local function join(stage, ...)
    local p = { ... }
    if p[1] == nil then return ... end
    p[count + 1] = stage
    return table.unpack(p, 1, count + 1)
  end
  return made, move, function(...) return (select(count + 1, ...)), ... end, join
end

local function join_table(stage, position, wrong)
  if position == nil then return nil, wrong end
  return { position = position, stage = stage }
end

local function successors(rules, parts, terms)
  local after, extra = write(rules, parts, terms, "after"), write(rules, parts, terms, "extra")
  local over, only = write(rules, parts, terms, "over"), write(rules, parts, terms, "only")
  local offered = write(rules, parts, terms, "offered")
  return function(at)
    if over(at.position, at.stage) then return {} end
    local list, moves = ask.children(rules, { at.position })
    if #list == 0 then return list, moves end
    local position, stage
    if only(at.position, at.stage) or offered(at.position, at.stage) then position, stage = extra(at.position, at.stage) end
    local last = join_table(stage, position)
    if last and only(at.position, at.stage) then return { last }, { parts.move.word } end
    for i, q in ipairs(list) do list[i] = join_table(after(at.position, q[1], at.stage), q[1]) end
    if last then list[#list + 1], moves[#moves + 1] = last, parts.move.word end
    return list, moves
  end
end

local function in_tables(rules, parts)
  local made = tables.copy(rules, { start = join_table(parts.first, rules.start) })
  local terms = terms_of(rules, parts, { EXTRA = ("(%q)"):format(parts.move.word) })
  for _, name in ipairs { "next", "legal", "play", "random", "symmetries", "index", "parts" } do made[name] = nil end
  made.successors = successors(rules, parts, terms)
  for _, name in ipairs(asked) do
    local ask_it = has(rules, parts, name) and write(rules, parts, terms, name)
    made[name] = ask_it and function(at, move) return ask_it(at.position, at.stage, move) end or nil
  end
  for _, name in ipairs(positions) do
    local ask_it = has(rules, parts, name) and write(rules, parts, terms, name)
    made[name] = ask_it and function(at)
      local position, stage = ask_it(at.position, at.stage)
      return join_table(stage, position)
    end or nil
  end
  made.key = (rules.key or type(rules.start) == "string") and function(at)
    return ("%d %s"):format(at.stage, rules.key and rules.key(at.position) or at.position)
  end or nil
  return made, parts.move.word, function(at) return at.stage, at.position end, join_table
end

-- What people see: the stage below the position, and the move's name. `split` parts words into stage and position; `join` joins.
local function describe(made, rules, parts, extra, split, join)
  local function show(stage, ...)
    local text, remark = rules.show(...), parts.remark(stage)
    return remark and type(text) == "string" and text .. "\n" .. remark or text
  end
  local function board(_, ...)
    local drawn = rules.board(...)
    local at = type(drawn) == "table" and drawn.at
    if not at then return drawn end
    return tables.copy(drawn, { at = function(move) if move ~= extra then return at(move) end end })
  end
  local function text(stage, ...) return ("%d %s"):format(stage, rules.write(...)) end
  made.show = rules.show and function(...) return show(split(...)) end
  made.board = schema.callable.fits(rules.board) and function(...) return board(split(...)) end or nil
  made.write = rules.write and function(...) return text(split(...)) end
  made.read = rules.read and function(given)
    local stage, rest = given:match "^(%d+) (.*)$"
    stage = math.tointeger(tonumber(stage))
    if not stage or stage > parts.most then
      return nil, ("a position of this variant begins with its stage, 0 to %d"):format(parts.most)
    end
    return join(stage, rules.read(rest))
  end
  made.move_name = function(move)
    if move == extra then return parts.move.name end
    return rules.move_name and rules.move_name(move) or tostring(move)
  end
end

--- Makes the rules of a variant of such parts; or returns nil and what it needs that these rules do not have.
function staged.apply(rules, parts)
  local integers = (rules.words or 1) > 1 or math.type(rules.start) == "integer" and rules.successors == nil
  local made, extra, split, join = (integers and in_words or in_tables)(rules, parts)
  if not made then return nil, extra end
  describe(made, rules, parts, extra, split, join)
  return made
end

return staged
