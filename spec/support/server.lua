--- `gts serve` as a separate process, and HTTP as bytes: a request, its answer.
--
--    local server <close> = Server.start { "tictactoe", "--as", "both" }
--    local status, body = server:get "/"

local core = require "gts.core"
local eventually = require "spec.support.eventually"
local json = require "gts.show.json"
local run = require "spec.support.run"

local Server = {}
Server.__index = Server

local PATIENCE = 60             -- seconds until what is waited for has not come

local quoted = run.quoted

local function read(file)
  local f <close> = io.open(file, "rb")
  return f and f:read "a" or ""
end

--- Waits until what `look` gives is true, and returns it. `what`: for the message of the error when that does not come.
function Server.await(what, look)
  local seen
  local comes = eventually(function()
    seen = look()
    return seen
  end, PATIENCE)
  return comes and seen or error(what .. " does not come", 2)
end

--- Starts a command as a process whose output goes into a file. Returns its number, a text.
function Server.spawn(command, file)
  return run.output(("exec env --default-signal=INT %s >%s 2>&1 </dev/null & echo $!"):format(command, quoted(file)))
end

--- Starts `gts serve`, or a script, a file, that says where it is as that does. Returns a table: address, port, token, folder,
-- and process, its number.
function Server.start(arguments, script)
  local words = {}
  for i, word in ipairs(arguments) do words[i] = quoted(word) end
  local self = setmetatable({ folder = run.folder(), script = script }, Server)
  local log = self.folder .. "/log"
  self.process = Server.spawn(("%s %s %s"):format(quoted(run.program), script or "serve", table.concat(words, " ")), log)
  self.address = Server.await("the address", function() return read(log):match "(http://%S+)%s" end)
  self.port, self.token = self.address:match ":(%d+)/#token=(%w+)$"
  return self
end

--- What it has said.
function Server:log() return read(self.folder .. "/log") end

--- Returns whether it still runs. A process that was not waited for may stay in the list of processes for a while.
function Server:runs()
  local state = read(("/proc/%s/stat"):format(self.process)):match "%) (%a)"
  return state ~= nil and state ~= "Z"
end

--- Sends a signal.
function Server:signal(name) os.execute(("kill -%s %s 2>/dev/null"):format(name, self.process)) end

local AGAIN = 2                 -- seconds from one press to the next: those that follow at once end a program by force

-- It is ended as people end it; under sanitizers it says then what they have found. `gts serve` ends at the first press, whatever
-- it does; a script that serves may need another, where the first ends the search that runs.
function Server:__close()
  local pressed
  local ended = pcall(Server.await, "the end", function()
    if not pressed or self.script and core.clock() - pressed >= AGAIN then
      pressed = core.clock()
      self:signal "INT"
    end
    return not self:runs()
  end)
  self:signal "KILL"
  local said = self:log()
  os.execute("rm -rf " .. quoted(self.folder))
  if not ended then error "gts serve does not end at Ctrl-C" end
  -- The leak sanitizer itself sometimes crashes at the end of a program with threads: then it has found nothing out.
  if said:find("Tracer caught signal", 1, true) then return end
  if said:find("Sanitizer", 1, true) or said:find("runtime error", 1, true) then error(said) end
end

--- Runs a bash script in which $port is the server's, for at most some seconds. Returns its output.
function Server:bash(script, seconds)
  run.write(self.folder .. "/script", script)
  return run.output(("port=%s timeout %g bash %s 2>/dev/null"):format(self.port, seconds or PATIENCE,
    quoted(self.folder .. "/script")))
end

--- Sends bytes, and reads until the other end has closed, or for some seconds. Returns the status of the answer (nil: there is
-- none), what stands behind its header, and the header.
function Server:send(bytes, seconds)
  run.write(self.folder .. "/bytes", bytes)
  local answer = self:bash(("exec 3<>/dev/tcp/127.0.0.1/$port; cat %s >&3; cat <&3"):format(
    quoted(self.folder .. "/bytes")), seconds)
  local head, body = answer:match "^(HTTP/1.-)\r?\n\r?\n(.*)$"
  head = head or answer
  return math.tointeger(tonumber(head:match "^HTTP/1%.%d (%d+)")), body or "", head
end

--- The bytes of a request, with the token. `first`: as in "GET /"; `fields` of the header; false: the usual one is left out.
function Server:request(first, fields, body)
  local all = { Host = "127.0.0.1:" .. self.port, Connection = "close", ["Content-Length"] = body and tostring(#body) or nil,
    Authorization = "Bearer " .. self.token }
  for name, value in pairs(fields or {}) do all[name] = value or nil end
  local lines = { first .. " HTTP/1.1" }
  for name, value in pairs(all) do lines[#lines + 1] = name .. ": " .. value end
  return table.concat(lines, "\r\n") .. "\r\n\r\n" .. (body or "")
end

function Server:get(path, fields) return self:send(self:request("GET " .. path, fields)) end

--- Posts a message, a table or text. Returns the status, and the answer, as data where it is; else also its header.
function Server:post(message, fields)
  local all = { ["Content-Type"] = "application/json" }
  for name, value in pairs(fields or {}) do all[name] = value end
  local body = type(message) == "string" and message or json.encode(message)
  local status, text, head = self:send(self:request("POST /message", all, body))
  if head:find "application/json" then return status, assert(json.decode(text)) end
  return status, text, head
end

--- The state of the page: see gts.page.page_state.
function Server:page_state() return select(2, self:post { kind = "wait" }).state end

--- The state of its game session.
function Server:state() return self:page_state().play end

return Server
