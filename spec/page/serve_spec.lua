-- gts serve: what goes over the wire, and what does no harm.

local gts = require "gts"
local moves = require "gts.moves"
local page_state = require "gts.page.page_state"
local errors = require "spec.support.errors"
local games = require "gts.game"
local inside = require "spec.support.inside"
local run = require "spec.support.run"
local serve = require "gts.page.serve"
local Server = require "spec.support.server"

local says = errors.says

local built = run.output(("test -f '%s' && echo yes"):format((run.program:gsub("[^/]*$", "lib/gts/http.so")))) == "yes"

describe("gts serve without libmicrohttpd", function()
  it("says which package is missing", function()
    local loaded, preload = package.loaded["gts.http"], package.preload["gts.http"]
    package.loaded["gts.http"], package.preload["gts.http"] = nil, function() error "no library" end
    local server, wrong = serve.open(page_state.new { game = "nim" }, 0)
    package.loaded["gts.http"], package.preload["gts.http"] = loaded, preload
    assert.is_nil(server)
    says(wrong, "libmicrohttpd", "libmicrohttpd-dev")
  end)
end)

if not built then
  describe("gts serve", function() pending "needs libmicrohttpd, which was not there when gts was built" end)
  return
end

describe("gts serve", function()
  it("listens on the loopback address, and nowhere else", function()
    local server <close> = Server.start { "nim" }
    local place = (" %s:%04X "):format("0100007F", server.port)
    local count = 0
    for _, file in ipairs { "/proc/net/tcp", "/proc/net/tcp6" } do
      for line in io.lines(file) do
        if line:find((":%04X "):format(server.port), 1, true) and line:find " 0A " then
          count = count + 1
          assert(line:find(place, 1, true), line)
        end
      end
    end
    assert.equal(1, count)
    says(server:log(), "nim is at http://127.0.0.1:" .. server.port)
  end)

  it("gives a page that needs nothing from elsewhere, and may do little", function()
    local server <close> = Server.start { "nim" }
    local status, page, head = server:get "/"
    assert.equal(200, status)
    says(head, "text/html; charset=utf-8", "default-src 'none'", "nosniff", "frame-ancestors 'none'", "no-store")
    local nonce = head:match "script%-src 'nonce%-(%x+)'"
    assert.equal(32, #nonce)
    says(page, ('<script nonce="%s">'):format(nonce), ('<style nonce="%s">'):format(nonce), "</html>")
    assert.is_nil(page:find "@NONCE@")
    for _, word in ipairs { "src=", "@import", "url%(", "eval%(", "innerHTML", "style=\"", "onclick=\"" } do
      assert.is_nil(page:find(word), word)
    end
    for address in page:gmatch "https?://[%w./]+" do assert.equal("http://www.w3.org/2000/svg", address) end
    for href in page:gmatch 'href="(.-)"' do assert(href:find "^data:") end
    local other <close> = Server.start { "nim" }
    assert.are_not.equal(nonce, select(3, other:get "/"):match "script%-src 'nonce%-(%x+)'")
  end)

  it("takes the options of the game, the side, the level, the position", function()
    local server <close> = Server.start { "connect4", "columns=5", "rows=4", "--as", "none", "--level", "1", "--after", "3 3" }
    local state = server:state()
    assert.equal(20, #state.board.cells)
    assert.same({ max = "engine", min = "engine" }, state.sides)
    assert.same({ level = 1 }, state.strength)
    assert.equal("min", state.board.cells[13])
  end)

  it("shows the values of a database, plays by a book, and refuses those of other games", function()
    local folder, gone <close> = run.folder()
    gts.solve("nim", { by = "retrograde", folder = folder .. "/db" })
    gts.book("nim", { file = folder .. "/book", positions = 1, depth = 1 })
    local wanted = gts.best("nim", nil, { book = folder .. "/book" })
    assert(wanted.book)
    local server <close> = Server.start { "nim", "--as", "min", "--database", folder .. "/db", "--book", folder .. "/book" }
    Server.await("the move of the book", function() return #server:state().played > 0 end)
    assert.equal(moves.name(gts.game "nim", wanted.move), server:state().played[1].name)
    local list, db = gts.moves("nim", wanted.position), gts.database(folder .. "/db", "nim")
    local analysis = Server.await("the values", function()
      local shown = select(2, server:post { kind = "wait" }).thought.play.analysis
      return shown and shown.solved and #shown.values == #list and shown
    end)
    for i, entry in ipairs(list) do
      local value = analysis.values[i]
      assert.same({ db:value(entry.position), db:distance(entry.position) + 1, true }, { value.value, value.plies, value.proved })
    end
    db:close()
    server:post { kind = "game", name = "tictactoe" }
    Server.await("another game", function() return server:state().game == "tictactoe" end)
    for option, file in pairs { ["--database"] = folder .. "/db", ["--book"] = folder .. "/book" } do
      local _, err, code = inside { "serve", "tictactoe", option, file }
      assert.equal(1, code)
      says(err, "belongs to nim")
    end
  end)

  it("answers a waiting request when something is new, and not before", function()
    local server <close> = Server.start { "tictactoe", "--as", "both" }
    local _, first = server:post { kind = "wait" }
    run.write(server.folder .. "/wait", server:request("POST /message", { ["Content-Type"] = "application/json" },
      ('{"kind":"wait","serial":%d,"thoughts":%d}'):format(first.serial, first.thoughts)))
    local waiting = Server.spawn(([[bash -c 'exec 3<>/dev/tcp/127.0.0.1/%s; cat %s/wait >&3; cat <&3']]):format(server.port,
      server.folder), server.folder .. "/news")
    local function news() return run.output("cat " .. server.folder .. "/news") end
    for _ = 1, 5 do server:state() end
    assert.equal("", news())
    server:post { kind = "play", move = "5", turn = 0 }
    Server.await("what is new", function() return news():find('"turn":1', 1, true) end)
    os.execute(("kill %s 2>/dev/null"):format(waiting))
  end)

  it("is live while the engine thinks, and stops it", function()
    local server <close> = Server.start { "othello", "--as", "min", "--time", "3600" }
    local thinks
    Server.await("a thought", function()
      thinks = select(2, server:post { kind = "wait" }).thought.play.thinks
      return thinks and thinks.depth and thinks.depth >= 2
    end)
    assert(thinks.nodes > 0 and #thinks.line > 0)
    assert.equal(0, server:state().turn)
    server:post { kind = "stop" }
    Server.await("the move", function() return server:state().turn == 1 end)
  end)

  it("ends at Ctrl-C, waiting or thinking, and leaves its port free", function()
    for _, as in ipairs { "max", "min" } do
      local server <close> = Server.start { "othello", "--as", as, "--time", "3600" }
      server:state()
      server:signal "INT"
      Server.await("the end", function() return not server:runs() end)
      assert.is_nil(server:log():find "gts:")
      local again <close> = Server.start { "nim", "--port", server.port }
      assert.equal(server.port, again.port)
    end
  end)

  it("says that a port cannot be had, and what else is wrong", function()
    local server <close> = Server.start { "nim" }
    local _, err, code = run.gts { "serve", "nim", "--port", server.port }
    assert.equal(1, code)
    says(err, "port " .. server.port, "in use")
    for _, case in ipairs {
      { { "--port", "70000" }, "'--port'" }, { { "--level", "0" }, "'--level'" }, { { "--as", "me" }, "'--as'" },
      { { "--level", "1", "--time", "2" }, "do not go together" }, { { "--after", "nonsense" }, "nonsense" },
    } do
      _, err, code = inside { "serve", "nim", table.unpack(case[1]) }
      assert.equal(2, code)
      says(err, case[2])
    end
    _, err, code = inside { "serve", "nosuch" }
    assert.equal(2, code)
    says(err, "nosuch")
  end)
end)

describe("gts serve, asked by others", function()
  local server
  setup(function() server = Server.start { "tictactoe", "--as", "both" } end)
  teardown(function() getmetatable(server).__close(server) end)

  -- Whatever was asked, it is still there, and nothing has been played.
  after_each(function()
    assert.is_true(server:runs())
    assert.equal(0, server:state().turn)
    assert.is_nil(server:log():find "gts:")
  end)

  local move = '{"kind":"play","move":"1","turn":0}'

  it("answers only to its own name", function()
    for _, host in ipairs { "evil.example", "evil.example:" .. server.port, "127.0.0.1", "127.0.0.1:1", "", "localhost" } do
      assert.equal(403, (server:get("/", { Host = host })), host)
      assert.equal(403, (server:post(move, { Host = host })), host)
    end
    assert.equal(400, (server:get("/", { Host = false })))
    assert.equal(200, (server:get("/", { Host = "LocalHost:" .. server.port })))
  end)

  it("takes messages only from its own page", function()
    for _, origin in ipairs { "http://evil.example", "null", "https://127.0.0.1:" .. server.port, "http://127.0.0.1:1", "",
      "http://127.0.0.1:" .. server.port .. ".evil.example" } do
      assert.equal(403, (server:post(move, { Origin = origin })), origin)
    end
    for _, site in ipairs { "cross-site", "same-site" } do
      assert.equal(403, (server:post(move, { ["Sec-Fetch-Site"] = site })))
    end
    -- A form of another site can send these without asking first.
    for _, kind in ipairs {
      "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json", "application/jsonx",
      "application/json+x", "application/jsonx; charset=utf-8", "application/json/x", "; application/json",
    } do assert.equal(415, (server:post(move, { ["Content-Type"] = kind })), kind) end
    for _, kind in ipairs { "application/json", "Application/JSON", "application/json ;charset=utf-8", "application/json;" } do
      assert.equal(200, (server:post({ kind = "go" }, { ["Content-Type"] = kind })), kind)
    end
    assert.equal(200, (server:post({ kind = "go" }, {
      Origin = "http://127.0.0.1:" .. server.port, ["Sec-Fetch-Site"] = "same-origin",
      ["Content-Type"] = "application/json; charset=utf-8",
    })))
  end)

  it("takes no message without the token of the address that it prints, and says so", function()
    local token = server.token
    assert.equal(32, #token)
    local others = { false, "", "Bearer", "Bearer ", token, "Bearer null", "Basic " .. token, "Bearer " .. token:sub(1, -2),
      "Bearer " .. token .. "0", "Bearer " .. token:gsub("^.", function(c) return c == "0" and "1" or "0" end),
      "Bearer " .. token:gsub(".$", function(c) return c == "0" and "1" or "0" end), "Bearer " .. token:upper() .. " " }
    local function refuses(body, other)
      local status, why, head = server:post(body, { Authorization = other })
      assert.equal(403, status, tostring(other))
      says(why, "open the address that gts serve has printed")
      assert.is_nil((why .. head):find(token, 1, true))
    end
    for _, other in ipairs(others) do refuses(move, other) end
    for _, body in ipairs { '{"kind":"wait"}', '{"kind":"stop"}', "{" } do refuses(body, false) end
    for _, path in ipairs { "/message?token=" .. token, "/message#token=" .. token } do
      assert.are_not.equal(200, (server:send(server:request("POST " .. path, { Authorization = false,
        ["Content-Type"] = "application/json" }, move))))
    end
    assert.equal(200, (server:post { kind = "go" }))
    local _, page, head = server:get "/"
    assert.is_nil((page .. head):find(token, 1, true))
    assert.is_nil(head:lower():find("set-cookie", 1, true))
    local _, said = server:log():gsub(token, "")
    assert.equal(1, said)
    local other <close> = Server.start { "nim" }
    assert.are_not.equal(token, other.token)
    assert.equal(403, (other:post(move, { Authorization = "Bearer " .. token })))
  end)

  it("has two paths, each with its methods", function()
    for _, path in ipairs { "/index.html", "/../../etc/passwd", "/%2e%2e/etc/passwd", "//", "/message/", "/%00", "/a?b" } do
      assert.equal(404, (server:get(path)), path)
    end
    assert.equal(405, (server:get "/message"))
    for _, method in ipairs { "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "EXPLODE" } do
      local status, _, head = server:send(server:request(method .. " /"))
      assert.equal(405, status)
      says(head, "Allow: GET, HEAD")
    end
    local status, body = server:send(server:request "HEAD /")
    assert(status == 200 and body == "")
  end)

  it("refuses what is no message", function()
    for _, body in ipairs { "", "{", "null", "1", '"play"', "[]", "{}", '{"kind":1}', '{"kind":"explode"}', move .. "x", "\0\0",
      ("["):rep(4000), '{"kind":' .. ("["):rep(2000), "\xff\xfe{}", 'os.execute "true"', "return 1" } do
      assert.equal(400, (server:post(body)), body)
    end
    local status, why = server:post('{"kind":"' .. ("x"):rep(5000) .. '"}')
    assert.equal(413, status)
    says(why, "at most 4096 bytes")
  end)

  it("reads no more than it needs", function()
    assert.equal(413, (server:send(server:request("POST /message", { ["Content-Length"] = "1000000000000" }, "{"))))
    assert.equal(413, (server:send(server:request("POST /message", { ["Content-Length"] = "70000" }, ("x"):rep(70000)))))
    local status = server:send(server:request("POST /message", { ["Transfer-Encoding"] = "chunked" }) ..
      ("8000\r\n" .. ("x"):rep(0x8000) .. "\r\n"):rep(4) .. "0\r\n\r\n")
    assert(status == nil or status >= 400)
    status = server:send(server:request("GET /", { Cookie = ("x"):rep(100000) }))
    assert(status == nil or status >= 400)
    status = server:send("GET /" .. ("x"):rep(100000) .. " HTTP/1.1\r\n\r\n")
    assert(status == nil or status >= 400)
    status = server:send(("GET / HTTP/1.1\r\n" .. ("a: b\r\n"):rep(20000) .. "\r\n"))
    assert(status == nil or status >= 400)
  end)

  it("closes on what is no HTTP", function()
    for _, bytes in ipairs {
      "x\0\1\2\3\r\n\r\n", "GET\r\n\r\n", "hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n\r\nx\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
      server:request("POST /message", { ["Content-Length"] = "-1" }, "{}"),
      server:request("POST /message", { ["Content-Length"] = "2x" }, "{}"),
    } do
      local status = server:send(bytes, 1)
      assert(status == nil or status >= 400, bytes)
    end
  end)

  it("is there for others while a hundred say nothing, or half of something, or hang up", function()
    local script = [[
      head='POST /message HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s'
      post() { printf "$head" $port $token "$1"; }
      for i in $(seq 100); do
        exec {fd}<>/dev/tcp/127.0.0.1/$port
        case $((i % 4)) in
          0) printf 'GET / HTTP/1.1\r\nHos' >&$fd ;;
          1) post $'Content-Length: 99\r\n\r\n{' >&$fd ;;
          2) post $'Content-Length: 15\r\n\r\n{"kind":"wait"}' >&$fd ;;
        esac
      done
      echo open
      exec sleep 300 ]]
    run.write(server.folder .. "/crowd", script)
    local crowd = Server.spawn(("port=%s token=%s bash %s"):format(server.port, server.token, server.folder .. "/crowd"),
      server.folder .. "/crowded")
    Server.await("the crowd", function() return run.output("cat " .. server.folder .. "/crowded") == "open" end)
    for _ = 1, 5 do assert.equal(200, (server:get "/")) end
    assert.equal("sleep", run.output(("cat /proc/%s/comm"):format(crowd)))      -- the crowd is still there
    os.execute("kill " .. crowd)
  end)
end)

describe("the page", function()
  it("is found beside the modules, wherever they are", function()
    assert.truthy(games.find "gts.games.nim")
    assert.truthy(package.searchpath("gts.page.page", (package.path:gsub("%.lua%f[;\0]", ".html"))))
  end)
end)
