-- The package of Python, by pytest.

local run = require "spec.support.run"

describe("the package of Python #lua", function()
  it("passes its tests #packages", function()
    local build = run.program:gsub("/?[^/]*$", "")
    local command = "PATH='%s':$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='%s/python' "
      .. "timeout 300 /usr/bin/python3 -m pytest -q -p no:cacheprovider spec/library/test_python*.py 2>&1"
    local text = run.output(command:format(build, build))
    assert.truthy(text:find "\n%d+ passed in [^\n]*$", text)
  end)
end)
