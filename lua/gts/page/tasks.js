// The tabs of tasks: what they have in common, and the tab "Search".

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
  return make("tr", {}, ...cells.map((cell, i) => make(header || i === 0 ? "th" : "td", { textContent: cell, scope: header ? "col" : i === 0 ? "row" : "" })));
}

function searchTab(page) {
  const subject = subjectFields($("search-subject"), "search");
  let about = null;
  const chosen = () => about.algorithms.find(one => one.id === $("search-algorithm").value);

  function build(algorithms, orders) {
    fillAlgorithms($("search-algorithm"), algorithms, "what fits best");
    if ($("search-order").querySelector("input")) return;
    $("search-order").append(...orders.map(order =>
      make("label", { className: "choice" }, make("input", { type: "checkbox", value: order }), ` ${order}`)));
  }

  // Only what the algorithm takes can be asked of it.
  function showTakes() {
    const one = chosen();
    setText($("search-about"), one ? [one.title, one.source].filter(Boolean).join(". ") + "." :
      "NegaScout, deeper and deeper, with a table; or, with a depth and no seconds, plain alpha-beta.");
    const takes = name => !one || one.takes.includes(name);
    for (const box of $("search-order").querySelectorAll("input")) box.disabled = !one || !takes("order");
    $("search-table").disabled = !one || !takes("table");
  }

  $("search-algorithm").onchange = showTakes;
  $("search-form").onsubmit = event => {
    event.preventDefault();
    const order = [...$("search-order").querySelectorAll("input:checked:enabled")].map(box => box.value);
    page.send("search", { ...subject(), algorithm: $("search-algorithm").value || undefined, depth: number($("search-depth").value),
      time: number($("search-time").value), nodes: number($("search-nodes").value), order: order.length ? order : undefined,
      table: !$("search-table").disabled && $("search-table").checked || undefined, bounds: $("search-bounds").checked ? undefined : false });
  };
  $("search-stop").onclick = () => page.send("stop", { what: "search" });

  // Something to see: a game that comes with gts is searched for a moment, if nothing else goes on.
  const example = once(state => state.current.kind === "name" && state.current.name, "search",
    () => page.send("search", { of: "start", time: 1 }));

  function showFigures(depth, value, nodes, seconds, line) {
    setText($("search-live-depth"), depth ? String(depth) : "–");
    setText($("search-live-value"), value === undefined || value === null ? "–" : String(value));
    setText($("search-live-nodes"), nodes ? brief.format(nodes) : "–");
    $("search-live-nodes").title = nodes ? whole.format(nodes) : "";
    setText($("search-live-speed"), nodes && seconds > .001 ? brief.format(nodes / seconds) : "–");
    setText($("search-line"), line && line.length ? `Line of play: ${line.join(" ")}` : "");
  }

  function showResult(task) {
    const result = task.result;
    show($("search-rows"), result);
    if (!result) return;
    showFigures(result.depth, result.value_text, result.nodes, result.seconds, result.line);
    const rows = [["best move", result.move || "none"], ["value", [result.value_text, result.proved].filter(Boolean).join(", ")],
      ["searched", `${result.game}, ${result.where}`], ["with", `${result.algorithm} (${result.title})`],
      ...result.counts.map(([name, count, help]) => [name, `${whole.format(count)}, ${help}`]),
      ["time", `${result.seconds.toFixed(3)} s${result.how ? `; ${result.how}` : ""}`]];
    $("search-rows").tBodies[0].replaceChildren(...rows.map(row => tableRow(row)));
  }

  return {
    show(state, thought) {
      about = state.about;
      build(about.algorithms, about.orders);
      showTakes();
      example(state);
      const task = state.search, live = thought.task && thought.task.what === "search" ? thought.task : null;
      setText($("search-status"), standing(task, "Nothing has been searched yet.") ?? (task.result ? task.result.sentence : ""));
      showWrong($("search-wrong"), task);
      $("search-stop").disabled = !(task.works || task.waits);
      $("search-title").classList.toggle("working", Boolean(task.works));
      if (task.works) {
        const value = live && (live.value ?? live.estimate);
        showFigures(live && live.depth, typeof value === "number" ? amount(value) : value, live && live.nodes, live && live.seconds, live && live.line);
        show($("search-rows"), false);
      } else if (!task.result) showFigures();
      showResult(task);
    },
  };
}
