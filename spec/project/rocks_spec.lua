-- The rockspecs: the one in the checkout, and those that are made to be published.

local run = require "spec.support.run"

-- What a rockspec says.
local function rockspec(file)
  local said = {}
  assert(loadfile(file, "t", said))()
  return said
end

describe("make rockspec #lua #packages", function()
  it("writes what can be published, of a version or of the newest state", function()
    local folder, gone <close> = run.folder()
    local function made(arguments)
      return rockspec(run.output(("env -u MAKEFLAGS make -s rockspec BUILD='%s' %s"):format(folder, arguments)))
    end
    local here = rockspec "rocks/gts-scm-1.rockspec"
    local release = made "URL=https://host/gts-1.2.3.tar.gz VERSION=1.2.3"
    assert.equal("1.2.3-1", release.version)
    assert.same({ url = "https://host/gts-1.2.3.tar.gz" }, release.source)
    assert.same({ url = "git+https://host/gts.git", tag = "v1.2.3" }, made("URL=git+https://host/gts.git VERSION=1.2.3").source)
    local newest = made "URL=git+https://host/gts.git"
    assert.same({ url = "git+https://host/gts.git" }, newest.source)
    newest.source, here.source = nil, nil
    assert.same(here, newest)
  end)

  it("asks where the source will be", function()
    assert.matches("state where the source will be", run.output "env -u MAKEFLAGS make -s rockspec 2>&1 || true")
  end)
end)
