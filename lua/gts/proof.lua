--- Proofs: the solution trees that prove the bounds of a result, and their files (see `gts help formats`). A proof: `game` (its
-- name), `depth` (nil: none), `position` (nil: the game's start), `lower` and `upper` (what it proves; nil: nothing), `min`
-- (the text of a min solution tree, for `lower`) and `max` (of a max solution tree, for `upper`).

local files = require("gts.core").files
local notation = require "gts.rules.notation"
local reading = require "gts.facts.reading"
local versions = require "gts.facts.versions"
local words = require "gts.base.words"

local proofs = {}

local HEAD, END = versions.head "proof", "end"

local Proof = {}
Proof.__index = Proof
Proof.__name = "gts.proof"

-- The lines of the text: the field, how it is written, how it is read.
local fields = {
  { "game", function(v) return (tostring(v):gsub("%c", " ")) end, function(text) return text end },
  { "position", notation.write, notation.read },
  { "depth", notation.number, function(text) return math.tointeger(tonumber(text)) end },
  { "lower", notation.number, tonumber },
  { "upper", notation.number, tonumber },
  { "min", tostring, function(text) return text end },
  { "max", tostring, function(text) return text end },
}

--- The text of a proof; or nil and which field cannot be written.
function Proof:text()
  local lines = { HEAD }
  for _, field in ipairs(fields) do
    local name, write = field[1], field[2]
    if self[name] ~= nil then
      local text = write(self[name])
      if not text then return nil, ("the %s of the proof cannot be written: it is %s"):format(name, words.quote(self[name])) end
      lines[#lines + 1] = name .. " " .. text
    end
  end
  lines[#lines + 1] = END
  return table.concat(lines, "\n") .. "\n"
end

function Proof:__tostring() return self:text() or "gts.proof" end

--- Writes a proof into a file, which is as it was if that fails; nil and what is wrong then.
function Proof:save(file)
  local text, wrong = self:text()
  if not text then return nil, wrong end
  return files.write(file, text)
end

--- A proof from its text. Returns the proof. Error: what is wrong, and in which line.
function proofs.parse(text)
  local proof, by_name, number, ended = setmetatable({}, Proof), {}, 0, false
  for _, field in ipairs(fields) do by_name[field[1]] = field end
  for line in (text:sub(-1) == "\n" and text or text .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    if number == 1 then
      local wrong = versions.misfit("proof", line)
      if wrong then return nil, wrong end
    elseif line == END and not ended then ended = true
    else
      local name, rest = line:match "^(%a+) (.*)$"
      local field = by_name[name]
      local value = field and field[3](rest)
      if value == nil or proof[name] ~= nil or ended then
        return nil, ("line %d of the proof is not understood"):format(number)
      end
      proof[name] = value
    end
  end
  if not ended then return nil, "the proof is truncated" end
  return proof
end

--- A proof from a file.
function proofs.load(file)
  local text, wrong = reading.text("proof", file)
  if not text then return nil, wrong end
  local proof, why = proofs.parse(text)
  if not proof then return nil, ("%s: %s"):format(file, why) end
  return proof
end

--- Makes a proof of what the engine has found.
function proofs.complete(result, game, given)
  local proof = setmetatable(result.proof, Proof)
  proof.game, proof.position = game.name, given.position
  if proof.min then proof.lower = result.lower end
  if proof.max then proof.upper = result.upper end
end

return proofs
