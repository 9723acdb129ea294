// The tab "Compare" (see gts.lab.comparing).

function compareTab(page) {
  const subject = subjectFields($("compare-subject"), "compare");
  const few = ["minimax", "alphabeta", "negascout", "mtd", "sss"];
  const boxes = () => [...$("compare-algorithms").querySelectorAll("input")];
  const choose = ids => boxes().forEach(box => { box.checked = !ids || ids.includes(box.value); });

  function build(algorithms) {
    if (boxes().length > 0) return;
    for (const [family, list] of families(algorithms)) {
      const group = make("div", { className: "group" }, make("p", { className: "quiet", textContent: family }));
      for (const one of list) {
        group.append(make("label", { className: "choice", title: one.title }, make("input", { type: "checkbox", value: one.id }), ` ${one.id}`));
      }
      $("compare-algorithms").append(group);
    }
    choose(few);
  }

  const showForm = taskForm(page, "compare", () => ({ ...subject(), algorithms: boxes().filter(box => box.checked).map(box => box.value),
    depth: number($("compare-depth").value), nodes: number($("compare-nodes").value) }),
  (task, live) => task.works && live && live.total ? `At work: ${live.done} of ${live.total} are done.`
    : standing(task, "Nothing has been compared yet.") ?? task.result.sentence);
  $("compare-all").onclick = () => choose(null);
  $("compare-few").onclick = () => choose(few);

  // A row; its leaves are shown as a bar, too. What is the least has a word.
  function row(one, most, least) {
    const bar = make("i", { className: "bar" });
    bar.style.transform = `scaleX(${most > 0 ? one.leaves / most : 0})`;
    const leaves = make("td", { className: "barred" }, bar,
      make("span", { textContent: whole.format(one.leaves) + (one.leaves === least && !one.stopped ? " (fewest)" : "") }));
    const notes = [one.stopped && `stopped ${one.stopped}`, one.own && "a separate value"].filter(Boolean).join("; ");
    const cells = [one.ratio === undefined ? "" : one.ratio.toFixed(3), one.value, one.move ?? "", whole.format(one.developed),
      whole.format(one.visits), one.seconds < .0005 ? "< 0.001" : one.seconds.toFixed(3)];
    return make("tr", {}, make("th", { scope: "row", textContent: one.label }), leaves,
      ...cells.map(textContent => make("td", { textContent })), make("td", { className: "words", textContent: notes }));
  }

  function showTable(result) {
    show($("compare-scroller"), result);
    setText($("compare-notes"), result ? [`Ratio: leaves, beside those of ${result.first}.`,
      "Leaves: positions that were evaluated. Developed: positions whose moves were generated. Visits: positions entered.",
      result.skipped && `Not compared, for they cannot search this: ${result.skipped}.`].filter(Boolean).join(" ") : "");
    if (!result) return;
    const headers = ["algorithm", "leaves", "ratio", "value", "move", "developed", "visits", "seconds", "notes"];
    $("compare-table").tHead.replaceChildren(tableRow(headers, true));
    const whole = result.rows.filter(one => !one.stopped).map(one => one.leaves);
    const most = Math.max(...result.rows.map(one => one.leaves)), least = whole.length > 1 ? Math.min(...whole) : -1;
    $("compare-table").tBodies[0].replaceChildren(...result.rows.map(one => row(one, most, least)));
  }

  let drawn = null;

  return {
    show(state, thought) {
      build(state.about.algorithms);
      const { task } = showForm(state, thought);
      $("compare-title").classList.toggle("working", Boolean(task.works));
      if (drawn === task) return;
      drawn = task;
      showTable(task.result);
    },
  };
}
