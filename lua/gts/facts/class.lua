--- Classes of what gts returns: what a module of gts.facts, or of the hook `facts`, has to say of each.
--
-- A class has
--
-- * `name`, the name that editors show;
-- * `title`, the heading of its table in the manual; nil: the manual describes it in prose, or elsewhere;
-- * `about`, a sentence; `extends`, a class whose fields it has as well; `element`, of a list: the class of its elements;
-- * `rows`, the fields in the order in which they are shown.
--
-- A row is { name, type, text }: the type as the Lua language server writes it, with a `?` where the field may be nil, and a
-- text in Markdown. Named: `json = false`, if JSON leaves it out; `worker`, the type that the worker of a confined search sends
-- where that is another, false if it sends none; `since`, the first version that has it, if not 1.0; `internal = true`, for
-- gts's own use; `after`, of a class that is known, the field behind which it stands.

--- Returns a list of classes, and two functions that add one to it: any class, and a class of lists, which extend gts.List.
return function()
  local classes = {}
  local function class(name, title, about, rows, extends, element)
    classes[#classes + 1] = { name = name, title = title, about = about, extends = extends, element = element, rows = rows }
  end
  return classes, class, function(name, element, title, about, rows) class(name, title, about, rows, "gts.List", element) end
end
