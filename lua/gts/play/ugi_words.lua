--- Moves as words of a line, for UGI: see gts.play.ugi.
-- @module gts.play.ugi_words

local ugi_words = {}

--- A move as a word of a line.
function ugi_words.encode(label)
  return (label:gsub("[%c %%\127]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- The label of a move from its word.
function ugi_words.decode(word)
  return (word:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

return ugi_words
