--- What formats and patterns that are known beforehand mean, as far as compiled rules know them.

local formats = {}

local MOST_WIDTH = 20           -- of a number

--- The parts of a format of string.format: { kind = "text", text = }, { kind = "s" }, { kind = "c" }, { kind = "d", width =,
-- zeros = }; nil and why it is not known.
function formats.parts(format)
  if type(format) ~= "string" then return nil, "string.format of a format that is not known beforehand" end
  local list, at = {}, 1
  while at <= #format do
    local text, next_at = format:match("^([^%%]+)()", at)
    if text then list[#list + 1], at = { kind = "text", text = text }, next_at
    else
      local zeros, width, kind, after = format:match("^%%(0?)(%d?%d?)([dsc%%])()", at)
      if not kind or kind ~= "d" and zeros .. width ~= "" or tonumber(width == "" and 0 or width) > MOST_WIDTH then
        return nil, ("string.format with '%s': write %%d, %%s or %%c"):format(format:match("^%%[^%a]*.?", at))
      end
      if kind == "%" then list[#list + 1] = { kind = "text", text = "%" }
      else list[#list + 1] = { kind = kind, width = tonumber(width) or 0, zeros = zeros ~= "" } end
      at = after
    end
  end
  return list
end

local SPECIAL = "[%^%$%*%+%?%.%(%[%%%-]"

--- What a pattern finds: "plain", a plain text; or one character of a set, four integers with a bit for each character; else nil.
function formats.of_pattern(pattern)
  if type(pattern) ~= "string" then return nil end
  if not pattern:find(SPECIAL) then return "plain" end
  -- A set begins with no second ^: in "[^]" that would be the first, of a set without an end, which is an error of Lua's.
  if not (pattern == "." or pattern:find "^%%[acdlpsuwx]$" or pattern:find "^%%%p$"
    or pattern:find "^%[%^?[^%]%%%[%^][^%]%%%[]*%]$") then return nil end
  local set = { 0, 0, 0, 0 }
  for byte = 0, 255 do
    if string.char(byte):find(pattern) then set[byte // 64 + 1] = set[byte // 64 + 1] | 1 << byte % 64 end
  end
  return set
end

return formats
