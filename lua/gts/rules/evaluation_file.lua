--- Evaluations as data: the text of a file (see `gts help formats`), never run; gts.rules.estimate makes a function of it.
--
-- What is read is a table: game; about, a list; words; board (columns, rows; or nil); ends (terminal, by, sets); target
-- ("winner", with middle and scale, or "value", with score, low and high). Of patterns: weights, a list of orbits (name, cells,
-- numbers, the stages one after the other); sums, lists of integers; stages (count, masks, of) or nil; players, one ("both") or
-- two, each with player, sign, variables (name, terms: parts of words) and patterns (weights, the number of an orbit; parts of
-- words). Players that see the same share the last two. Of features: form ("list" or "values"), max, min. And digest, 64 digits.

local core = require "gts.core"
local estimate = require "gts.rules.estimate"
local notation = require "gts.rules.notation"
local tables = require "gts.base.tables"
local versions = require "gts.facts.versions"
local wire = require "gts.base.wire"
local words = require "gts.base.words"

local file = {}

--- How many numbers an evaluation may have, sums among them. Specs set it.
file.most = 1 << 22

local KIND <const> = "evaluation"
local WIDTH <const> = 120       -- of lines of numbers
local LONGEST <const> = 100     -- bytes of a part
local LARGEST <const> = 1 << 31         -- a weight
local LEAST_SCALE <const> = 1e-100      -- of a value: less of one makes infinite numbers
local MOST_PATTERNS <const>, MOST_VARIABLES <const>, MOST_TERMS <const> = 1 << 14, 150, 64      -- Lua allows 200 variables
local MOST_WORDS <const>, MOST_STAGES <const>, MOST_VALUES <const>, MOST_FEATURES <const> = 16, 16, 16, 1 << 16
local MOST_SETS <const> = 128           -- words of a set of moves
local LIMITS <const> = { deepest = 8, parts = 1 << 16, numbers = 1024 }         -- of a position

local function hex(bytes) return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end

-- Numbers in lines, of which zeros in a row are one word; no space stands before a minus.
local function text_of(list)
  local parts, zeros = {}, 0
  for i = 1, #list + 1 do
    if list[i] == 0 then zeros = zeros + 1
    else
      if zeros > 2 then parts[#parts + 1] = "0*" .. zeros
      else for _ = 1, zeros do parts[#parts + 1] = "0" end end
      zeros, parts[#parts + 1] = 0, list[i] and ("%d"):format(list[i])
    end
  end
  local lines, line = {}, ""
  for _, part in ipairs(parts) do
    if #line + #part + 1 > WIDTH then lines[#lines + 1], line = line, part
    else line = line .. ((line == "" or part:find "^%-") and "" or " ") .. part end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- A part of a word, as in `3*a>>7&15*513>>40@2`: shifted, masked, and times a factor; in lookups times a magic, shifted, and led
-- to its state by sums.
local function part_text(part)
  return (part.factor ~= 1 and part.factor .. "*" or "") .. part.name .. (part.shift > 0 and ">>" .. part.shift or "") .. "&"
    .. estimate.bits(part.mask) .. (part.magic ~= 1 and "*" .. estimate.bits(part.magic) or "")
    .. (part.down > 0 and ">>" .. part.down or "") .. (part.sums and "@" .. part.sums or "")
end

local function all(list, how) return table.concat(tables.map(list, how), " ") end

local function sum_text(player)
  local lines = {}
  for _, variable in ipairs(player.variables) do
    lines[#lines + 1] = ("state %s %s"):format(variable.name, all(variable.terms, part_text))
  end
  for _, pattern in ipairs(player.patterns) do
    lines[#lines + 1] = ("pattern %d %s"):format(pattern.weights, all(pattern.parts, part_text))
  end
  return table.concat(lines, "\n")
end

local function add_patterns(lines, data)
  local function put(text, ...) lines[#lines + 1] = text:format(...) end
  for _, orbit in ipairs(data.weights) do
    put("weights %d %s: cells %s\n%s", #orbit.numbers, orbit.name, table.concat(orbit.cells, " "), text_of(orbit.numbers))
  end
  for _, values in ipairs(data.sums) do put("sums %s", table.concat(values, " ")) end
  if data.stages then put("stages %s: %s", all(data.stages.masks, part_text), table.concat(data.stages.of, " ")) end
  local before, head
  for _, player in ipairs(data.players) do
    local text, name = sum_text(player), (player.sign < 0 and "-" or "+") .. player.player
    if text == before then lines[head] = lines[head] .. " " .. name
    else
      put("player %s", name)
      head = #lines
      put("%s", text)
    end
    before = text
  end
end

--- Writes an evaluation, of data as above.
function file.write(data)
  local lines = { versions.head(KIND), "game " .. data.game:gsub("%c", " ") }
  local function put(text, ...) lines[#lines + 1] = text:format(...) end
  for _, line in ipairs(data.about) do put("about %s", (line:gsub("%c", " "))) end
  put("words %d", data.words)
  for _, position in ipairs(data.examples or {}) do put("like %s", hex(wire.encode(position, wire.own))) end
  if data.board then put("board %d %d", data.board.columns, data.board.rows) end
  put("end %s%s%s", data.ends.terminal and "terminal " or "", data.ends.by, data.ends.sets and " " .. data.ends.sets or "")
  if data.target == "winner" then put("winner %s %s", notation.number(data.middle), notation.number(data.scale))
  else
    put("value%s%s", data.score and " score" or "",
      data.low and (" %s %s"):format(notation.number(data.low), notation.number(data.high)) or "")
  end
  if data.players then add_patterns(lines, data)
  else
    for _, name in ipairs { "max", "min" } do
      local list = data.features[name]
      if list then put("features %s %s %s", data.features.form, name, all(list, notation.number)) end
    end
  end
  local above = table.concat(lines, "\n") .. "\n"
  return above .. "digest " .. core.hash(above) .. "\n"
end

local function number(text)
  local value = text and text:find "^%-?%d[%d.e+-]*$" and tonumber(text)
  value = value and (math.tointeger(value) or value)
  return value and math.abs(value) < math.huge and value or nil
end

local function whole(text, least, most)
  local value = text and text:find "^%d+$" and math.tointeger(tonumber(text))
  return value and value >= least and value <= most and value or nil
end

local function bits(text) return math.tointeger(tonumber(text:match "^%d+$" or text:match "^0x%x+$")) end

-- The words of a text as `how` reads them, a list; nil where it cannot, or there are too many.
local function list_of(text, how, most)
  local list = {}
  for one in text:gmatch "%S+" do
    local value = how(one)
    if value == nil or #list == most then return nil end
    list[#list + 1] = value
  end
  return list
end

local Reader = {}
Reader.__index = Reader

-- Reads a part of a word; nil if it is none, or has another factor than the given one.
function Reader:part(text, only)
  if #text > LONGEST then return nil end
  local factor, name, shift, mask, magic, down, sums =
    text:match "^(%d*)%*?(%l%d*)>?>?(%d*)&(%w+)%*?(%w*)>?>?(%d*)@?(%d*)$"
  if not factor or not self.names[name] then return nil end
  local part = { factor = factor == "" and 1 or whole(factor, 2, 1 << 20), name = name,
    shift = shift == "" and 0 or whole(shift, 1, 63), mask = bits(mask), magic = magic == "" and 1 or bits(magic),
    down = down == "" and 0 or whole(down, 1, 63), sums = whole(sums, 1, file.most) }
  local is_whole = part.factor and part.shift and part.mask and part.magic and part.down
  return is_whole and part_text(part) == text and part.factor == (only or part.factor) and part or nil
end

-- Reads a part that is a mere mask, and perhaps a factor.
function Reader:term(text)
  local part = self:part(text)
  return part and part.magic == 1 and part.down == 0 and not part.sums and part or nil
end

-- Takes room for numbers; false if there is none.
function Reader:room(count)
  self.count = self.count + count
  return self.count <= file.most
end

-- What stands on lines, by their first word: functions of the rest, which return what is wrong; nil: nothing.
local lines = {}

function lines.game(self, text) self.game = text end
function lines.about(self, text) self.about[#self.about + 1] = text end

function lines.words(self, text)
  if self.words then return "it stands twice" end
  self.words = whole(text, 1, MOST_WORDS)
  if not self.words then return "the number of words is from 1 to 16" end
  self.own, self.names = {}, {}
  for _, name in ipairs(estimate.letters(self.words)) do self.own[name], self.names[name] = true, true end
end

function lines.like(self, text)
  local good, position = wire.decode(text:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end), LIMITS)
  if text:find "%X" or #text % 2 == 1 or not good then return "expected a position as bytes in base 16" end
  self.examples = self.examples or {}
  self.examples[#self.examples + 1] = position
end

function lines.board(self, text)
  local columns, rows = text:match "^(%d+) (%d+)$"
  columns, rows = whole(columns, 1, 100), whole(rows, 1, 100)
  if not columns or not rows then return "a board has columns and rows" end
  self.board = { columns = columns, rows = rows }
end

function lines.ends(self, text)
  local rest = text:match "^terminal (.*)$"
  local by = rest or text
  local sets = whole(by:match "^legal (%d+)$", 1, MOST_SETS)
  if not sets and by ~= "next" and by ~= "list" and by ~= "moves" and by ~= "walk" then return "there is no such end" end
  self.ends = { terminal = rest ~= nil, by = sets and "legal" or by, sets = sets }
end

function lines.winner(self, text)
  local middle, scale = text:match "^(%S+) (%S+)$"
  self.target, self.middle, self.scale = "winner", number(middle), number(scale)
  if not self.middle or not self.scale or self.scale < LEAST_SCALE or math.abs(self.middle) > 1 / LEAST_SCALE then
    return ("expected two numbers, the first from %g to %g, the second from %g on"):format(-1 / LEAST_SCALE, 1 / LEAST_SCALE,
      LEAST_SCALE)
  end
end

function lines.value(self, text)
  local rest = text:match "^score ?(.*)$"
  self.target, self.score = "value", rest ~= nil
  local bounds = list_of(rest or text, number, 2) or {}
  self.low, self.high = bounds[1], bounds[2]
  if (rest or text) ~= "" and not (self.high and self.low <= self.high) then
    return "expected 'score', two finite numbers, the lower one first, or both"
  end
end

function lines.weights(self, text)
  local count, name, cells = text:match "^(%d+) (%S+): cells ([%d ]+)$"
  cells = cells and list_of(cells, function(one) return whole(one, 1, 10000) end, 64)
  count = whole(count, 1, file.most)
  if not count or not cells then return "expected a number of weights, a name and cells" end
  if not self:room(count) then return ("there are more than %d numbers"):format(file.most) end
  self.weights[#self.weights + 1] = { name = name, cells = cells, numbers = {}, count = count }
end

local function read_numbers(self, text)
  local orbit = self.weights[#self.weights]
  if not orbit or text == "" or text:find "[^%d%-* ]" then return "it is not understood" end
  local list, n, count = orbit.numbers, #orbit.numbers, orbit.count
  for word in text:gmatch "%-?[%d*]+" do
    local one, many = tonumber(word), 1
    if not one then
      local value, times = word:match "^(%-?%d+)%*(%d+)$"
      one, many = tonumber(value), whole(times, 1, count - n)
    end
    if math.type(one) ~= "integer" or one > LARGEST or one < -LARGEST then return "a weight is too large" end
    if not many or n + many > count then return ("there are more than %d weights"):format(count) end
    for i = n + 1, n + many do list[i] = one end
    n = n + many
  end
end

function lines.sums(self, text)
  local values = list_of(text, function(one) return whole(one, 0, 1 << 16) end, MOST_VALUES)
  if not values or #values == 0 then return "expected up to 16 whole numbers" end
  if not self:room(1 << #values) then return ("there are more than %d numbers"):format(file.most) end
  self.sums[#self.sums + 1] = values
end

function lines.stages(self, text)
  local masks, of = text:match "^([^:]+): ([%d ]+)$"
  masks = masks and list_of(masks, function(one) return self:term(one) end, self.words or 0)
  of = of and list_of(of, function(one) return whole(one, 1, MOST_STAGES) end, 64 * MOST_WORDS + 1)
  if not masks or not of then return "expected masks and numbers of stages" end
  if self.players then return "it stands above the players, whose variables it does not have" end
  local most, count = 0, 1
  for _, mask in ipairs(masks) do
    local set = mask.mask
    while set ~= 0 do set, most = set & set - 1, most + 1 end
  end
  for _, stage in ipairs(of) do count = math.max(count, stage) end
  if #of <= most then return ("expected the stages of 0 to %d bits"):format(most) end
  self.stages = { count = count, masks = masks, of = of }
end

function lines.player(self, text)
  self.players, self.names = self.players or {}, setmetatable({}, { __index = self.own })
  local variables, patterns = {}, {}
  for one in text:gmatch "%S+" do
    local sign, name = one:match "^([+-])(%l+)$"
    if not sign or name ~= "max" and name ~= "min" and name ~= "both" then return "expected +max, -min, or the like" end
    self.players[#self.players + 1] =
      { player = name, sign = sign == "+" and 1 or -1, variables = variables, patterns = patterns }
  end
  local order = all(self.players, function(player) return player.player end)
  if order ~= "both" and order ~= "max" and order ~= "max min" then return "expected max and min, or both" end
end

-- Those whose sum is being read.
local function last_player(self) return self.players and self.players[#self.players] end

function lines.state(self, text)
  local name, terms = text:match "^([sv]%d%d?%d?) (.+)$"
  local player = last_player(self)
  terms = player and name and list_of(terms, function(one) return self:term(one) end, MOST_TERMS)
  if not terms or self.names[name] then return "it is no sum of parts of words with a name of its own" end
  if #player.variables == MOST_VARIABLES then return ("there are more than %d of them"):format(MOST_VARIABLES) end
  player.variables[#player.variables + 1], self.names[name] = { name = name, terms = terms }, true
end

function lines.pattern(self, text)
  local orbit, parts = text:match "^(%d+) (.+)$"
  local player = last_player(self)
  orbit = whole(orbit, 1, #self.weights)
  parts = player and orbit and list_of(parts, function(one) return self:part(one, 1) end, MOST_TERMS)
  if not parts then return "it is no lookup of weights" end
  local most, wrong = estimate.most(self, parts)
  if wrong then return wrong end
  if most >= file.most then return ("a state is %d: expected less than %d"):format(most, file.most) end
  if #player.patterns == MOST_PATTERNS then return ("there are more than %d of them"):format(MOST_PATTERNS) end
  player.patterns[#player.patterns + 1] = { weights = orbit, parts = parts }
end

function lines.features(self, text)
  local form, name, list = text:match "^(%l+) (%l+) (.*)$"
  list = list and list_of(list, number, MOST_FEATURES)
  if not list or #list == 0 or form ~= "list" and form ~= "values" or name ~= "max" and name ~= "min" then
    return "expected how rules give features, a player, and finite numbers"
  end
  self.features = self.features or { form = form }
  self.features[name] = list
end

local names = { ends = "end", target = "winner" }

-- What is missing when all lines are read; nil: nothing.
local function lack(self)
  for _, name in ipairs { "game", "words", "ends", "target" } do
    if not self[name] then return ("the line '%s' is missing"):format(names[name] or name) end
  end
  if self.features then
    local max, min = self.features.max, self.features.min
    if self.players or self.stages then return "features have no patterns" end
    return (not max or min and #min ~= #max) and "the features are incomplete" or nil
  end
  local players = self.players or {}
  if #players == 0 or players[1].player ~= "both" and #players ~= 2 then return "a player is missing" end
  for _, player in ipairs(players) do
    if #player.patterns == 0 then return ("%s has no patterns"):format(player.player) end
  end
  for i, orbit in ipairs(self.weights) do
    if #orbit.numbers ~= orbit.count or self.stages and orbit.count % self.stages.count ~= 0 then
      return ("the weights %d are incomplete"):format(i)
    end
    orbit.count = nil
  end
end

-- What is wrong with the first line, and the last; nil: nothing.
local function check_ends(text)
  local head = text:match "^[^\n]*"
  local other = ("this is no evaluation: it does not begin with '%s'"):format(versions.head(KIND))
  if not head:find "^gts " and text:find "%f[%w_]return%f[^%w_]" then
    other = "this is Lua code, and an evaluation is read, not run: functions of rules are for gts.game"
  end
  local wrong = versions.misfit(KIND, head, other)
  if wrong then return wrong end
  local above, digest = text:match "^(.*\n)digest (%x+)\n$"
  if not above or core.hash(above) ~= digest then return "it is damaged" end
  return nil, above, digest
end

--- Reads an evaluation: see above; or returns nil and what is wrong.
function file.read(text)
  local wrong, above, digest = check_ends(text)
  if wrong then return nil, wrong end
  local self = setmetatable({ about = {}, weights = {}, sums = {}, names = {}, own = {}, count = 0, digest = digest }, Reader)
  local place = 1
  for line in above:gmatch("([^\n]*)\n", #versions.head(KIND) + 2) do
    place = place + 1
    local name, rest = line:match "^(%l+) ?(.*)$"
    local read = name and lines[name == "end" and "ends" or name] or not name and read_numbers
    wrong = read and read(self, name and rest or line) or not read and "it is not understood"
    if wrong then return nil, ("line %d: %s: %s"):format(place, words.quote(line:sub(1, 60)), wrong) end
  end
  wrong = lack(self)
  if wrong then return nil, wrong end
  self.names, self.own, self.count = nil, nil, nil
  return setmetatable(self, nil)
end

--- What a file says of itself: its lines `about`. It is not checked.
function file.about(text)
  local list = {}
  for line in text:gmatch "\nabout ([^\n]*)" do list[#list + 1] = line end
  return list
end

return file
