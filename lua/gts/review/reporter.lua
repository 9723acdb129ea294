--- What a worker does for `gts review` and `gts puzzles` of rules that need not be trusted. A request has `call` "report",
-- `command`, `file`, a name, `record`, its text, `given`, options, and `width`; the answer `text`, and `wrong`.

local core = require "gts.core"
local puzzles = require "gts.review.puzzles"
local review = require "gts.review.review"
local serve = require "gts.program.worker"

local files = core.files        -- all modules that read files have this table

local runs = {
  review = function(what, request) return review.try(what, request.file, request.given) end,
  puzzles = function(what, request)
    request.given.file = request.file
    return puzzles.try(what, request.given)
  end,
}

-- The record has the options of the game where none are given.
local function report(of, request, what)
  request.given.native, core.lacks.native = nil, "native: confined rules are not compiled"
  function files.read(name)
    if name == request.file then return request.record end
    return nil, name .. ": confined rules read no files"
  end
  local list, wrong = runs[request.command](request.options and of or what, request)
  if not list then error(wrong, 0) end
  return { text = list:text(request.width), wrong = list.wrong }
end

--- Serves one request: see gts.program.worker.
return function(channel) serve(channel, { report = report }) end
