--- A headless Chromium, driven through chromedriver by the WebDriver protocol (W3C), over one connection that bash holds.
--
--    local browser <close> = Browser.start()
--    browser:open(address)
--    browser:click "#new"
--    browser:wait("document.title === 'othello'")

local json = require "gts.show.json"
local run = require "spec.support.run"
local Server = require "spec.support.server"

local Browser = {}
Browser.__index = Browser

local ELEMENT = "element-6066-11e4-a52e-4f735466cecf"   -- how the protocol names one

local quoted = run.quoted

-- Sends the file `request` to a port for each line that comes. Of each answer it writes the length of the body, and the body, to
-- the pipe `answers`. The request goes in one piece: the rest of one in several would wait until the first is acknowledged.
local MESSENGER = [[
  cd "$1" && exec 4>answers 3<>"/dev/tcp/127.0.0.1/$2" || exit
  while read -r _; do
    cat request >&3
    length=
    while read -r line <&3 && line=${line%$'\r'} && [ "$line" ]; do
      case ${line,,} in content-length:*) length=${line#*:};; esac
    done
    [ "$length" ] || exit
    echo $((length)) >&4
    head -c $((length)) <&3 >&4
  done]]

local REQUEST = "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"

-- Starts the messenger to the driver.
local function connect(self)
  run.output(("mkfifo %s/answers"):format(quoted(self.folder)))
  local command = ("exec bash -c %s messenger %s %s"):format(quoted(MESSENGER), quoted(self.folder), self.port)
  self.requests = assert(io.popen(command, "w"))
  self.answers = assert(io.open(self.folder .. "/answers"))
end

-- Makes a request to the driver. Returns the value of its answer.
local function ask(self, method, path, body)
  local text = body and (next(body) and json.encode(body) or "{}") or ""
  run.write(self.folder .. "/request", REQUEST:format(method, path, self.port, #text, text))
  self.requests:write "\n"
  self.requests:flush()
  local length = assert(self.answers:read "n", "the driver of the browser has ended")
  self.answers:read "l"
  local answer = self.answers:read(length)
  local decoded = assert(json.decode(answer), answer)
  local value = decoded.value
  if type(value) == "table" and value.error then error(("%s: %s"):format(value.error, value.message), 0) end
  return value
end

function Browser:ask(method, path, body) return ask(self, method, ("/session/%s%s"):format(self.session, path), body) end

--- Starts a driver and its browser.
function Browser.start()
  local folder = run.folder()
  local self = setmetatable({ folder = folder, said = {} }, Browser)
  self.driver = Server.spawn("chromedriver --port=0", folder .. "/log")
  self.port = Server.await("the driver", function()
    return run.output("cat " .. quoted(folder .. "/log")):match "started successfully on port (%d+)"
  end)
  connect(self)
  -- The shell is a Chromium without windows: it starts in a fifth of the time, but shows no page unless it is named.
  run.write(folder .. "/shell", '#!/bin/sh\nexec chromium-headless-shell "$@" about:blank\n')
  local shell = os.execute(("command -v chromium-headless-shell >/dev/null && chmod +x %s/shell"):format(quoted(folder)))
  local arguments = { "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--user-data-dir=" .. folder .. "/user" }
  local made = ask(self, "POST", "/session", { capabilities = { alwaysMatch = { timeouts = { pageLoad = 60000 },
    ["goog:chromeOptions"] = { args = arguments, binary = shell and folder .. "/shell" or nil },
    ["goog:loggingPrefs"] = { browser = "ALL" },
  } } })
  self.session = made.sessionId
  return self
end

function Browser:__close()
  pcall(ask, self, "DELETE", "/session/" .. self.session)
  self.requests:close()
  self.answers:close()
  os.execute("kill " .. self.driver)
  os.execute("rm -rf " .. quoted(self.folder))
end

--- Goes to an address.
function Browser:open(address) self:ask("POST", "/url", { url = address }) end

--- The size of what is seen of a page.
function Browser:resize(width, height)
  self:ask("POST", "/goog/cdp/execute", { cmd = "Emulation.setDeviceMetricsOverride",
    params = { width = width, height = height, deviceScaleFactor = 1, mobile = width < 600 } })
end

--- Runs a script before those of each page that is opened from now on.
function Browser:before(script)
  self:ask("POST", "/goog/cdp/execute", { cmd = "Page.addScriptToEvaluateOnNewDocument", params = { source = script } })
end

--- Light or dark.
function Browser:scheme(name)
  self:ask("POST", "/goog/cdp/execute", { cmd = "Emulation.setEmulatedMedia",
    params = { features = { { name = "prefers-color-scheme", value = name } } } })
end

--- What JavaScript makes of an expression.
function Browser:eval(expression) return self:ask("POST", "/execute/sync", { script = "return " .. expression, args = {} }) end

-- Reads what is new in the log of the page. Returns the first error that its scripts raised, or nil.
local function listen(self)
  local raised
  for _, entry in ipairs(self:ask("POST", "/se/log", { type = "browser" })) do
    table.insert(self.said, entry.message)
    raised = raised or entry.source == "javascript" and entry.level == "SEVERE" and entry.message
  end
  return raised
end

-- The page itself looks, up to 25 times: a request for each look would take more of the processor than what is waited for.
local LOOK = [[new Promise((tell, fail) => {
  let looks = 25;
  const look = () => {
    try { const seen = %s; seen === true || --looks === 0 ? tell(seen) : setTimeout(look, 20) } catch (error) { fail(error) }
  };
  look();
})]]

--- Waits until an expression is true; if the page `loads`, no longer than until its scripts raise an error.
function Browser:wait(expression, loads)
  Server.await(expression, function()
    local looked, seen = pcall(self.eval, self, LOOK:format(expression))
    if not looked and not seen:find "navigation" then error(seen, 0) end
    if seen == true then return true end
    local raised = loads and listen(self)
    if raised then error("the page failed: " .. raised, 0) end
  end)
end

local function element(self, selector)
  return self:ask("POST", "/element", { using = "css selector", value = selector })[ELEMENT]
end

--- Clicks on the first element that fits, as the mouse does: where it cannot be seen that is an error.
function Browser:click(selector) self:ask("POST", ("/element/%s/click"):format(element(self, selector)), {}) end

--- Types into what has the focus. Keys without a character: see the protocol, section 17.4.2.
function Browser:press(keys)
  local active = self:ask("GET", "/element/active")[ELEMENT]
  self:ask("POST", ("/element/%s/value"):format(active), { text = keys })
end

--- Chooses a file in a field for files.
function Browser:upload(selector, file)
  self:ask("POST", ("/element/%s/value"):format(element(self, selector)), { text = file })
end

--- Presses a key, a number of times, whatever has the focus: a field for files takes no text.
function Browser:key(key, times)
  local presses = {}
  for _ = 1, times or 1 do
    presses[#presses + 1] = { type = "keyDown", value = key }
    presses[#presses + 1] = { type = "keyUp", value = key }
  end
  self:ask("POST", "/actions", { actions = { { type = "key", id = "keyboard", actions = presses } } })
end

--- Drags down by so many pixels with a pointer, "touch" or "mouse".
function Browser:drag(pointer, x, y, down)
  local function to(height) return { type = "pointerMove", duration = 50, x = x // 1 | 0, y = height // 1 | 0 } end
  local given = { type = "pointer", id = pointer, parameters = { pointerType = pointer } }
  given.actions = { to(y), { type = "pointerDown", button = 0 }, to(y + down), { type = "pointerUp", button = 0 } }
  self:ask("POST", "/actions", { actions = { given } })
end

--- Enters a frame, and waits until an expression is true there; without a selector, leaves it. The page may replace the frame
-- meanwhile, so it is entered anew for each look.
function Browser:frame(selector, expression)
  local function enter(id) self:ask("POST", "/frame", { id = id }) end
  enter(json.null)
  if not selector then return end
  Server.await(expression, function()
    enter(json.null)
    return pcall(function() enter { [ELEMENT] = element(self, selector) } end) and self:eval(expression) == true
  end)
end

--- What the page has complained of: a list of messages.
function Browser:complaints()
  listen(self)
  local list
  list, self.said = self.said, {}
  return list
end

--- Takes a picture of what is seen; of all of the page, if it is to be whole. People look at them: they are left out unless
-- $PICTURES is set.
function Browser:picture(file, whole)
  if not os.getenv "PICTURES" then return end
  local made = self:ask("POST", "/goog/cdp/execute", { cmd = "Page.captureScreenshot",
    params = { captureBeyondViewport = whole or false } })
  run.write(self.folder .. "/picture", made.data)
  os.execute(("base64 -d %s >%s"):format(quoted(self.folder .. "/picture"), quoted(file)))
end

return Browser
