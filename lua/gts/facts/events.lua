--- Trace events: their kinds, and their fields. The form of the rows is described in gts.facts.class.

local events = {}

--- The kinds of events, in the order of the manual: name, what happened, and the fields it has.
events.kinds = {
  { "develop", "a node is expanded", "`alpha`, `beta`: its window. `lower`, `upper`: bounds of the rules or the table. `merit`, "
      .. "`case`" },
  { "leaf", "a leaf was evaluated", "`value`; `alpha`, `beta`; `merit`, `case`" },
  { "bound", "cutoff by the bounds of a node, which is not expanded", "`value`, the bound; `lower`, `upper`; `alpha`, `beta`" },
  { "table", "table cutoff", "`value`; `alpha`, `beta`" },
  { "cutoff", "the remaining successors are pruned",
    "`value`, which cuts; `alpha`, `beta`; `left` = true: there is at least one" },
  { "pass", "an iteration, or a pass of a driver, begins (at the root)",
    "`number`, from 1; `depth`, if it has a horizon; `alpha`, `beta`; `test`, `relation`" },
  { "update", "the bounds of a node have changed",
    "`lower`, `upper`; `alpha`, `beta`, its new window; `live` = false if it is no longer live; `merit`" },
  { "solved", "a solved state is replaced in OPEN", "`merit`, `case`" },
  { "deactivate", "a node is deactivated, or the tree below it discarded",
    "`merit`; `lower`, `upper`; of a local tree `alpha`, `beta`" },
  { "activate", "a deactivated node is resumed, or a local tree begins", "`merit`; of a local tree `alpha`, `beta`" },
  { "selective", "a [selective](../explanation/selective-search.md) search applies a technique to a node",
    "`by`; `plies`, by which its horizon is nearer, or `value`, its only result; `alpha`, `beta`" },
}

local words = {}
for i, kind in ipairs(events.kinds) do words[i] = ("%q"):format(kind[1]) end

--- The class of an event.
events.class = {
  name = "gts.Event", about = "An event, for the option trace: gts help trace.", rows = {
    { "kind", table.concat(words, "|"), "what happened" },
    { "path", "string", "of the node: numbers of successors, joined by dots; \"\" is the root" },
    { "ply", "integer", "its depth" },
    { "position", "gts.Position?", "its position, if there is one at that moment" },
    { "player", "gts.Player?", "the player to move" },
    { "value", "number?", "of a leaf, a bound, a cutoff" },
    { "alpha", "number?", "of the window" },
    { "beta", "number?", "of the window" },
    { "lower", "number?", "proved lower bound of the node" },
    { "upper", "number?", "proved upper bound of the node" },
    { "merit", "number?", "of a state of SSS* and its variants" },
    { "case", "integer?", "of the table of SSS*, 1 to 6" },
    { "left", "boolean?", "of a cutoff: at least one successor is left out" },
    { "live", "boolean?", "false: it is no longer live" },
    { "selective", "boolean?", "true: a selective search left out or added something below the node" },
    { "by", "string?", "of a `selective` event: the technique, as the option `selective` names it" },
    { "plies", "integer?", "of a `selective` event: by how many plies the horizon is nearer; 0: beyond it; -1: a ply further" },
    { "number", "integer?", "of a pass, from 1" },
    { "depth", "integer?", "of a pass: its horizon" },
    { "test", "number?", "of a null window: the value tested" },
    { "relation", "\">=\"|\">\"|nil", "of a null window: the kind of test" },
    { "open", "fun(self: gts.Event): table[]?", "lists what the search has open at this moment" },
  },
}

return events
