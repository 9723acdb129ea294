// The tab "Puzzles": positions in which one move only is right (see gts.review.puzzling). A puzzle is solved if the first move is.

function puzzlesTab(page) {
  const position = new Position($("puzzle-place"), "puzzle-", answer, $("puzzle-task"), Infinity);
  let result = null, at = 0;            // the puzzles that are shown, and which of them
  let known = [];                       // of each: `first`, whether the first answer was right; `done`; `text`, what was said last

  const puzzle = () => result.puzzles[at];

  function answer(label) {
    const one = known[at], right = label === puzzle().move;
    if (one.done) return;
    one.first ??= right;
    one.done = right;
    const why = puzzle().moves.find(entry => entry.label === label).wrong;
    one.text = right ? `Right: ${puzzle().solution}` : `Wrong: ${why}`;
    one.right = right;
    showPuzzle();
    if (right) (next() >= 0 ? $("puzzle-next") : $("puzzle-task")).focus();
  }

  function solve() {
    const one = known[at];
    one.first ??= false;
    Object.assign(one, { done: true, right: true, text: `Solution: ${puzzle().solution}` });
    showPuzzle();
    (next() >= 0 ? $("puzzle-next") : $("puzzle-task")).focus();
  }

  // The next puzzle that is not done, or -1.
  function next() {
    const after = known.findIndex((one, i) => i > at && !one.done);
    return after >= 0 ? after : known.findIndex((one, i) => i !== at && !one.done);
  }

  function open(i) {
    at = i;
    showPuzzle();
    $("puzzle-task").focus();
  }

  function showScore() {
    const asked = known.filter(one => one.first !== undefined), solved = asked.filter(one => one.first);
    setText($("puzzles-score"), asked.length === 0 ? `${known.length} to solve.`
      : `Solved at the first attempt: ${solved.length} of ${asked.length}.` + (asked.length < known.length ? ` ${known.length - asked.length} to go.` : ""));
    const signs = { true: "\u2713", false: "\u2717" }, words = { true: "solved", false: "not solved at the first attempt" };
    $("puzzles-list").replaceChildren(...known.map((one, i) => {
      const button = make("button", { type: "button", className: "button", textContent: `${i + 1}${signs[one.first] || ""}`, onclick: () => open(i) });
      button.setAttribute("aria-label", `Puzzle ${i + 1}${one.first === undefined ? "" : `, ${words[one.first]}`}`);
      if (i === at) button.setAttribute("aria-current", "true");
      return make("li", {}, button);
    }));
  }

  function showPuzzle() {
    const one = known[at], it = puzzle();
    $("puzzle-task").replaceChildren(make("span", { className: `dot ${it.player}` }),
      make("b", { textContent: `Puzzle ${at + 1} of ${known.length}: ${it.task}.` }));
    position.show({ ...it, key: at, last: undefined, hint: one.done ? it.move : undefined }, !one.done);
    const sentence = text => /\.\.\.$/.test(text) ? text : `${text}.`;
    $("puzzle-answer").replaceChildren(...one.text ? [make("p", { className: one.right ? "block right" : "block wrong", textContent: sentence(one.text) })]
      : [make("p", { textContent: it.board ? "Play the move on the board." : "Choose the move below the position." })]);
    setText($("puzzle-hardness"), `By a search: ${it.hardness}.`);
    $("puzzle-solution").disabled = Boolean(one.done);
    $("puzzle-next").disabled = next() < 0;
    $("puzzle-next").classList.toggle("main", Boolean(one.done));
    showScore();
  }

  $("puzzle-next").onclick = () => open(next());
  $("puzzle-solution").onclick = solve;

  function request() {
    const of = $("puzzles-of").value, here = of === "here";
    return { of: here ? "here" : undefined, games: here ? undefined : Number(of), nodes: Number($("puzzles-nodes").value) };
  }

  function sentence(task, live) {
    const { result: found, works } = task;
    if (works && live && live.done !== undefined) return live.total ? `At work: ${live.done} of ${live.total} positions are looked at.` : "At work: games are played.";
    return found ? found.sentence + (found.puzzles.length === 0 && found.undecided > 0
      ? ` ${found.undecided} positions could not be proved: give them more nodes.` : "") : standing(task, "");
  }

  const showForm = taskForm(page, "puzzles", request, sentence);

  return {
    show(state, thought) {
      const { task } = showForm(state, thought);
      if (task.works || task.waits || task.result === result) return;
      result = task.result;
      show($("puzzles-result"), result && result.puzzles.length > 0);
      if (!result || result.puzzles.length === 0) return;
      [at, known] = [0, result.puzzles.map(() => ({}))];
      showPuzzle();
    },
  };
}
