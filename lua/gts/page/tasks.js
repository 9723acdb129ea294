// What the tabs of tasks have in common.

const number = text => text.trim() === "" ? undefined : Number.isFinite(Number(text)) ? Number(text) : text.trim();

// Fields that say what a task is about: the game, from its start or from where it stands in play, or a tree.
function subjectFields(place, id, prefersTree) {
  const tree = make("input", { id: `${id}-tree`, value: "{{3,12,8},{2,4,6},{14,5,2}}", autocomplete: "off", spellcheck: false });
  const treeField = make("label", { className: "field hidden" }, "Tree: lists of numbers in braces ", tree);
  const select = make("select", { id: `${id}-of` });
  const names = { start: "the game, from its start", here: "the game, from where it stands in Play", tree: "a tree that I write" };
  select.append(...Object.entries(names).map(([value, textContent]) => make("option", { value, textContent })));
  select.onchange = () => show(treeField, select.value === "tree");
  if (prefersTree) select.value = "tree";
  select.onchange();
  place.append(make("label", { className: "field" }, "About ", select), treeField);
  return () => ({ of: select.value, tree: select.value === "tree" ? tree.value : undefined });
}

const families = algorithms => {
  const byFamily = new Map();
  for (const one of algorithms) byFamily.set(one.family, [...(byFamily.get(one.family) || []), one]);
  return byFamily;
};

// The choice of an algorithm, by families.
function fillAlgorithms(select, algorithms, first) {
  if (select.options.length > 0) return;
  const groups = [...families(algorithms)].map(([family, list]) => {
    const group = make("optgroup", { label: family });
    group.append(...list.map(one => make("option", { value: one.id, textContent: `${one.id}: ${one.title}` })));
    return group;
  });
  select.append(...(first ? [make("option", { value: "", textContent: first })] : []), ...groups);
}

// What a task is at, or why there is nothing, in a sentence; undefined when there is a result.
function standing(task, nothing) {
  if (task.waits) return "Waiting until the work before it is done …";
  if (task.works) return "At work …";
  if (task.wrong) return "";
  return task.result ? undefined : nothing;
}

function showWrong(element, task) {
  setText(element, task.wrong && !task.works && !task.waits ? task.wrong : "");
}

// The form of a task, its stop button, and the lines that say how it stands. `request` gives what the form asks for. Returns a function
// that shows them: `say` gets the task and what is known while it is at work, and gives a sentence. It returns both.
function taskForm(page, name, request, say) {
  $(`${name}-form`).onsubmit = event => {
    event.preventDefault();
    page.send(name, request());
  };
  $(`${name}-stop`).onclick = () => page.send("stop", { what: name });
  return (state, thought) => {
    const task = state[name], live = thought.task && thought.task.what === name ? thought.task : null;
    setText($(`${name}-status`), say(task, live, state));
    showWrong($(`${name}-wrong`), task);
    $(`${name}-stop`).disabled = !(task.works || task.waits);
    return { task, live };
  };
}

// Begins a tab with an example: a function of the state that calls `begin` once for each `name`, where the task is not known yet and
// the engine rests.
function once(name, task, begin) {
  let last = null;
  return state => {
    const now = name(state), known = state[task];
    if (!now || now === last || state.play.works || state.current.works) return;
    last = now;
    if (!(known.result || known.wrong || known.works || known.waits)) begin();
  };
}

function tableRow(cells, header) {
  return make("tr", {}, ...cells.map((cell, i) => header || i === 0 ? make("th", { textContent: cell, scope: header ? "col" : "row" })
    : make("td", { textContent: cell })));
}
