--- What people see of an opening book: its counts, and the moves of a position. Its tree is in gts.book.picture.

local Book = require("gts.book.book").Book
local clean = require "gts.show.clean"
local game = require "gts.game"
local listing = require "gts.show.listing"
local moves = require "gts.moves"
local picture = require "gts.book.picture"
local result = require "gts.show.result"
local show = require "gts.show.text"

local WIDTH = 80

local function standing(row)
  if row.lower == row.upper then return row.distance and ("proved, over in %d"):format(row.distance + 1) or "proved" end
  if row.value == nil then return nil end
  return row.depth and ("depth %d"):format(row.depth + 1) or nil
end

local function data(name) return listing.column(name, false) end
local function count(row) return row.games > 0 and row.games or nil end

local form = listing.form {
  name = "gts.book.moves",
  columns = {
    { name = "move", value = function(row) return row.name end }, "value", data "lower", data "upper", data "depth",
    data "distance", { name = "standing", text = standing }, listing.column("games", count), data "won", data "drawn",
    data "lost",
    listing.column("share", function(row) return row.share and ("%.1f %%"):format(100 * row.share) end),
    listing.column("plays", function(row) return row.plays and "*" or nil end),
  },
  foot = function(list)
    if #list == 0 then return "the book has no move here" end
    return not list.plays and "the book plays none of these" or nil
  end,
}

--- The moves that a book knows of a position.
function Book:moves(position, player)
  local of = game.with_mover(self.game, player or "max")
  local rows, wrong = self:known(of, position)
  if wrong then error("gts.book: " .. wrong, 2) end
  rows = rows or {}
  local taken = self:find(of, position)
  for _, row in ipairs(rows) do row.plays, row.id = taken ~= nil and row.number == taken.number, nil end
  rows.plays, rows.own = taken and taken.name, nil
  return form(rows)
end

--- Counts of a book: positions; expanded, those with all their successors; proved, those whose value is; games.
function Book:stats()
  local all, proved, games = 0, 0, 0
  for _ in pairs(self.played) do games = games + 1 end
  for _, entry in pairs(self.entries) do
    all = all + (entry.all and 1 or 0)
    proved = proved + (entry.lower and entry.lower == entry.upper and 1 or 0)
  end
  return { positions = self.positions, expanded = all, proved = proved, games = games }
end

local function value_text(self, answer)
  if not answer then return "the book has no first move" end
  local value = answer.value and ("value %s, %s; "):format(show.number(answer.value), answer.exact and "proved"
    or ("at depth %d"):format(answer.depth)) or ""
  return ("%sline %s"):format(value, table.concat(moves.names(self.game, answer.pv), " "))
end

function Book:__tostring()
  local is = self:stats()
  local head = ("opening book of %s: %s, %d with all successors, %d proved; %s"):format(self.game.name,
    result.counted(is.positions, "position"), is.expanded, is.proved, result.counted(is.games, "game"))
  return clean.visible(table.concat({ head, value_text(self, self:answer(self.game)), "", self:moves():text(WIDTH) }, "\n"))
end

Book.__picture = picture.of

return Book
