-- The loader of the static program reads nothing beyond a unit, whatever that says of itself: see
-- spec/support/loader.c.

local run = require "spec.support.run"

local loader = run.output(("realpath $(dirname '%s')/spec/loader"):format(run.program))

describe("the loader of the static program #slow", function()
  for _, style in ipairs { "gnu", "sysv" } do
    it(("loads a unit, or refuses it with a message, with any field damaged: names by %s hash"):format(style), function()
      local folder, gone <close> = run.folder()
      run.output(("env XDG_CACHE_HOME=%s CC='cc -Wl,--hash-style=%s' '%s' native nim"):format(folder, style, run.program))
      local text = run.output(("'%s' %s/gts/*.so 2>&1"):format(loader, folder))
      local loaded, refused = text:match "^(%d+) loaded, (%d+) refused$"
      if text == "no static gts for this machine" then return end
      assert.is_true(loaded ~= nil, text)
      assert.is_true(tonumber(loaded) > 1000 and tonumber(refused) > 1000, text)
    end)
  end
end)
