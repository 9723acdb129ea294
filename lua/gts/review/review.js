// The tab "Review": what each move of the game in Play was worth (see gts.review.reviewing).

function reviewTab(page) {
  const position = new Position($("review-place"), "reviewed-", () => {});
  const course = new Course($("review-course"), go, name);
  let result = null, at = 0;            // the review that is shown; the number of moves before the position that is shown

  const point = i => result.course.points.find(one => one.at === i);

  function name(i) {
    const row = result.rows[i - 1], known = point(i);
    const parts = [row ? `After move ${i}, ${sideName(row.player)} ${row.move}` : "At the start", known && forBoth(known)];
    const mistake = row && row.class ? `; ${row.remark}` : "";
    return parts.filter(Boolean).join(": ") + mistake + ".";
  }

  // Shows the position after some moves.
  function go(to, seen) {
    at = Math.max(0, Math.min(result.rows.length, to));
    const shown = result.positions[at], rows = [...$("review-rows").children];
    position.show({ ...shown, moves: [], key: at }, false);
    setText($("review-at"), name(at));
    course.show(result.course, result.rows.length, at);
    for (const [i, row] of rows.entries()) {
      if (i + 1 === at) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
    }
    for (const button of $("review-steps").children) {
      button.disabled = ["first", "back"].includes(button.dataset.step) ? at === 0 : at === rows.length;
    }
    if (seen) $("review-board-section").scrollIntoView({ block: "nearest" });
  }

  function tableOf(row, i) {
    const known = point(i + 1), cell = (textContent, className) => make("td", { textContent, className: className || "" });
    const number = make("button", { type: "button", className: "link", textContent: i + 1, tabIndex: -1 });
    number.setAttribute("aria-label", `Show the position after move ${i + 1}`);
    return make("tr", { className: row.class || "", onclick: () => go(i + 1, true) }, make("td", {}, number),
      make("td", {}, make("span", { className: `dot ${row.player}` }), make("span", { className: "unseen", textContent: sideName(row.player) }), row.move),
      cell(known ? known.ends ? forBoth(known) : `${amount(known.value)}${row.known ? `, ${row.known}` : ""}` : "?", "known"),
      cell(row.loss === undefined ? "" : amount(row.loss).replace("+", ""), "loss"), cell(row.remark + (row.turning ? " (turning point)" : "")));
  }

  function showResult() {
    show($("review-result"), result);
    if (!result) return;
    setText($("review-title"), result.title);
    $("review-facts").replaceChildren(...result.facts.map(([term, text]) =>
      make("div", {}, make("dt", { textContent: term }), make("dd", { textContent: text }))));
    $("review-rows").replaceChildren(...result.rows.map(tableOf));
    go(result.turning || result.rows.length);
  }

  const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => result.rows.length };
  for (const button of $("review-steps").children) button.onclick = () => go(steps[button.dataset.step]());

  $("review-example").onclick = () => {       // an edge loses against the centre
    page.send("game", { name: "tictactoe", options: {}, moves: "5,2,9,1,3,6,7" });
    $("review-form").requestSubmit();
  };
  const NONE = "No move has been played yet: play a game in Play, open one there, or look at an example.";
  const showForm = taskForm(page, "review", () => ({ time: Number($("review-time").value) }), (task, live, { play }) =>
    task.works && live && live.total ? `At work: ${live.done} of ${live.total} positions are done.`
      : standing(task, play.turn > 0 ? "" : NONE) ?? (task.result.stopped ? "Stopped before all positions were searched." : ""));

  return {
    show(state, thought) {
      const { task } = showForm(state, thought);
      show($("review-example"), state.play.turn === 0);       // which takes the place of the game in Play
      if (task.works || task.waits || task.result === result) return;
      result = task.result;
      showResult();
    },
  };
}
