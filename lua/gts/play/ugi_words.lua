--- Moves as words of a line, for UGI: see gts.play.ugi.
-- @module gts.play.ugi_words

local ugi_words = {}

--- A move as a word of a line. One without a name is %.
function ugi_words.encode(label)
  if label == "" then return "%" end
  return (label:gsub("[%c %%\127]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- The label of a move from its word.
function ugi_words.decode(word)
  if word == "%" then return "" end
  return (word:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

return ugi_words
