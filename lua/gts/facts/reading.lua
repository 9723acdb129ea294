--- Reads files that anyone may have written, by their rows in gts.facts.files; and the last line of texts, a hash.
--
-- What is read is never run. Whatever parses such a text takes time and memory in proportion to its bytes.

local core = require "gts.core"
local rows = require("gts.facts.files").by_kind
local words = require "gts.base.words"

local files = core.files        -- taken here: a confined worker has none later

local reading = {}

local LARGEST <const> = 1 << 53
local LINES <const> = 1 << 24   -- a list of more of them, all empty, takes 16 times the bytes of the file

--- Reads a file. `kind` of gts.facts.files, with `most`. Returns its bytes. Error: what is wrong, with the path.
function reading.text(kind, path)
  if type(path) ~= "string" then return nil, ("no file has the name %s"):format(words.quote(path)) end
  local text, wrong = files.read(path, rows[kind].most)
  if text and #text > LINES and select(2, text:gsub("\n", "\n")) > LINES then
    return nil, ("%s: has more than %d lines"):format(path, LINES)
  end
  return text, wrong
end

--- A whole number from 0 to 2^53; nil: the text is none.
function reading.count(text)
  local value = math.tointeger(tonumber(text))
  return value and value >= 0 and value <= LARGEST and value or nil
end

--- A finite number from 0 on; nil: the text is none.
function reading.amount(text)
  local value = tonumber(text)
  return value and value >= 0 and value < math.huge and value or nil
end

--- The lines of a text that are whole: a writer that was killed leaves half a line at the end.
function reading.whole_lines(text)
  local lines = {}
  local last = text:find "\n[^\n]*$"       -- without it each start in half a line would be tried
  for line in text:sub(1, last or 0):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  return lines
end

--- Adds the line with the hash to a text. `above`: whole lines.
function reading.with_digest(above) return above .. "digest " .. core.hash(above) .. "\n" end

--- Takes the line with the hash off a text. Returns what is above it, or nil and what is wrong: it is truncated, or damaged.
function reading.above_digest(text)
  local above, digest = text:match "^(.*\n)digest (%x+)\n$"
  if not above then return nil, "truncated: its last line is not a digest" end
  if core.hash(above) ~= digest then return nil, "damaged: its digest is another" end
  return above
end

return reading
