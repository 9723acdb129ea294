--- What the bits of a position mean: for each cell of the board those that are functions of what stands there. Positions of
-- random games are looked at, those with MAX to move apart from the others: so a set of "mine" is understood, too. A bit
-- belongs to a cell if it is always the same for the same piece there, and both its values were seen often.

local evidence = require "gts.learn.evidence"
local lists = require "gts.base.tables"
local layout = require "gts.learn.layout"
local permutations = require "gts.rules.permutations"
local samples = require "gts.learn.samples"
local shapes = require "gts.learn.shapes"
local symmetry = require "gts.rules.symmetry"

local cells = {}

--- Random games that are looked at, where no number is given. Specs set it.
cells.games = 1000

local BITS <const> = 64
local COMPARED <const> = 400    -- positions by which cells are compared with those of reversed positions

-- For each cell its bits: those that are known, or those by the board.
local function bits_by_board(all, count, words, known)
  local of, varying = {}, evidence.varying(all, words)
  local varies = lists.set(varying)
  for cell, bits in ipairs(known or {}) do
    bits = lists.filter(bits, function(id) return varies[id] end)
    of[cell] = #bits > 0 and bits or nil
  end
  for _, id in ipairs(known and {} or varying) do
    for cell = 1, count do
      local yes, counts = evidence.is_function(all, cell, id)
      if yes and evidence.suffices(counts) then
        of[cell] = of[cell] or {}
        table.insert(of[cell], id)
        break
      end
    end
  end
  return of
end

-- The number that some bits of a position make, the first the lowest.
local function code_of(bits, words)
  return lists.sum(bits, function(id, i) return (words[id // BITS + 1] >> id % BITS & 1) << i - 1 end)
end

-- Drops bits that tell pieces apart no better than those before them.
local function drop_needless(bits, all, cell)
  local kept, classes = {}, 1
  for _, id in ipairs(bits) do
    local seen, count = {}, 0
    kept[#kept + 1] = id
    for _, piece in pairs(all.pieces[cell]) do
      local code = lists.sum(kept, function(one, i) return evidence.constant_in(piece.set, all.ones[one]) << i - 1 end)
      if not seen[code] then seen[code], count = true, count + 1 end
    end
    if count > classes then classes = count else kept[#kept] = nil end
  end
  return kept
end

-- Without a board: the cells of bits that symmetries name, else the cells of gts.learn.layout.
local function lay_out(self, tables)
  local images, seen = self.of.images, {}
  local given = images and images.kind == "bits" and not images.own and images.bits
  if given then
    local columns = self.of.symmetries.columns or #given
    return given, columns, #given // columns
  end
  for _, all in pairs(tables) do
    for _, id in ipairs(evidence.varying(all, self.words)) do seen[id] = true end
  end
  if next(seen) == nil then return {}, 1, 0 end
  return layout.make(self.of, self.samples, self.words, seen)
end

local Cells = {}
Cells.__index = Cells

-- Names what stands on the cells of a position: by the board, or by bits.
function Cells:names(words)
  if not self.bits then return assert(samples.board(self.of, words)).cells end
  return lists.map(self.bits, function(ids) return tostring(code_of(ids, words)) end)
end

-- Notes which codes pieces have on the cells.
function Cells:note(mover, names, words)
  for cell, known in pairs(self.by[mover]) do
    known.codes[names[cell]] = known.codes[names[cell]] or code_of(known.bits, words)
  end
end

-- Reads the boards of all samples. Returns false without a board; nil and what is wrong.
local function read_boards(of, list)
  if not of.board or list.packing then return false end
  local first
  for _, sample in ipairs(list) do
    local read, wrong = samples.board(of, sample.words)
    if not read then return nil, wrong end
    first = first or read
    if read.columns ~= first.columns or read.rows ~= first.rows then return nil, "rules.board changes its size" end
    sample.cells = read.cells
  end
  return first
end

-- The samples, and where players can change sides the reversed ones: so both movers see the same pieces on the same cells.
local function both_sides(of, list, reversed)
  if not reversed then return list end
  local all = table.move(list, 1, #list, 1, { packing = list.packing })
  for _, sample in ipairs(list) do
    local at = { reversed(table.unpack(sample.at)) }
    local words = list.packing and { list.packing.ask(at[1]) } or at
    all[#all + 1] = { at = at, words = words, mover = samples.mover(of, at), game = -sample.game }
  end
  return all
end

-- The permutations of bits that the symmetries of the rules make: for each a function of a position, and where each bit goes.
local function bit_images(of)
  local images, list = of.images, {}
  if not images or images.kind ~= "bits" or images.own then return list end
  for _, permutation in ipairs(images.group) do
    local to = {}
    for cell, source in ipairs(permutation) do
      for layer, id in ipairs(images.bits[source]) do to[id] = images.bits[cell][layer] end
    end
    list[#list + 1] = { apply = symmetry.image(images, permutation), to = to }
  end
  return list
end

-- Pieces that stand somewhere stand in the images, too: so all images of a cell know the same ones.
local function close(self, list, images, reversed)
  local seen, examples = {}, {}
  for _, sample in ipairs(list) do
    for cell in pairs(self.by[sample.mover]) do
      local id = sample.mover .. cell .. sample.cells[cell]
      if not seen[id] then seen[id], examples[sample] = true, true end
    end
  end
  local function note(words) self:note(samples.mover(self.of, words), self:names(words), words) end
  for _, sample in ipairs(list) do
    if examples[sample] then
      for _, image in ipairs(#images > 0 and images or { { apply = function(...) return ... end } }) do
        local words = { image.apply(table.unpack(sample.words)) }
        note(words)
        if reversed then note { reversed(table.unpack(words)) } end
      end
    end
  end
end

-- Where the cells go if bits go there: a list, image -> cell; nil if they do not go to cells.
local function moved(self, to)
  local list = {}
  for mover, of_mover in pairs(self.by) do
    local by_bits = {}
    for cell, known in pairs(of_mover) do by_bits[shapes.id(known.bits)] = cell end
    for cell, known in pairs(of_mover) do
      local image = by_bits[shapes.id(lists.map(known.bits, function(id) return to[id] or id end))]
      if not image or list[cell] and list[cell] ~= image then return nil, mover end
      list[cell] = image
    end
  end
  return list
end

-- The symmetries as maps of cells, cell -> its image, the identity first.
local function group_of(self, images)
  local group = {}
  for _, image in ipairs(images) do
    local map = moved(self, image.to)
    if not map then break end
    group[#group + 1] = map
  end
  if #group > 0 and #group == #images then return group end
  local given, identity = self.of.symmetries, {}
  for cell in pairs(self.usable) do identity[cell] = cell end
  if not given or #images > 0 then return { identity } end
  local elements = lists.filter(given, function(element) return type(element) == "string" or #element == self.count end)
  local read = permutations.read(elements, { columns = self.columns, rows = self.rows })
  if not read then return { identity } end
  group = {}
  for i, permutation in ipairs(read.group) do
    local map = {}
    for cell, source in ipairs(permutation) do
      if self.usable[cell] ~= self.usable[source] then return { identity } end
      map[source] = self.usable[source] and cell or nil
    end
    group[i] = map
  end
  return group
end

-- The name of a piece after the players have changed sides, if only the player in it changes.
local function usual_flip(name)
  local rest = name:match "^max(.*)"
  if rest then return "min" .. rest end
  rest = name:match "^min(.*)"
  return rest and "max" .. rest or name
end

-- The positions by which reversed ones are compared: for each the names on its cells, and on those of the reversed position; nil
-- if the same player is to move.
local function reversed_names(list, both)
  local before, after = {}, {}
  for i = 1, math.min(COMPARED, #list) do
    if both[#list + i].mover == list[i].mover then return nil end
    before[i], after[i] = list[i].cells, both[#list + i].cells
  end
  return before, after
end

-- For each name how often it stands on the boards, as a text.
local function counts_of(boards)
  local counts = {}
  for i, names in ipairs(boards) do
    for _, name in ipairs(names) do
      counts[name] = counts[name] or {}
      counts[name][i] = (counts[name][i] or 0) + 1
    end
  end
  for name, count in pairs(counts) do
    for i = 1, #boards do count[i] = count[i] or 0 end
    counts[name] = table.concat(count, " ")
  end
  return counts
end

-- The names that pieces have after the players have changed sides: those that stand there as often.
local function flips_of(before, after)
  local flips, counts, of_count = {}, counts_of(after), {}
  for name, count in pairs(counts) do of_count[count] = name end
  for name, count in pairs(counts_of(before)) do
    local usual = usual_flip(name)
    flips[name] = counts[usual] == count and usual or of_count[count]
  end
  return flips
end

-- The names on a cell, position by position, as a text.
local function column_of(boards, cell, flip)
  return table.concat(lists.map(boards, function(names) return flip and flip(names[cell]) or names[cell] end), "\0")
end

--- The name of a piece after the players have changed sides. `name` of rules.board.
function Cells:flip(name) return self.flips and self.flips[name] or usual_flip(name) end

-- Where the cells go when the players change sides: found by comparing boards; nil if that is not clear.
local function reversal_of(self, list, both)
  local before, after = reversed_names(list, both)
  if not before then return nil end
  self.flips = flips_of(before, after)
  local where, map, taken = {}, {}, {}
  local function flip(name) return self:flip(name) end
  for cell in pairs(self.usable) do where[column_of(after, cell)] = cell end
  for cell in pairs(self.usable) do
    local image = where[column_of(before, cell, flip)]
    if not image or taken[image] then return nil end
    map[cell], taken[image] = image, true
  end
  return map
end

-- Gives cells the bits that they have for the other mover, where these are functions of them: so both see the same patterns.
local function share(found, tables)
  for mover, of_mover in pairs(found) do
    local owner = {}
    for cell, bits in pairs(of_mover) do
      for _, id in ipairs(bits) do owner[id] = cell end
    end
    for cell, bits in pairs(of_mover) do
      for _, others in pairs(found) do
        for _, id in ipairs(others ~= of_mover and others[cell] or {}) do
          if not owner[id] and evidence.is_function(tables[mover], cell, id) then owner[id], bits[#bits + 1] = cell, id end
        end
      end
      table.sort(bits)
    end
  end
end

-- The bits of the cells for each mover, of the cells that have some for every mover.
local function find_bits(self, tables)
  local found = {}
  for mover, all in pairs(tables) do
    found[mover] = bits_by_board(all, self.count, self.words, self.samples.packing and self.bits)
    for cell, bits in pairs(found[mover]) do found[mover][cell] = drop_needless(bits, all, cell) end
  end
  for cell = 1, self.count do
    for _, of_mover in pairs(found) do
      if not of_mover[cell] then
        for _, other in pairs(found) do other[cell] = nil end
      end
    end
  end
  share(found, tables)
  return found
end

-- The cells of each mover: their bits, and the codes of pieces that samples show.
local function bits_of_cells(self, list)
  local tables, movers = {}, self.of.player and { "max", "min" } or { "both" }
  for _, mover in ipairs(movers) do tables[mover] = evidence.tabulate(list, mover, self.words) end
  if not self.columns then
    self.bits, self.columns, self.rows = lay_out(self, tables)
    for _, sample in ipairs(list) do            -- what stands on a cell: its bits
      sample.cells = lists.map(self.bits, function(ids) return tostring(code_of(ids, sample.words)) end)
    end
    for _, mover in ipairs(movers) do tables[mover] = evidence.tabulate(list, mover, self.words) end
  end
  self.count, self.usable, self.by = self.columns * self.rows, {}, {}
  for mover, of_mover in pairs(find_bits(self, tables)) do
    self.by[mover] = {}
    for cell, bits in pairs(of_mover) do self.usable[cell], self.by[mover][cell] = true, { bits = bits, codes = {} } end
  end
  for _, sample in ipairs(list) do self:note(sample.mover, sample.cells, sample.words) end
end

--- Finds what the bits of positions mean. `given`: seed (1); games (1000), random ones; reversed, a function of positions
-- (default: that of rules.symmetries). Returns columns, rows; usable, a set of cells, from 1, row by row; by, for the mover
-- "max" and "min", or "both": cell -> bits (numbers, 64 a word, from 0) and codes (piece -> number that these bits make, the
-- first the lowest); group, the symmetries as maps, cell -> image; reversal, such a map, or nil, and flip(self, piece), the
-- piece of the other player; samples, see gts.learn.samples. Error: why there are none.
function cells.find(of, given)
  given = given or {}
  local list, wrong = samples.play(of, { seed = given.seed or 1, games = given.games or cells.games })
  if not list then return nil, wrong end
  local read
  local images, reversed = bit_images(of), of.player and (given.reversed or of.images and of.images.reversed)
  local both = both_sides(of, list, reversed)
  read, wrong = read_boards(of, both)
  if read == nil then return nil, wrong end
  local self = setmetatable({ of = of, words = #list[1].words, samples = list }, Cells)
  if read then self.columns, self.rows = read.columns, read.rows end
  bits_of_cells(self, both)
  if next(self.usable) == nil then
    return nil, ("no bit belongs to a cell in all %d positions of random games: write rules.features"):format(#list)
  end
  if not list.packing then close(self, list, images, reversed) end
  self.group = group_of(self, images)
  self.reversal = reversed and reversal_of(self, list, both) or nil
  return self
end

return cells
