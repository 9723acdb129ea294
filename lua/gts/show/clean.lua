--- Texts that come from rules, names and what `show` returns, as they may go on: valid UTF-8, nothing that terminals obey.

local clean = {}

--- Stands for what was no character.
clean.REPLACEMENT = "\u{FFFD}"

--- A text in which each byte that is not UTF-8 is replaced.
function clean.valid(text)
  local parts, from = {}, 1
  while true do
    local length, wrong = utf8.len(text, from)
    if length then break end
    parts[#parts + 1] = text:sub(from, wrong - 1) .. clean.REPLACEMENT
    from = wrong + 1
  end
  return from == 1 and text or table.concat(parts) .. text:sub(from)
end

--- A text in which each byte that is not UTF-8, and each control character but ends of lines, is replaced.
function clean.visible(text)
  return (clean.valid(text):gsub("[%z\1-\9\11-\31\127]", clean.REPLACEMENT):gsub("\xC2[\x80-\x9F]", clean.REPLACEMENT))
end

return clean
