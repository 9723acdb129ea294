--- The command gts serve: serves the page and its state (gts.page.page_state) to a browser of this machine.
--
-- Requests are data: a message is JSON of at most a few kB, of which the page state takes the kinds that it knows. Only pages of
-- this server may send messages: the Host and Origin of a request must name it, so that neither a page of another site nor a
-- domain name that its owner points to this machine can reach it.
--
-- Every message carries the token of this run, 128 random bits, as `Authorization: Bearer TOKEN`: other accounts of the machine
-- can open a connection, but have no token. It stands in the fragment of the address, which browsers send neither to a server nor
-- as a referrer; http.js takes it out of there. No cookie: browsers send cookies to all ports of a host.
--
-- The page polls with the message { kind = "wait", serial, thoughts, parts }, the numbers that it has seen; the answer comes when
-- one of them has grown, or after a while.

local adviser = require "gts.best.adviser"
local core = require "gts.core"
local database = require "gts.database"
local json = require "gts.show.json"
local level = require "gts.play.level"
local operands = require "gts.program.operands"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.page.text"
local page_states = require "gts.page.page_state"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local LONGEST = 4096            -- bytes of a message
local PATIENCE = 20             -- seconds until a request for news is answered with none
local DOZE = 0.25               -- seconds it sleeps at most: a signal that comes just before does not wake it
local MOST_WAITING = 100        -- requests for news; more are answered at once
local AT_ONCE = 50              -- requests that are answered before the engine goes on

local Server = {}
Server.__index = Server

-- Returns 128 random bits of the system as 32 hexadecimal digits.
local function random_text()
  local file <close> = assert(io.open("/dev/urandom", "rb"))
  return (assert(file:read(16)):gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

-- Are two texts equal? The time depends on their lengths only, not on where they first differ.
local function same(a, b)
  local different = #a ~ #b
  for i = 1, math.min(#a, #b) do different = different | (a:byte(i) ~ b:byte(i)) end
  return different == 0
end

-- What the page may do: run its own script, with its own style, and talk to this server.
local function policy(nonce)
  return ("default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; img-src data:; connect-src 'self'; base-uri 'none'; "
    .. "form-action 'none'; frame-ancestors 'none'"):format(nonce, nonce)
end

local function fields(kind, more)
  return tables.copy({
    ["Content-Type"] = kind .. "; charset=utf-8", ["Cache-Control"] = "no-store", ["X-Content-Type-Options"] = "nosniff",
    ["Referrer-Policy"] = "no-referrer", ["Cross-Origin-Resource-Policy"] = "same-origin", ["X-Frame-Options"] = "DENY",
  }, more)
end

local serve = {}

--- Opens a server for a page state. Port 0 is one that is free.
-- @treturn table the server; its field `address`, with the token, is what a browser is given
-- @error what is wrong
function serve.open(page_state, port)
  local found, http = pcall(require, "gts.http")
  if not found then
    return nil, "gts serve needs libmicrohttpd, which was not there when gts was built (Debian: libmicrohttpd-dev)"
  end
  json.encode(0)                -- without dkjson that is said now
  local listener, wrong = http.listen(port)
  if not listener then return nil, ("port %d cannot be had: %s"):format(port, wrong) end
  local self = setmetatable({
    page_state = page_state, listener = listener, port = listener:port(), waiting = {}, made = {},
  }, Server)
  local token = random_text()
  self.address, self.authorization = ("http://127.0.0.1:%d/#token=%s"):format(self.port, token), "Bearer " .. token
  self.nonce = random_text()
  self.page = page.make { nonce = self.nonce }
  self.hosts = tables.set { ("127.0.0.1:%d"):format(self.port), ("localhost:%d"):format(self.port) }
  return self
end

-- Why a request is not to be answered: a status and a text; nil if it may be.
local function refusal(self, request)
  if not self.hosts[(request.host or ""):lower()] then return 403, "this is not the address that gts serve has printed" end
  local origin = request.origin
  if origin and not self.hosts[origin:lower():match "^http://(.*)$" or ""] then return 403, "that page is not from here" end
  if request.site and request.site ~= "same-origin" and request.site ~= "none" then return 403, "that page is not from here" end
end

function Server:answer(request, status, kind, text, more) self.listener:answer(request.id, status, text, fields(kind, more)) end
function Server:refuse(request, status, why, more) self:answer(request, status, "text/plain", why .. "\n", more) end

-- The JSON of a part of what there is to see, made once for all requests; `look` gives the part.
local function part(self, name, number, look)
  local made = self.made[name]
  if not made or made.number ~= number then
    made = { number = number, text = ('"%s":%s'):format(name, json.encode(look())) }
    self.made[name] = made
  end
  return made.text
end

-- The JSON of the parts of the state that a client has not seen.
local function state_text(self, seen)
  local state, texts = self.page_state:state(seen), {}
  for name, value in pairs(state) do
    local number = name == "numbers" and self.page_state.serial or state.numbers[name]
    texts[#texts + 1] = part(self, name, number, function() return value end)
  end
  return ('"state":{%s}'):format(table.concat(texts, ","))
end

-- What is new for a client that has seen the editions `seen`; nil: nothing.
local function news(self, seen)
  local page_state, parts = self.page_state, {}
  if seen.serial ~= page_state.serial then parts[1] = state_text(self, seen.parts) end
  if seen.thoughts ~= page_state.thoughts then
    parts[#parts + 1] = part(self, "thought", page_state.thoughts, function() return page_state:thought() end)
  end
  if #parts == 0 then return nil end
  return ('{"serial":%d,"thoughts":%d,%s}'):format(page_state.serial, page_state.thoughts, table.concat(parts, ","))
end

local JSON = "application/json"

-- Answers waiting requests with what is new, or that nothing is.
local function tell(self)
  local now, left = core.clock(), {}
  for i, one in ipairs(self.waiting) do
    local text = news(self, one.seen)
    if not text and (now >= one.deadline or #self.waiting - i >= MOST_WAITING) then text = "{}" end
    if text then self:answer(one.request, 200, JSON, text) else left[#left + 1] = one end
  end
  self.waiting = left
end

-- What kind of content a header names, without its parameters (RFC 9110, section 8.3.1).
local function media_type(header) return header:gsub(";.*$", ""):match("^%s*(.-)%s*$"):lower() end

local function read_message(request)
  if #request.body > LONGEST then return nil, 413, ("a message has at most %d bytes"):format(LONGEST) end
  if media_type(request.kind or "") ~= JSON then return nil, 415, "a message is application/json" end
  local ok, message = pcall(json.decode, request.body)
  if not ok or type(message) ~= "table" then return nil, 400, "that is no message" end
  return message
end

local UNKNOWN = "the token is missing or wrong: open the address that gts serve has printed"

local function take_message(self, request)
  if not same(request.authorization or "", self.authorization) then return self:refuse(request, 403, UNKNOWN) end
  local message, status, why = read_message(request)
  if not message then return self:refuse(request, status, why) end
  if message.kind == "wait" then
    self.waiting[#self.waiting + 1] = { request = request, seen = message, deadline = core.clock() + PATIENCE }
  elseif self.page_state:take(message) then self:answer(request, 200, JSON, "{}")
  else self:refuse(request, 400, "that is no message") end
end

-- What there is: path -> method -> what is done.
local paths = { ["/"] = {}, ["/message"] = {} }

paths["/"].GET = function(self, request)
  self:answer(request, 200, "text/html", self.page, { ["Content-Security-Policy"] = policy(self.nonce) })
end
paths["/"].HEAD = paths["/"].GET
paths["/message"].POST = take_message

local function answer(self, request)
  local status, why = refusal(self, request)
  if status then return self:refuse(request, status, why) end
  local methods = paths[request.path]
  if not methods then return self:refuse(request, 404, "there is no such page") end
  local does = methods[request.method]
  if does then return does(self, request) end
  self:refuse(request, 405, "that cannot be done here", { Allow = request.path == "/" and "GET, HEAD" or "POST" })
end

-- Answers what has come, waiting at most `seconds` for the first.
local function listen(self, seconds)
  for i = 1, AT_ONCE do
    local request = self.listener:wait(i == 1 and seconds or 0)
    if not request then break end
    answer(self, request)
  end
  tell(self)
end

-- How long to sleep, if no request comes.
local function quiet(self, later)
  local first = self.waiting[1]
  return math.max(0, math.min(DOZE, later or DOZE, first and first.deadline - core.clock() or DOZE))
end

--- Serves until `ended`, which is asked again and again, is true.
function Server:run(ended)
  local function look() listen(self, 0) end
  while not ended() do
    local done, later = self.page_state:work(look)
    listen(self, done and 0 or quiet(self, later))
  end
end

--- Ends all connections.
function Server:close() self.listener:close() end

local players = {
  max = { "person", "engine" }, min = { "engine", "person" }, both = { "person", "person" }, none = { "engine", "engine" },
}

local function serve_until_interrupted(server, terminal)
  local before = terminal.presses()
  local ok, wrong = pcall(server.run, server, function() return terminal.presses() > before end)
  server:close()
  if not ok and terminal.presses() == before then error(wrong, 0) end
end

-- Functions that open what the options name, for a game; nil, and what is wrong, where that is not of this one.
local function sources_of(options, game)
  local sources = {}
  function sources.advise(of)
    local rest, advise = adviser.take(of, options, "option '--%s'")
    return rest and advise, not rest and advise or nil
  end
  if options.database then sources.database = function(of) return database.try(options.database, of) end end
  for _, open in pairs(sources) do
    local _, wrong = open(game)
    if wrong then return nil, wrong end
  end
  return sources
end

function serve.run(call, terminal)
  local game, sides, options = operands.game(call, terminal), players[call.options.as], call.options
  if options.level and options.time then return nil, "options '--level' and '--time' do not go together" end
  local sources = outcome.need(sources_of(options, game))
  local made, wrong = page_states.new {
    game = call.game, options = call.game_options, made = game, max = sides[1], min = sides[2], level = options.level,
    time = options.time, position = operands.position(call, game), sources = sources,
  }
  if not made then return nil, wrong end
  local server = outcome.need(serve.open(made, options.port))
  output.line(("%s is at %s until Ctrl-C"):format(game.name, server.address))
  -- Where it is cannot be said, which the program complains of at its end.
  if not io.stdout:flush() then
    server:close()
    return outcome.OK
  end
  serve_until_interrupted(server, terminal)
end

return tables.copy(serve, {
  name = "serve", summary = "a page in your browser: play, check, search, learn", game = true,
  options = {
    { name = "port", kind = schema.whole(0, 65535), default = 0, help = "where it listens; 0: at a port that is free" },
    { name = "as", kind = schema.one_of { "max", "min", "both", "none" }, default = "max", help = "which side you play" },
    { name = "level", kind = schema.whole(1, level.most), help = "how well the engine plays" },
    { name = "time", kind = schema.seconds, help = "seconds for each move of the engine, instead of a level" },
    { name = "database", raw = true, value = "FOLDER",
      help = "a database of gts solve: the page shows the value and the distance of every move" },
    table.unpack(table.move(operands.position_options, 1, #operands.position_options, #adviser.rows(true) + 1,
      adviser.rows(true))),
  },
  details = "It can be reached from this machine only, and only by the whole address that it prints. "
    .. "Sides and level can be changed on the page.",
  examples = {
    { "gts serve connect4", "prints where it is", long = true },
    { "gts serve othello --port 8080 --as min --time 3", "on port 8080; the engine begins", long = true },
    { "gts serve ./mygame.lua", "a game of your own", long = true },
    { "gts serve connect4 columns=5 rows=4 --database c4.db", "with the values of all moves, as gts solve has stored them",
      long = true },
  },
})
