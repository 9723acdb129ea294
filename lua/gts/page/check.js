// The tab "Check" (see gts.page.checking).

function checkTab(page) {
  const showForm = taskForm(page, "check", () => ({ time: Number($("check-time").value), text: page.panels.rules.unused }),
    task => standing(task, "Nothing has been checked yet.") ?? task.result.sentence);

  function item(finding, mark) {
    const parts = [make("p", { className: "what" }, make("b", { textContent: mark }), ` ${finding.message}`)];
    if (finding.moves && finding.moves.length) parts.push(make("p", { textContent: `After the moves ${finding.moves.join(" ")}` }));
    if (finding.shown) parts.push(make("pre", { className: "output", textContent: finding.shown }));
    if (finding.hint) parts.push(make("p", { className: "quiet", textContent: finding.hint }));
    if (finding.line) {
      parts.push(make("button", { className: "button", textContent: `Go to line ${finding.line}`, onclick: () => page.panels.rules.goTo(finding.line) }));
    }
    return make("li", { className: "card" }, ...parts);
  }

  let drawn = null;

  return {
    show(state, thought) {
      const { task, live } = showForm(state, thought), result = task.result;
      setText($("check-live"), task.works && live && live.positions ?
        `${whole.format(live.positions)} positions, ${whole.format(live.games)} games, mistakes so far: ${live.findings}` : "");
      if (drawn === task) return;
      drawn = task;
      $("check-findings").replaceChildren(...(result ? result.findings.map((one, i) => item(one, `Mistake ${i + 1} (${one.kind}):`)) : []));
      $("check-suspicions").replaceChildren(...(result ? [
        ...result.suspicions.map(one => item(one, `Suspicion (${one.kind}):`)), ...result.unseen.map(one => item(one, "Not seen:")),
      ] : []));
      $("check-notes").replaceChildren(...(result ? result.notes.map(one => item(one, `Note (${one.kind}):`)) : []));
      $("check-rows").tBodies[0].replaceChildren(...(result ? result.rows.map(row => tableRow(row)) : []));
      show($("check-more"), result && (result.rows.length || result.notes.length));
    },
  };
}
