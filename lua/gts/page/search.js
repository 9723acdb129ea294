// The tab "Search" (see gts.page.searching).

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
  const showForm = taskForm(page, "search", () => {
    const order = [...$("search-order").querySelectorAll("input:checked:enabled")].map(box => box.value);
    return { ...subject(), algorithm: $("search-algorithm").value || undefined, depth: number($("search-depth").value),
      time: number($("search-time").value), nodes: number($("search-nodes").value), order: order.length ? order : undefined,
      table: !$("search-table").disabled && $("search-table").checked || undefined, bounds: $("search-bounds").checked ? undefined : false };
  }, task => standing(task, "Nothing has been searched yet.") ?? (task.result ? task.result.sentence : ""));

  // Something to see: a game that comes with gts is searched for a moment, if nothing else goes on.
  const example = once(state => state.current.kind === "name" && state.current.name, "search",
    () => page.send("search", { of: "start", time: 1 }));

  function showSearch(of, value) {
    showFigures("search-live-", { ...of, value });
    setText($("search-line"), of.line && of.line.length ? `Line of play: ${of.line.join(" ")}` : "");
  }

  function showResult(task) {
    const result = task.result;
    show($("search-rows"), result);
    if (!result) return;
    showSearch(result, result.value_text);
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
      const { task, live } = showForm(state, thought);
      $("search-title").classList.toggle("working", Boolean(task.works));
      if (task.works) {
        const value = live && (live.value ?? live.estimate);
        showSearch(live || {}, typeof value === "number" ? amount(value) : value);
        show($("search-rows"), false);
      } else if (!task.result) showSearch({});
      showResult(task);
    },
  };
}
