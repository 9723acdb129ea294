--- A review as a page for a browser, which needs no other file.

local result = require "gts.show.result"
local show = require "gts.show.text"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"
local verdict = require "gts.review.verdict"

local page = {}

local STYLE = [[
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #222; background: #fff; margin: 0 auto; padding: 1rem;
  max-width: 60rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dt { font-weight: bold; } dd { margin: 0; }
.chart { overflow-x: auto; } .chart svg { width: 100%; min-width: 30rem; max-width: 672px; height: auto; }
.boards { display: flex; flex-wrap: wrap; gap: 0 2rem; } pre { line-height: 1.2; overflow-x: auto; }
.moves { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 1%; }
td.known { white-space: nowrap; width: 1%; }
tr.mistake { background: #fdebe0; } tr.mistake td:last-child { font-weight: bold; } tr.dubious { background: #fff7da; }
tr.key td:first-child { box-shadow: inset .3rem 0 #d55e00; }
footer { color: #555; font-size: .9rem; margin-top: 1rem; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } thead { display: none; }
  tr { display: grid; grid-template-columns: 2rem 3rem 1fr 5rem 5rem; border-bottom: 1px solid #ddd; }
  td { border: 0; padding: .1rem .3rem; width: auto; } td.number, td.known { width: auto; }
  td:last-child { grid-column: 3 / -1; } td:empty { padding: 0; } }]]

local escape, element = svg.escape, svg.element

local function facts_of(facts)
  local function item(fact) return element("dt", {}, escape(fact[1])) .. element("dd", {}, escape(fact[2])) end
  return element("dl", {}, table.concat(tables.map(facts, item), "\n"))
end

local function boards_of(boards)
  if #boards == 0 then return "" end
  local parts = tables.map(boards, function(board)
    return element("section", {}, element("h2", {}, escape(board.title)) .. element("pre", {}, escape(board.shown)))
  end)
  return element("div", { class = "boards" }, table.concat(parts, "\n"))
end

local function class_of(row, rows)
  local class = verdict.is_mistake(row.verdict) and "mistake" or row.verdict == "dubious" and "dubious" or ""
  return row.number == rows.turning and class .. " key" or class
end

local function row_of(row, what)
  local value = row.value and show.estimate(row.value) or ""
  local known = row.value and (row.lower == row.upper and "proved" or row.depth and ("depth %d"):format(row.depth)) or ""
  local cells = {
    element("td", { class = "number" }, tostring(row.number)), element("td", {}, result.names[row.player]),
    element("td", {}, escape(row.move)), element("td", { class = "number" }, escape(value)),
    element("td", { class = "known" }, known),
    element("td", {}, escape(what.remark(row))),
  }
  return element("tr", { class = class_of(row, what.rows) }, table.concat(cells))
end

local function table_of(what)
  local head = tables.map({ "#", "", "move", "value", "", "" }, function(name)
    return element("th", (name == "#" or name == "value") and { class = "number" } or {}, name)
  end)
  local rows = tables.map(what.rows, function(row) return row_of(row, what) end)
  return element("div", { class = "moves" }, element("table", {}, element("thead", {}, element("tr", {}, table.concat(head)))
    .. element("tbody", {}, table.concat(rows, "\n"))))
end

--- A page of title; facts, pairs of name and text; chart, SVG; boards, with title and shown; rows; remark(row); foot.
function page.of(what)
  return table.concat({
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    element("title", {}, escape(what.title)), "<style>" .. STYLE .. "</style></head><body>",
    element("h1", {}, escape(what.title)), facts_of(what.facts), element("div", { class = "chart" }, what.chart),
    boards_of(what.boards), element("h2", {}, "Moves"), table_of(what), element("footer", {}, escape(what.foot)),
    "</body></html>",
  }, "\n") .. "\n"
end

return page
