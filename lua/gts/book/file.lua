--- The file of an opening book: a text with a line for each entry, sorted (see `gts help formats`).

local files = require("gts.core").files
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local file = {}

local HEAD = versions.head "book"

local function write_entry(id, entry)
  local parts = { id, entry.all and "a" or nil }
  local function add(letter, value) parts[#parts + 1] = value and letter .. notation.number(value) or nil end
  add("v", entry.value)
  add("d", entry.depth)
  add("l", entry.lower)
  add("u", entry.upper)
  add("p", entry.distance)
  if entry.won + entry.drawn + entry.lost > 0 then
    parts[#parts + 1] = ("g%d,%d,%d"):format(entry.won, entry.drawn, entry.lost)
  end
  return table.concat(parts, " ")
end

local fields = { v = "value", l = "lower", u = "upper", d = "depth", p = "distance" }
local whole = { d = true, p = true }

-- One word of an entry; false if it is not understood.
local function read_word(entry, letter, text)
  if letter == "a" then
    entry.all = true
    return text == ""
  end
  if letter == "g" then
    local won, drawn, lost = text:match "^(%d+),(%d+),(%d+)$"
    entry.won, entry.drawn, entry.lost = reading.count(won), reading.count(drawn), reading.count(lost)
    return entry.won and entry.drawn and entry.lost
  end
  local value = whole[letter] and reading.count(text) or not whole[letter] and tonumber(text) or nil
  if not fields[letter] or not value or math.abs(value) == math.huge or entry[fields[letter]] then return false end
  entry[fields[letter]] = value
  return true
end

local function read_entry(line)
  local id, rest = line:match "^(%x+)(.*)$"
  if not id or #id ~= 16 then return nil end
  local entry = { won = 0, drawn = 0, lost = 0, all = false }
  for word in rest:gmatch "%S+" do
    if not read_word(entry, word:sub(1, 1), word:sub(2)) then return nil end
  end
  if entry.lower and entry.upper and entry.lower > entry.upper then return nil end
  return id, entry
end

-- Reads a line behind the head. Returns false if it is not understood.
local function read_line(all, line)
  local game, plies = line:match "^played (%x+) (%d+)$"
  if game then
    if #game ~= 16 or all.played[game] then return false end
    all.played[game] = reading.count(plies)
    return all.played[game] ~= nil
  end
  local id, entry = read_entry(line)
  if not id or all.entries[id] then return false end
  all.entries[id], all.positions = entry, all.positions + 1
  return true
end

-- Reads the lines between the first and the digest.
local function read_lines(text)
  local all, number_of, announced = { entries = {}, positions = 0, played = {} }, 1, nil
  for line in text:gmatch "([^\n]*)\n" do
    if number_of > 1 and announced then
      if not read_line(all, line) then
        return nil, ("line %d of the book is not understood: %s"):format(number_of, words.quote(line))
      end
    elseif number_of > 1 then
      local name, rest = line:match "^(%l+) (.*)$"
      if name == "entries" then announced = reading.count(rest)
      elseif name then all[name] = rest end
    end
    number_of = number_of + 1
  end
  if announced ~= all.positions or not all.game or not all.fingerprint then return nil, "the book is damaged" end
  return all
end

--- Reads a file. Returns a table: game (its name), fingerprint, entries (by hash), positions (their number), played (games), or
-- nil and what is wrong.
function file.read(path)
  local text, unread = reading.text("book", path)
  if not text then return nil, unread end
  local wrong = versions.misfit("book", text:match "^[^\n]*")
  if wrong then return nil, ("%s: %s"):format(path, wrong) end
  local above, all
  above, wrong = reading.above_digest(text)
  if not above then return nil, ("%s: the book is %s"):format(path, wrong) end
  all, wrong = read_lines(above)
  return all, wrong and ("%s: %s"):format(path, wrong)
end

--- Writes a file of a book. Returns true, or nil and what is wrong.
function file.write(path, of)
  local lines, ids = { HEAD, "game " .. of.game.name:gsub("%c", " "), "fingerprint " .. of.fingerprint,
    ("entries %d"):format(of.positions) }, words.keys(of.entries)
  for _, id in ipairs(ids) do lines[#lines + 1] = write_entry(id, of.entries[id]) end
  for _, id in ipairs(words.keys(of.played)) do lines[#lines + 1] = ("played %s %d"):format(id, of.played[id]) end
  return files.write(path, reading.with_digest(table.concat(lines, "\n") .. "\n"))
end

return file
