-- Breakthrough: a string of 16 characters, then the side to move.
local N = 4
local rules = { name = "breakthrough", start = "bbbb........wwwww", range = { -50, 50 } }

local function cell(i) return string.format("%c%d", 97 + (i - 1) % N, N - (i - 1) // N) end
local function side(p) return p:sub(N * N + 1) end

local function replace(p, i, c) return p:sub(1, i - 1) .. c .. p:sub(i + 1) end

function rules.terminal(p)
  return p:sub(1, N):find("w", 1, true) ~= nil or p:sub(N * N - N + 1, N * N):find("b", 1, true) ~= nil
end

function rules.successors(p)
  local list, moves = {}, {}
  local me = side(p)
  local you = me == "w" and "b" or "w"
  local forward = me == "w" and -N or N
  for i = 1, N * N do
    if p:sub(i, i) == me then
      for d = -1, 1 do
        local column = (i - 1) % N + d
        local to = i + forward + d
        if column >= 0 and column < N and to >= 1 and to <= N * N then
          local there = p:sub(to, to)
          if there == "." or d ~= 0 and there == you then
            local q = replace(replace(p, i, "."), to, me)
            list[#list + 1] = replace(q, N * N + 1, you)
            moves[#moves + 1] = cell(i) .. (there == "." and "-" or "x") .. cell(to)
          end
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return side(p) == "w" and "max" or "min" end

function rules.evaluate(p)
  local sum = 0
  for i = 1, N * N do
    local b = p:byte(i)
    if b == 119 then sum = sum + 1 + (i <= N and 40 or 0) end
    if b == 98 then sum = sum - 1 - (i > N * N - N and 40 or 0) end
  end
  return sum
end

return rules
