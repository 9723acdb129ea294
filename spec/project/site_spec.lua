-- The parts of the site (.ci/doc) that need no whole site: `make doc` follows all links of it.

local gallery = dofile ".ci/doc/gallery.lua"
local gts = require "gts"
local run = require "spec.support.run"

describe("the site #lua", function()
  it("asks nothing of another host: what it loads stands beside it", function()
    for _, name in ipairs { "home.html", "site.css", "search.js", "gallery.lua" } do
      local text = run.read(".ci/doc/" .. name)
      for _, word in ipairs { "src=\"?https?:", "url%(", "@import", "fetch%(", "XMLHttp", "https?://" } do
        assert.is_nil(text:find(word), name .. ": " .. word)
      end
    end
  end)

  it("shows the whole source of each game: without its colours it is the file", function()
    local letters = { lt = "<", gt = ">", amp = "&", quot = '"' }
    for _, entry in ipairs(gts.games()) do
      local source = run.read(("games/%s.lua"):format(entry.name))
      assert.equal(source, (gallery.coloured(source):gsub("<[^>]*>", ""):gsub("&(%l+);", letters)))
    end
  end)

  it("has positions that were played, and addresses of them", function()
    local hexapawn = gts.game "hexapawn"
    local position, labels = gallery.position(hexapawn)
    assert.same(position, gts.apply(hexapawn, hexapawn.start, table.unpack(labels)))
    assert.equal("#play?game=wythoff&moves=%222,2%22,a1", gallery.play("wythoff", { "2,2", "a1" }))
  end)
end)
