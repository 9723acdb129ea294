--- The options of searches as commands take them: those of gts.search that one can type.

local operands = require "gts.program.operands"
local schema = require "gts.base.schema"
local search_options = require "gts.facts.options"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local options = {}

-- What stands for a value in the help.
local values = {
  algorithm = "ID", time = "SECONDS", memory = "BYTES", table = "BYTES", window = "{A,B}", order = "NAMES", first = "VALUE",
  select = "NAME",
}

-- Help lines that differ here, where no function can be typed, and no result held.
local help = {
  first = "the first bound: inf (SSS*), -inf (dual SSS*) or a guess; default: the best guess there is",
  order = "what sorts successors: names with commas between them",
  pseudo = "plies between pseudo-terminals, whose trees are forgotten once searched",
  select = "which live child to descend to",
  table = "use a transposition table of this size",
}

local LEAST_TABLE = 1024        -- bytes: a smaller number is one of megabytes, meant for bytes

-- The kinds of a row that can be typed; nil if there are none.
local function typed(row)
  if row.name == "order" then
    return schema.with_alternatives(row.kind, { ("some of '%s'"):format(table.concat(row.kind.words, "', '")) })
  end
  local kinds = tables.filter(row.kinds, function(kind) return not words.contains({ "function", "table", "database" }, kind) end)
  if #kinds == 0 then return nil end
  if #kinds == #row.kinds then return row.kind end
  local least = row.name == "table" and LEAST_TABLE or row.least
  return search_options.kind_of { kinds = kinds, least = least, most = row.most, words = row.words }
end

--- The row of the option by which a command is given algorithms in Lua.
options.scripts = { name = "lua", raw = true, value = "FILE", help = "algorithms in Lua (gts.algorithm); for short -a" }

--- The rows of the position, then those of the search. `leave_out`: set of names; `only`: these names.
function options.rows(leave_out, only)
  local list = table.move(operands.position_options, 1, #operands.position_options, 1, {})
  for _, row in ipairs(search_options.rows) do
    local wanted = not (leave_out or {})[row.name] and (not only or words.contains(only, row.name))
    local kind = wanted and row.name ~= "position" and typed(row)
    local takers = row.own and (" (%s)"):format(table.concat(search_options.takers(row.name), ", ")) or ""
    if kind then
      list[#list + 1] = { name = row.name, kind = kind, help = (help[row.name] or row.help) .. takers, implied = row.default,
        value = values[row.name], ids = row.name == "algorithm" }
      list[#list + 1] = row.name == "algorithm" and options.scripts or nil
    end
  end
  return list
end

--- The options of a function as those of its command, in a new list. `leave_out`: set of names; `instead`: name -> another row.
function options.of(rows, leave_out, instead)
  return tables.collect(rows, function(row) return not leave_out[row.name] and (instead and instead[row.name] or row) end)
end

return options
