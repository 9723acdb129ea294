-- Values of JavaScript in the package of npm, by node. The package itself: spec/browser/npm.lua.

local run = require "spec.support.run"

describe("the package of JavaScript #lua", function()
  it("tells values apart, and sees what rules change", function()
    if run.output "command -v node" == "" then pending "there is no node" return end
    local text = run.output "timeout 100 node --test spec/wasm/test_values.mjs 2>&1"
    assert.truthy(text:find "\n# pass [1-9]%d*\n# fail 0\n", text)
  end)
end)
