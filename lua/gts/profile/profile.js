// The tab "Profile": what the game is like to play (see gts.profile.tab).

function profileTab(page) {
  let result = null;                    // the profile that is shown

  // A part of the table.
  function bodyOf(title, rows) {
    return make("tbody", {}, make("tr", {}, make("th", { textContent: title, colSpan: 4, scope: "rowgroup" })), ...rows);
  }

  function missingRow({ figures, why }) {
    return make("tr", {}, make("th", { textContent: figures, scope: "row" }), make("td", { textContent: why, colSpan: 3 }));
  }

  function showResult() {
    show($("profile-result"), result);
    if (!result) return;
    const table = $("profile-result").querySelector("table");
    for (const body of [...table.tBodies]) body.remove();
    table.append(...result.groups.map(({ title, cells }) => bodyOf(title, cells.map(row => tableRow(row)))));
    if (result.missing.length > 0) table.append(bodyOf("Missing", result.missing.map(missingRow)));
  }

  const doing = { begin: "the rules are read", solve: "the game is solved, if it is small", positions: "positions are enumerated",
    start: "first moves are counted", games: "games are played", tree: "the size of the game tree is estimated",
    pie: "games for the pie rule are played" };

  function atWork({ stage, done, total }) {
    return `At work: ${doing[stage] || stage}${total > 1 ? `, ${done} of ${total}` : ""}.`;
  }

  const of = name => Number($(`profile-${name}`).value);
  const showForm = taskForm(page, "profile", () => ({ games: of("games"), level: of("level"), time: of("time") }),
    (task, live) => task.works && live && live.stage ? atWork(live) : standing(task, "") ?? task.result.sentence);

  return {
    show(state, thought) {
      const { task } = showForm(state, thought);
      if (task.result) showWrong($("profile-wrong"), { ...task, wrong: task.result.errors.join("; ") });
      if (task.works || task.waits || task.result === result) return;
      result = task.result;
      showResult();
    },
  };
}
