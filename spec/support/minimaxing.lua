--- The algorithms whose value is that of minimax, as rows of gts.algorithms and as ids. Althöfer's is another.

local gts = require "gts"
local tables = require "gts.base.tables"

local rows = tables.filter(gts.algorithms, function(algorithm) return not algorithm.alternative end)

return { rows = rows, ids = tables.map(rows, function(algorithm) return algorithm.id end) }
