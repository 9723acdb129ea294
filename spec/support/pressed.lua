-- Ctrl-C at every moment of a search at which memory is taken or given back: the search ends by it, or what is around the
-- search. For spec/support/threads.c.
local gts = require "gts"
local child = require "gts.core".child

local tree = gts.tree { branching = 2, depth = 3, seed = 1 }
local rules = gts.game { name = "doubles", start = 1, successors = function(p) return p < 8 and { 2 * p, 2 * p + 1 } or {} end,
                         evaluate = function(p) return p % 5 end }

local heard = {}
for _, game in ipairs { tree, rules } do
  for _, options in ipairs { {}, { nodes = 5 }, { algorithm = "sss2" }, { algorithm = "mcts", iterations = 20 },
                             { algorithm = "ttalphabeta", deepen = true } } do
    options.native = false
    gts.search(game, options)                           -- what is made once
    local k, left = 0, nil
    repeat
      k = k + 1
      local stopped
      local _, good, message = child.guard(function()
        press_at(k)
        stopped = gts.search(game, options).stopped
        left = press_at(0)
        for _ = 1, 10 do math.abs(1) end                -- a press from the last moment of the search is an error here
      end)
      if left ~= nil and left > 0 then break end
      press_at(0)
      local how = good and stopped or not good and message
      if how ~= "interrupted" then error(("press %d: nobody has heard it: %s"):format(k, tostring(how))) end
      heard[good] = (heard[good] or 0) + 1
    until false
  end
end
assert(heard[true] and heard[false], "presses that end the search, and that end what is around it")
