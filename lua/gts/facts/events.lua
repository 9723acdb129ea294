--- Trace events: their kinds, and their fields. The form of the rows is described in gts.facts.class.

local events = {}

--- The kinds of events, in the order of the manual: name, what happened, and the fields it has.
events.kinds = {
  { "develop", "the successors of a node are asked for", "`alpha`, `beta`: the window that it is searched with. `lower`, "
      .. "`upper`: what its bounds, and a table, say. `merit`, `case`" },
  { "leaf", "a leaf was evaluated", "`value`; `alpha`, `beta`; `merit`, `case`" },
  { "bound", "the bounds of a node say enough: it is not developed, for a while at least",
    "`value`, the bound that does; `lower`, `upper`; `alpha`, `beta`" },
  { "table", "a table says enough of a node", "`value`; `alpha`, `beta`" },
  { "cutoff", "successors not yet seen are left out",
    "`value`, what cuts; `alpha`, `beta`; `left` = true: there is at least one" },
  { "pass", "an iteration, or a pass of a driver, begins (at the root)",
    "`number`, from 1; `depth`, if it has a horizon; `alpha`, `beta`; `test`, `relation`" },
  { "update", "the bounds of a node have changed",
    "`lower`, `upper`, where known; `alpha`, `beta`, its window now; `live` = false if it is not live any more; `merit`" },
  { "solved", "a state that is solved is replaced in OPEN", "`merit`, `case`" },
  { "deactivate", "a node is held back, or what is below it is given up",
    "`merit`; `lower`, `upper`; of a local tree `alpha`, `beta`" },
  { "activate", "a node that was held back is gone on with; or a local tree begins",
    "`merit`; of a local tree `alpha`, `beta`" },
  { "selective", "a [selective](../explanation/selective-search.md) search treats a node by a technique",
    "`by`; `plies`, by which its horizon is nearer, or `value`, which is all that is taken of it; `alpha`, `beta`" },
}

local words = {}
for i, kind in ipairs(events.kinds) do words[i] = ("%q"):format(kind[1]) end

--- The class of an event.
events.class = {
  name = "gts.Event", about = "What the option trace is given: gts help trace.", rows = {
    { "kind", table.concat(words, "|"), "what happened" },
    { "path", "string", "of the node: numbers of successors, joined by dots; \"\" is the root" },
    { "ply", "integer", "its depth" },
    { "position", "gts.Position?", "its position, where it is known" },
    { "player", "gts.Player?", "the player to move" },
    { "value", "number?", "of a leaf, a bound, a cutoff" },
    { "alpha", "number?", "of the window" },
    { "beta", "number?", "of the window" },
    { "lower", "number?", "proved lower bound of the node" },
    { "upper", "number?", "proved upper bound of the node" },
    { "merit", "number?", "of a state of SSS* and its variants" },
    { "case", "integer?", "of the table of SSS*, 1 to 6" },
    { "left", "boolean?", "of a cutoff: at least one successor is left out" },
    { "live", "boolean?", "false: it is not live any more" },
    { "selective", "boolean?", "true: a selective search left out or added something below the node" },
    { "by", "string?", "of a `selective` event: the technique, as the option `selective` names it" },
    { "plies", "integer?", "of a `selective` event: by how many plies the horizon is nearer; 0: beyond it; -1: a ply further" },
    { "number", "integer?", "of a pass, from 1" },
    { "depth", "integer?", "of a pass: its horizon" },
    { "test", "number?", "of a null window: the value it asks about" },
    { "relation", "\">=\"|\">\"|nil", "of a null window: how the question is meant" },
    { "open", "fun(self: gts.Event): table[]?", "lists what the search has open at this moment" },
  },
}

return events
