--- Gives each ground atom a bit of a word: fluents of a position b1, b2, ..., and what `next` makes of them n1, ...; legal
-- moves l1, ..., those of MAX before those of MIN, and moves that are made likewise o1, ...; all other atoms d1, .... Instances
-- of one rule that have the same distances from bit to bit are one shift of a word: so fluents lie as a board lies, and an atom
-- takes the bit of a literal it is concluded from, where that is free.

local reader = require "gts.gdl.reader"
local refusal = require "gts.base.refusal"
local tables = require "gts.base.tables"

local layout = {}

layout.WORDS = 16               -- of a position
local SETS = 128                -- words of a set of moves
local FEW = 16                  -- a literal stands still if it has as many times fewer atoms than its rule has instances
local DERIVED = 120             -- words of other atoms: a function of Lua has 200 local names

local function by_value(a, b)
  local x, y = tonumber(a), tonumber(b)
  if x and y and x ~= y then return x < y end
  if (x == nil) ~= (y == nil) then return x ~= nil end
  return a < b
end

-- Sorts ground terms by their arguments, in this order of arguments.
local function sort_terms(terms, order)
  table.sort(terms, function(a, b)
    for _, i in ipairs(order) do
      if a[i] ~= b[i] then return by_value(a[i].text, b[i].text) end
    end
    return by_value(a.text, b.text)
  end)
end

-- The values of an argument, sorted, with their ranks from 0.
local function ranks(terms, i)
  local list, rank = tables.keys(tables.set(tables.map(terms, function(term) return term[i].text end))), {}
  table.sort(list, by_value)
  for at, text in ipairs(list) do rank[text] = at - 1 end
  return rank, #list
end

-- Blocks of fluents of one functor: lists of {fluent, offset} that are to share a word. Arguments count as digits, that with
-- the fewest values first; it has a block for each value if all do not fit in one. True: too many bits would stay unused.
local function blocks_of(terms, dense, blocks)
  local order, rank, size = tables.range(1, #terms[1]), {}, {}
  for i in ipairs(order) do rank[i], size[i] = ranks(terms, i) end
  table.sort(order, function(a, b)
    if size[a] ~= size[b] then return size[a] < size[b] end
    return a < b
  end)
  sort_terms(terms, order)
  local spread = 1
  for _, i in ipairs(order) do spread = spread * size[i] end
  local plane_of = #order > 1 and spread > 64 and table.remove(order, 1) or nil
  if plane_of then spread = spread // size[plane_of] end
  local filled = dense or spread > 64 or #terms * 2 < spread * (plane_of and size[plane_of] or 1)
  local block, of
  for _, term in ipairs(terms) do
    local plane = plane_of and term[plane_of]
    if not block or plane ~= of and not dense or filled and block.size == 64 then
      block, of = { size = filled and 0 or spread }, plane
      blocks[#blocks + 1] = block
    end
    local offset = 0
    if filled then offset, block.size = block.size, block.size + 1
    else
      for _, i in ipairs(order) do offset = offset * size[i] + rank[i][term[i].text] end
    end
    block[#block + 1] = { term, offset }
  end
  return filled
end

-- Puts blocks into words, each into the first that has room; returns where each fluent lies, and how many words there are.
local function pack(blocks)
  local used, place = {}, {}
  for _, block in ipairs(blocks) do
    local word = 1
    while (used[word] or 0) + block.size > 64 do word = word + 1 end
    for _, entry in ipairs(block) do place[entry[1]] = { word = word, bit = (used[word] or 0) + entry[2] } end
    used[word] = (used[word] or 0) + block.size
  end
  return place, #used
end

--- Ground terms by their functors: a list of lists, sorted by `key`, the functor.
function layout.by_functor(terms)
  local functors = tables.groups(terms, function(term) return term.name .. "/" .. #term end)
  table.sort(functors, function(a, b) return a.key < b.key end)
  return functors
end

local function place_fluents(fluents)
  local functors = layout.by_functor(fluents)
  for _, dense in ipairs { false, true } do
    local blocks = {}
    for _, terms in ipairs(functors) do blocks_of(terms, dense, blocks) end
    local place, words = pack(blocks)
    if words <= layout.WORDS then return place, words end
  end
  reader.refuse(nil, "the domain is too large: %d fluents, more than %d words of bits", #fluents, layout.WORDS)
end

-- Words that are filled bit by bit.
local function pool(kind, most, what)
  local taken = {}
  local self = { kind = kind, words = 0 }
  local function take(word, bit)
    if word > most then reader.refuse(nil, "the domain is too large: %s need more than %d words of bits", what, most) end
    taken[word] = (taken[word] or 0) | 1 << bit
    self.words = math.max(self.words, word)
    return { kind = kind, word = word, bit = bit }
  end
  -- Takes these bits, distinct ones of 0 to 63, of one word; nil if there is no word for them.
  function self.aligned(mask)
    for word = 1, most do
      if (taken[word] or 0) & mask == 0 then
        return function(bit) return take(word, bit) end
      end
    end
  end
  function self.any()
    local word = 1
    while (taken[word] or 0) == -1 do word = word + 1 end
    local bit = 0
    while (taken[word] or 0) >> bit & 1 == 1 do bit = bit + 1 end
    return take(word, bit)
  end
  self.take = take
  return self
end

-- Derived atoms that fill a board lie as fluents do.
local function place_boards(depths, pool_of, place)
  local blocks = {}
  local terms = tables.flatten(depths, function(atoms)
    return tables.filter(atoms, function(atom) return pool_of(atom).kind == "d" end)
  end)
  for _, list in ipairs(layout.by_functor(terms)) do
    local own = {}
    if not blocks_of(list, false, own) then table.move(own, 1, #own, #blocks + 1, blocks) end
  end
  local where = pack(blocks)
  for _, block in ipairs(blocks) do
    for _, entry in ipairs(block) do
      local at = where[entry[1]]
      place(entry[1], pool_of(entry[1]).pool.take(at.word, at.bit))
    end
  end
end

--- What literals of ground rules share with other instances: `scalar(rule, i)`: does literal i stay while others move?
function layout.scalars(rules)
  local instances, different, seen = {}, {}, {}
  for _, rule in ipairs(rules) do
    local kind = rule.source .. " " .. #rule.body
    instances[kind] = (instances[kind] or 0) + 1
    for i, literal in ipairs(rule.body) do
      local at = kind .. " " .. i
      seen[at] = seen[at] or {}
      if not seen[at][literal.atom] then seen[at][literal.atom], different[at] = true, (different[at] or 0) + 1 end
    end
  end
  return function(rule, i)
    local kind = rule.source .. " " .. #rule.body
    local count, of = instances[kind], different[kind .. " " .. i]
    return of <= 2 and count >= 6 or of * FEW <= count
  end
end

--- The number of the literal whose bit others are measured from: the first that moves, a positive one if any; nil: none moves.
function layout.reference(rule, scalar)
  local negated
  for i, literal in ipairs(rule.body) do
    if not scalar(rule, i) then
      if not literal.negated then return i end
      negated = negated or i
    end
  end
  return negated
end

--- How the literals lie to each other, as text, from layout.reference; nil where an atom has no `place` yet.
function layout.shape(rule, reference, scalar, place)
  local from = place(rule.body[reference].atom)
  if not from then return nil end
  local parts = { rule.source, from.kind, from.word }
  for i, literal in ipairs(rule.body) do
    local at = place(literal.atom)
    if not at then return nil end
    parts[#parts + 1] = ("%s%s%d:%s%d"):format(literal.negated and "~" or "", at.kind, at.word, scalar(rule, i) and "=" or "",
      scalar(rule, i) and at.bit or at.bit - from.bit)
  end
  return table.concat(parts, " ")
end

-- Gives places to atoms of one depth: to those of one shape the bits that their references have.
local function place_atoms(atoms, first, scalar, place, pool_of)
  local groups, of, rest = {}, {}, {}
  for _, atom in ipairs(atoms) do
    local rule = not place(atom) and first[atom]
    local reference = rule and layout.reference(rule, scalar)
    local shape = reference and layout.shape(rule, reference, scalar, place)
    if shape then
      local pooled = pool_of(atom)
      shape = pooled.kind .. pooled.first .. shape
      if not of[shape] then of[shape], groups[#groups + 1] = { mask = 0 }, shape end
      local bit = place(rule.body[reference].atom).bit
      local group = of[shape]
      if group.mask >> bit & 1 == 0 then group.mask, group[#group + 1] = group.mask | 1 << bit, { atom, bit }
      else rest[#rest + 1] = atom end
    elseif not place(atom) then rest[#rest + 1] = atom end
  end
  for _, shape in ipairs(groups) do
    local group = of[shape]
    local take = #group > 2 and pool_of(group[1][1]).pool.aligned(group.mask)
    for _, entry in ipairs(group) do
      if take then place(entry[1], take(entry[2])) else rest[#rest + 1] = entry[1] end
    end
  end
  for _, atom in ipairs(rest) do place(atom, pool_of(atom).pool.any()) end
end

--- Gives each atom its place. `moves` for each role, all legal(role, move); `depths`: all other atoms, and `legal`, by depth.
-- Returns a function of an atom: { kind, word, bit }; how many words of each kind; of `l`, for both roles.
function layout.of(fluents, moves, depths, rules)
  local fluent_place, fluent_words = place_fluents(fluents)
  local places, legal_of = {}, {}
  for _, list in ipairs(moves) do
    for _, atom in ipairs(list) do legal_of[atom.text:gsub("^legal", "does")] = atom end
  end
  local function place(atom, given)
    if given then places[atom] = given end
    if atom.name ~= "does" then return places[atom] end
    local at = places[legal_of[atom.text]]
    return at and { kind = "o", word = at.word, bit = at.bit }
  end
  local first = {}
  for _, rule in ipairs(rules) do
    first[rule.head] = first[rule.head] or rule
    for _, atom in ipairs { rule.head, table.unpack(rule.body) } do
      atom = atom.atom or atom
      if (atom.name == "true" or atom.name == "next") and not places[atom] then
        local at = fluent_place[atom[1]]
        places[atom] = { kind = atom.name == "true" and "b" or "n", word = at.word, bit = at.bit }
      end
    end
    if rule.head.name == "next" then first[rule.head] = nil end
  end
  if tables.sum(depths, function(atoms) return #atoms end) - #moves[1] - #moves[2] > 64 * DERIVED then
    reader.refuse(nil, "the domain is too large: derived atoms need more than %d words of bits", DERIVED)
  end
  local scalar = layout.scalars(rules)
  local function try(aligned)
    local derived = { kind = "d", first = "", pool = pool("d", DERIVED, "derived atoms") }
    local legal = {}
    for i = 1, 2 do
      local most = aligned and math.max(8, #moves[i] // 32) or SETS - 1
      legal[i] = { kind = "l", first = i, pool = pool("l", most, "moves of a role") }
    end
    local role_of = {}
    for i = 1, 2 do
      for _, atom in ipairs(moves[i]) do role_of[atom] = i end
    end
    local function pool_of(atom) return role_of[atom] and legal[role_of[atom]] or derived end
    if aligned then place_boards(depths, pool_of, place) end
    for _, atoms in ipairs(depths) do place_atoms(atoms, aligned and first or {}, scalar, place, pool_of) end
    return derived, legal
  end
  local derived, legal = refusal.caught(try, true)
  if not derived then
    for _, atoms in ipairs(depths) do
      for _, atom in ipairs(atoms) do places[atom] = nil end
    end
    derived, legal = try(false)
  end
  local words = { b = fluent_words, d = derived.pool.words, l = { legal[1].pool.words, legal[2].pool.words } }
  if words.l[1] + words.l[2] > SETS then
    reader.refuse(nil, "the domain is too large: %d and %d moves, more than %d words of bits", #moves[1], #moves[2], SETS)
  end
  for _, atom in ipairs(moves[2]) do places[atom].word = places[atom].word + words.l[1] end
  return place, words, fluent_place
end

return layout
