-- A program that plays tic-tac-toe, by UCI, UGI or GTP: always the lowest free cell. Its words say what is wrong with it:
--
--    lua5.4 spec/support/fake_engine.lua [gtp] [FAULT] [FILE]
--
-- `never` (it says nothing), `silent`, `exit`, `illegal`, `resign`: at its second move; `mute`: at any move; `flood`: output
-- without an end; `deaf`: it does not read on; `stubborn`: it does not quit; `noise`: lines of no meaning;
-- `babble`: an answer to `name` that is long, and an error; `leave`: it starts programs in sessions of their own, and adds
-- their numbers to FILE; `leave-exit`: so, and it ends at its second move.
-- `files`: it begins FILE with the descriptors that it has. What it is sent is appended to FILE, if there is one.

local gtp = arg[1] == "gtp"
local fault, file = arg[gtp and 2 or 1] or "none", arg[gtp and 3 or 2]

local function say(text)
  io.write(text, "\n")
  io.flush()
end

local function note(text)
  local out <close> = file and io.open(file, "a")
  if out then out:write(text, "\n") end
end

local function hang() while true do os.execute "sleep 5" end end

local taken, count = {}, 0

local function lowest()
  for cell = 1, 9 do if not taken[cell] then return cell end end
end

-- What it does in place of a move; nil: it plays.
local function misbehave(made)
  if fault == "mute" then hang() end
  if made ~= 1 then return nil end
  if fault == "silent" then hang() end
  if fault == "exit" or fault == "leave-exit" then os.exit(7) end
  if fault == "illegal" then return "77" end
  if fault == "resign" then return "resign" end
  while fault == "flood" do io.write(("x"):rep(70), "\n") end
end

local function answer()
  local move = misbehave(count // 2) or lowest()
  return tostring(move)
end

local function take(text) taken[tonumber(text)], count = true, count + 1 end

local function uci(line)
  local word = line:match "%S+"
  if word == "uci" or word == "ugi" then
    say "id name fake"
    say "option name Hash type spin default 16 min 1 max 64"
    say "option name Clear Hash type button"
    say(word .. "ok")
  elseif word == "isready" then say "readyok"
  elseif word == "position" then
    taken, count = {}, 0
    for move in (line:match "moves (.*)" or ""):gmatch "%d" do take(move) end
  elseif word == "go" then
    if fault == "noise" then
      say "\0\255 bestmov 3\n\n= ok\ninfo string bestmove 1"
      say("info a" .. (" "):rep(500000) .. "b")
    end
    say "info depth 3 seldepth 5 score cp 25 nodes 400 pv 1 2"
    say("bestmove " .. answer() .. " ponder 9")
  end
end

local function gtp_answer(line)
  local word, rest = line:match "^(%S+)%s*(.-)$"
  if word == "list_commands" then return "play\ngenmove\nclear_board\ntime_settings" end
  if word == "clear_board" then taken, count = {}, 0 end
  if word == "play" then take(rest:match "%S+$") end
  if word ~= "genmove" then return "" end
  local move = answer()
  if tonumber(move) then take(move) end
  return move
end

if fault == "never" then hang() end
if fault == "files" then os.execute(("ls /proc/$PPID/fd >>%s"):format(file)) end
if fault:find "^leave" then
  os.execute(("setsid sleep 3000 >/dev/null 2>&1 & echo $! >>%s"):format(file))
  os.execute(("setsid sh -c '(sleep 3001 & echo $! >>%s); exec sleep 3002' >/dev/null 2>&1 &"):format(file))
  os.execute(("until [ $(grep -c '^[0-9]' %s) -ge 2 ]; do sleep 0.01; done"):format(file))
end
for line in io.lines() do
  note(line)
  if line == "quit" and fault == "stubborn" then hang() end
  if line == "quit" then return end
  if gtp and fault == "babble" and line == "name" then say("? \27" .. ("y"):rep(200000) .. "\n")
  elseif gtp then say("= " .. gtp_answer(line) .. "\n") else uci(line) end
  if fault == "deaf" and line:find "^isready" then hang() end
end
