--- Random faults for spec/support/mutate.lua: where in src a small change makes another program.
-- @module spec.support.random_mutants

local random_mutants = {}

local TURNED = { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "!=", ["!="] = "==", ["&&"] = "||",
  ["||"] = "&&", ["+"] = "-", ["-"] = "+" }

local function blank(text) return (text:gsub("[^\n]", " ")) end

--- Lists the sites of a text in C: { from, line, old, new }. Comments, texts and lines of the preprocessor have none.
function random_mutants.sites(text)
  local code, list = text:gsub("/%*.-%*/", blank):gsub('"[^"\n]*"', blank):gsub("%f[^\n]#[^\n]*", blank), {}
  local function add(from, old, new) list[#list + 1] = { from = from, old = old, new = new } end
  for from, sign in code:gmatch " ()([<>=!&|+-]+)%f[ ]" do
    if TURNED[sign] then add(from, sign, TURNED[sign]) end
  end
  for from, digits in code:gmatch "%f[%w_.]()(%d+)%f[^%w_.]" do add(from, digits, tostring(math.tointeger(digits) + 1)) end
  for from, condition in code:gmatch "%f[%w_]if ()(%b())" do add(from, condition) end
  for from, statement in code:gmatch "%f[\n]\n +()([%a*][^\n{}]*;)%f[\n]" do
    local word = statement:match "^([%a_][%w_]*)[ *]+[%w_ *]+[%[=;,]"           -- of a declaration: without it nothing compiles
    if not word or ("return goto else"):find(word, 1, true) then add(from, statement, ";") end
  end
  for _, site in ipairs(list) do
    site.old = text:sub(site.from, site.from + #site.old - 1)
    site.new = site.new or "(!" .. site.old .. ")"
    site.line = select(2, text:sub(1, site.from):gsub("\n", "")) + 1
  end
  return list
end

--- Returns `text` with the fault of a site.
function random_mutants.mutated(text, site)
  return text:sub(1, site.from - 1) .. site.new .. text:sub(site.from + #site.old)
end

return random_mutants
