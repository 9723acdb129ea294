--- What all drawings in SVG are made of: elements, text of a known width, colours that all eyes tell apart.

local keys = require("gts.base.words").keys
local valid = require("gts.show.clean").valid

local svg = {}

--- Eight colours that people with any colour vision tell apart (Okabe & Ito, "Color universal design", 2008), on white and on
-- black. Drawings use shapes or dashes as well: paper may have no colours.
svg.colours = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a00", "#7f7f7f" }

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }

--- Text as it may stand in an element or an attribute. What XML cannot hold, and each byte that is not UTF-8, becomes U+FFFD.
-- @param text a string, or what tostring makes one of
function svg.escape(text)
  text = valid(tostring(text)):gsub("[%z\1-\8\11\12\14-\31\127]", "\u{FFFD}"):gsub("\xC2[\x80-\x9F]", "\u{FFFD}")
  return (text:gsub("\xEF\xBF[\xBE\xBF]", "\u{FFFD}"):gsub("[&<>\"']", entities))
end

--- A length in pixels as short as it can be said, to a hundredth.
function svg.number(x)
  local text = ("%.2f"):format(x)
  text = text:gsub("0+$", ""):gsub("%.$", "")
  return text == "-0" and "0" or text
end

--- An element with attributes, whose numbers are lengths, and SVG in it, as it is; without it the element is empty.
function svg.element(name, attributes, content)
  local parts = { "<" .. name }
  for _, key in ipairs(keys(attributes)) do
    local value = attributes[key]
    parts[#parts + 1] = (' %s="%s"'):format(key, type(value) == "number" and svg.number(value) or svg.escape(value))
  end
  parts[#parts + 1] = content and (">%s</%s>"):format(content, name) or "/>"
  return table.concat(parts)
end

-- How wide letters of a common sans serif font are at most, in parts of its size; those that are not here have OTHER.
local kinds = {
  { "[ iljtfI.,:;'|!()%[%]-]", 0.34 },
  { "[mwMW%%@]", 0.95 },
  { "%d", 0.58 },
  { "[\xE3-\xF4][\x80-\xBF]*", 1.05 },            -- beginning with the scripts of the Far East, which are square
}
local OTHER = 0.64

--- An upper estimate of the width in pixels of a text, which is measured nowhere before it is drawn.
function svg.width(text, size)
  if not text:find "[^%d#-]" then return #text * OTHER * size end      -- numbers, of which there are many
  local width, others = 0, utf8.len(text) or #text
  for _, kind in ipairs(kinds) do
    local _, count = text:gsub(kind[1], "")
    width, others = width + count * kind[2], others - count
  end
  return (width + others * OTHER) * size
end

--- A whole drawing in pixels, which needs nothing else to be looked at. It has a white ground, so that it can be read on any
-- page. Title and description, which may be empty, are for screen readers; what stands first in `body` lies below.
function svg.document(width, height, title, description, body)
  local about = svg.element("title", {}, svg.escape(title))
  if description ~= "" then about = about .. svg.element("desc", {}, svg.escape(description)) end
  return svg.element("svg", {
    xmlns = "http://www.w3.org/2000/svg", width = width, height = height, role = "img",
    viewBox = ("0 0 %s %s"):format(svg.number(width), svg.number(height)),
    ["font-family"] = "DejaVu Sans, Liberation Sans, Arial, sans-serif", ["font-size"] = "12",
  }, about .. svg.element("rect", { width = width, height = height, fill = "#ffffff" }) .. "\n" .. body .. "\n") .. "\n"
end

return svg
