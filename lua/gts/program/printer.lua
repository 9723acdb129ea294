--- What the prompt shows of values: with colours where they are wanted, and positions in results as their game shows them.

local columns = require "gts.show.columns"
local game = require "gts.game"
local gts = require "gts"
local lexer = require "gts.program.lexer"
local moves = require "gts.moves"
local output = require "gts.program.output"
local result = require "gts.show.result"
local scopes = require "gts.program.scope"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local value = require "gts.show.value"
local words = require "gts.base.words"

local printer = {}

-- Rules may raise errors: then there is nothing to show.
local function board(of, position)
  if not of.show and not of.board then return nil end
  local ok, text = pcall(show.drawn, of, position)
  return ok and type(text) == "string" and text or nil
end

-- Blocks of text side by side, as many as fit into a line of the page.
local function beside(blocks, width)
  local out, row, used = {}, {}, 0
  local function flush()
    local height = tables.most(row, function(one) return #one.lines end)
    for k = 1, height do
      local parts = {}
      for i, one in ipairs(row) do
        local line = one.lines[k] or ""
        parts[i] = line .. (" "):rep(one.wide - (utf8.len(line) or #line))
      end
      out[#out + 1] = table.concat(parts, "   "):match "^(.-) *$"
    end
    row, used = {}, 0
  end
  for _, text in ipairs(blocks) do
    local lines = words.split(text .. "\n", "(.-)\n")
    local wide = tables.most(lines, function(line) return utf8.len(line) or #line end)
    if #row > 0 and used + wide + 3 > width then
      flush()
      out[#out + 1] = ""
    end
    row[#row + 1], used = { lines = lines, wide = wide }, used + wide + 3
  end
  flush()
  return table.concat(out, "\n")
end

local MOST_BOARDS = 12

-- The positions of a line, each below the move that led to it.
local function boards(of, positions, played, width)
  local blocks = {}
  for i, position in ipairs(positions) do
    local text = board(of, position)
    if not text then return nil end
    if i > MOST_BOARDS then
      blocks[i] = ("... %d more"):format(#positions - MOST_BOARDS)
      break
    end
    local name = played and played[i] ~= nil and moves.name(of, played[i]):gsub("\n", " ")
    blocks[i] = name and name .. "\n" .. text or text
  end
  return #blocks > 0 and beside(blocks, width) or nil
end

-- The path that an expression is, as a list of keys; nil if it is anything else.
local function path_of(source)
  local first, rest = source:match "^%s*([%a_][%w_]*)([%w_%.%[%]\"']*)%s*$"
  if not first or lexer.keywords[first] then return nil end
  local keys = { first }
  while rest ~= "" do
    local name, after = rest:match "^%.([%a_][%w_]*)(.*)$"
    local index, behind = rest:match "^%[(%d+)%](.*)$"
    if not name and not index then return nil end
    keys[#keys + 1], rest = name or math.tointeger(index), after or behind
  end
  return keys
end

-- The value that a path leads to, without asking metamethods; and what holds it, and what held that.
local function follow(scope, keys)
  local at, holder, before = scopes.lookup(scope, keys[1]), nil, nil
  for i = 2, #keys do
    if type(at) ~= "table" then return nil, nil, nil, i - 1 end
    at, holder, before = rawget(at, keys[i]), at, holder
  end
  return at, holder, before
end

-- What an expression says of positions: the text to show below its value, or nil.
local function picture(scope, keys, item, width)
  local last = keys[#keys]
  local _, holder, before = follow(scope, keys)
  if holder == nil or item == nil then return nil end
  local above = follow(scope, table.move(keys, 1, #keys - 2, 1, {}))
  local of, its = result.game(holder), result.game(before)
  if last == "position" and (of or its) then return board(of or its, item) end
  if last == "line" and of and type(item) == "table" then return boards(of, item, holder.pv, width) end
  if math.type(last) == "integer" and keys[#keys - 1] == "line" and its and above ~= nil then return board(its, item) end
end

-- A game that comes with gts is no variable; nil if there is none of this name.
local function game_named(name)
  return words.contains(game.shipped, name) and (": the game is gts.game '%s'"):format(name) or nil
end

local function meant_by(name, scope)
  if rawget(gts, name) ~= nil then return (": did you mean 'gts.%s'?"):format(name) end
  local names, globals = scope:names(), words.keys(_G)
  table.move(globals, 1, #globals, #names + 1, names)
  return game_named(name) or #name > 1 and words.suggest(name, names) or ""
end

-- What a name that leads to nothing may have meant; "" if it is one that has no value.
local function missing(scope, keys)
  local at = scopes.lookup(scope, keys[1])
  if at == nil then
    if (scope:value(keys[1])) then return "" end
    return ("no variable '%s'%s"):format(keys[1], meant_by(keys[1], scope))
  end
  for i = 2, #keys do
    if type(at) ~= "table" then return "" end
    local inner = rawget(at, keys[i])
    if inner == nil and type(keys[i]) == "string" then
      local meant = at == gts and game_named(keys[i]) or words.suggest(keys[i], words.keys(at))
      return (meant ~= "" or at == gts) and ("%s has no field '%s'%s"):format(keys[i - 1], keys[i], meant) or ""
    end
    at = inner
  end
  return ""
end

--- What a message of Lua about a name may have been meant for: the text, and a suggestion where there is one, of what was run.
function printer.advise(text, source, scope)
  local first, rest = text:match "^([^\n]*)(.*)$"
  local name = first:match "nil value %(global '([%w_]+)'%)"
  local meant = name and meant_by(name, scope) or ""
  local field = first:match "nil value %(%a+ '([%w_]+)'%)"
  if meant == "" and field then
    local holder = source:match("([%a_][%w_%.]*)[.:]" .. field .. "%f[^%w_]")
    local keys = holder and path_of(holder)
    local owner = keys and follow(scope, keys)
    local meta = owner ~= nil and debug.getmetatable(owner)
    local index = type(owner) == "table" and owner or type(meta) == "table" and meta.__index
    if type(index) == "table" then meant = words.suggest(field, words.keys(index)) end
  end
  return first .. meant .. rest
end

local MOST_LINES = 60   -- of a tree that is drawn
local DEEP = 5          -- plies of it

-- A node that has no moves: its value.
local function leaf(of, position)
  local r = gts.search(of, { position = position, depth = 0, algorithm = "minimax" })
  return r.value and ("%.14g"):format(r.value) or "?"
end

local function draw(of, position, lines, here, below, deep, width)
  local list = gts.moves(of, position)
  if #list == 0 then
    lines[#lines + 1] = here .. leaf(of, position)
    return
  end
  local name = list.player == "max" and "MAX" or "MIN"
  local leaves = {}
  for i, entry in ipairs(list) do
    if #gts.moves(of, entry.position) > 0 then break end
    leaves[i] = leaf(of, entry.position)
  end
  local together = #leaves == #list and ("%s%s  %s"):format(here, name, table.concat(leaves, " "))
  if together and #together <= width then lines[#lines + 1] = together
  elseif deep == 0 or #lines >= MOST_LINES then lines[#lines + 1] = here .. name .. "  ..."
  else
    lines[#lines + 1] = here .. name
    for i, entry in ipairs(list) do             -- each on a line behind the branches that lead to it
      local last = i == #list
      draw(of, entry.position, lines, below .. (last and "`- " or "|- "), below .. (last and "   " or "|  "), deep - 1, width)
    end
  end
end

-- A game of gts.tree: its first nodes, MAX and MIN by name and leaves by value.
local function tree_text(of, width)
  local lines = { tostring(of) }
  draw(of, nil, lines, "", "", DEEP, math.min(width, 100))
  if #lines > MOST_LINES then
    lines[MOST_LINES + 1] = "..."
    for i = #lines, MOST_LINES + 2, -1 do lines[i] = nil end
  end
  return table.concat(lines, "\n")
end

-- A game, as one wants to see it: its name, its options, where it starts.
local function of_game(of, width)
  if of.tree then return tree_text(of, width) end
  local lines = { tostring(of) }
  local ok, start = pcall(function() return of.start end)
  lines[#lines + 1] = ok and start ~= nil and board(of, start) or nil
  return table.concat(lines, "\n")
end

local function pieces_of(item, width)
  local docs, room = (type(item) == "function" or item == gts) and require "gts.program.docs", math.min(width, 100)
  if item == gts then
    local rows = tables.map(words.keys(gts), function(name) return { "gts." .. name, docs.sentence(name) } end)
    return { { table.concat(columns.lay(rows, { "", "" }, room), "\n") } }
  end
  local call, sentence
  if docs then call, sentence = docs.line(item) end
  if call then                  -- a function of gts: how it is called, and what for
    local lines = columns.wrap(("%s help(%s)"):format(sentence, call:match "^[^%(]*"), room - 2)
    return { { call .. "\n", "object" }, { "  " .. table.concat(lines, "\n  "), "faint" } }
  end
  if type(item) == "table" and game.is_game(item) then return { { of_game(item, width) } } end
  return value.pieces(item, { width = width })
end

--- Shows the values of a chunk. `results` as table.pack has them; `source`: the chunk, if it is an expression.
function printer.print(results, source, scope, width)
  local keys = source and results.n == 1 and path_of(source)
  if results.n == 0 then return end
  for i = 1, results.n do
    if i > 1 then output.pieces("output", { { "\t" } }) end
    output.pieces("output", pieces_of(results[i], results.n == 1 and width or math.huge))
  end
  local why = keys and results[1] == nil and missing(scope, keys) or ""
  if why ~= "" then output.pieces("output", { { ("  (%s)"):format(why), "faint" } }) end
  output.line()
  local drawn = keys and #keys > 1 and picture(scope, keys, results[1], width)
  if drawn then output.line(drawn) end
end

return printer
