-- Kalah with three pits and two seeds: pits of both players in two lists, stores, and who moves.
local PITS = 3
local rules = { name = "kalah" }
rules.start = { pits = { { 2, 2, 2 }, { 2, 2, 2 } }, stores = { 0, 0 }, turn = 1 }

local function sum(list)
  local n = 0
  for _, v in ipairs(list) do n = n + v end
  return n
end

local function copy(p)
  return {
    pits = { { table.unpack(p.pits[1]) }, { table.unpack(p.pits[2]) } },
    stores = { p.stores[1], p.stores[2] },
    turn = p.turn,
  }
end

local function sow(p, pit)
  local q = copy(p)
  local side, seeds = p.turn, p.pits[p.turn][pit]
  q.pits[side][pit] = 0
  local again = false
  while seeds > 0 do
    pit = pit + 1
    again = false
    if pit <= PITS then
      q.pits[side][pit] = q.pits[side][pit] + 1
      if seeds == 1 and side == p.turn and q.pits[side][pit] == 1 then
        q.stores[side] = q.stores[side] + q.pits[3 - side][PITS + 1 - pit]
        q.pits[3 - side][PITS + 1 - pit] = 0
      end
      seeds = seeds - 1
    else
      if side == p.turn then
        q.stores[side] = q.stores[side] + 1
        seeds = seeds - 1
        again = true
      end
      side, pit = 3 - side, 0
    end
  end
  if not again then q.turn = 3 - p.turn end
  return q
end

function rules.successors(p)
  local list, moves = {}, {}
  if sum(p.pits[1]) == 0 or sum(p.pits[2]) == 0 then return list, moves end
  for pit = 1, PITS do
    if p.pits[p.turn][pit] > 0 then
      list[#list + 1] = sow(p, pit)
      moves[#moves + 1] = "pit " .. pit
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end

function rules.evaluate(p)
  return p.stores[1] + sum(p.pits[1]) - p.stores[2] - sum(p.pits[2])
end

function rules.key(p)
  return table.concat(p.pits[1], ",") .. ";" .. table.concat(p.pits[2], ",") .. ";" .. p.stores[1] .. ";" .. p.turn
end

return rules
