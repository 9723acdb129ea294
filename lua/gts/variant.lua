--- Variants of a game, made by options that any game takes.

local game = require "gts.game"
local rules = require "gts.rules.variant"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local variant = {}

--- See gts.variant.
function variant.variant(what, given)
  if type(given) ~= "table" then error(("gts.variant: the options are %s: expected a table"):format(words.quote(given)), 2) end
  local key, meant = schema.unknown(given, rules.names)
  if key ~= nil then error(("gts.variant: there is no option %s%s"):format(words.quote(key), meant), 2) end
  local of, wrong = game.make(what)
  if of then of, wrong = game.of(of, given, words.quote(of.name)) end
  if not of then error("gts.variant: " .. wrong, 2) end
  return of
end

return variant
