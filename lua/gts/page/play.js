// The tab "Play": the game session (gts.page.game_session).

const MANY = 60;                        // moves of a list that is folded at first

function playTab(page) {
  const { send } = page;
  let state = null, current = null, thought = {};
  const position = new Position($("board-section"), "", move, $("status"));
  const course = new Course($("course"), look, positionName);

  const looks = () => state.looks !== undefined;
  const isMine = () => state && !state.over && !state.engine && !looks();

  function look(at) {
    send("look", { at });
  }

  // What is known of the position after some moves, in words.
  function positionName(at) {
    const point = state.course.points.find(one => one.at === at), last = state.played[at - 1];
    const place = last ? `After move ${at}, ${sideName(last.player)} ${last.name}` : "At the start";
    return `${place}${point ? `: ${forBoth(point)}` : ""}.`;
  }

  function move(label) {
    if (isMine()) send("play", { move: label, turn: state.turn });
  }

  // The value of a move, from the analysis: the value, its text, how good it is from 0 to 1, and whether it is the best.
  function worths() {
    const analysis = state.analyzes && thought.analysis, known = new Map();
    if (!analysis) return known;
    const sign = state.player === "max" ? 1 : -1;
    const rows = state.moves.map((one, i) => ({ label: one.label, ...analysis.values[i] }));
    const values = rows.filter(row => typeof row.value === "number").map(row => sign * row.value);
    const best = Math.max(...values), worst = Math.min(...values);
    // Of wins the soonest is the best, of losses the latest.
    const sooner = row => row.ends === "draws" || row.plies === undefined ? 0 : row.ends === "wins" ? -row.plies : row.plies;
    const soonest = Math.max(...rows.filter(row => sign * row.value === best).map(sooner));
    for (const row of rows) {
      if (typeof row.value !== "number") continue;
      const value = sign * row.value;
      row.best = value === best && sooner(row) === soonest;
      row.sooner = sooner(row);
      row.share = best === worst ? 1 : (value - worst) / (best - worst);
      row.text = inWords(row);
      row.short = inShort(row);
      known.set(row.label, row);
    }
    return known;
  }

  function showBoard(worth) {
    const key = JSON.stringify([state.game, state.turn, state.looks]);
    position.show({ ...state, key, hint: looks() ? undefined : state.hint }, isMine(), label => worth.get(label));
  }

  const mover = () => make("span", { className: `dot ${state.player}` });

  function outcome() {
    const { winner, how, value } = state.over;
    if (how === "failed") return "The rules have failed: the winner is not known.";
    if (!winner) return "A draw.";
    const person = state.sides[winner] === "person", versus = state.sides.max !== state.sides.min;
    const winning = !versus ? `${sideName(winner)} has` : person ? "You have" : "The engine has";
    if (how === "resigned") return `${winning} won: ${sideName(otherOf(winner))} has resigned.`;
    return `${winning} won${Math.abs(value) > 1 ? ` by ${Math.abs(value)}` : ""}.`;
  }

  function lastMove() {
    const last = state.played[state.played.length - 1];
    if (!last) return "";
    const mover = state.sides[last.player] === "engine" && state.sides.max !== state.sides.min ? "The engine" : sideName(last.player);
    return `${mover} played ${last.name}. `;
  }

  function statusText() {
    const name = sideName(state.player);
    if (state.loading) return "You begin. The engine is being loaded …";
    if (looks()) return `${state.looks} of ${state.turn} moves played: ${name} to move.`;
    if (state.over) return outcome();
    if (state.paused) return `Paused: ${name} to move.`;
    if (state.engine) return state.sides.max === state.sides.min ? `${name} is thinking …` : "The engine is thinking …";
    const last = state.played[state.played.length - 1];
    const before = last && state.sides[last.player] === "engine" ? lastMove() : "";
    return `${before}${state.sides.max === state.sides.min ? `${name} to move.` : `Your move (${name}).`}`;
  }

  function showStatus() {
    const text = statusText();
    if ($("status").dataset.text === text) return;
    $("status").dataset.text = text;
    $("status").replaceChildren(...state.over && !looks() ? [] : [mover()], make("b", { textContent: text }));
  }

  // Another position than that of the game is shown.
  function showViewing() {
    const held = $("viewing").contains(document.activeElement);
    show($("viewing"), looks());
    if (held && !looks()) $("status").focus();
  }

  function showControls() {
    const running = ["move", "hint"].includes(state.works);
    $("back").disabled = state.played.length === 0 && !state.over;
    $("hint").disabled = !isMine();
    $("resign").disabled = !isMine();
    $("new").classList.toggle("main", Boolean(state.over));
    $("played-review").disabled = state.turn === 0;
    $("played-review").classList.toggle("main", Boolean(state.over) && state.turn > 0);
    $("played-save").disabled = !state.saved;
    $("played-link").disabled = current.kind !== "name";
    setText($("played-link"), "Link");
    $("analyze").checked = state.analyzes;
    const { max, min } = state.sides;
    $("sides").value = max === min ? (max === "person" ? "both" : "none") : max === "person" ? "max" : "min";
    showStrength();
    show($("stop"), running || state.paused);
    setText($("stop"), state.paused ? "Go on" : state.sides.max === state.sides.min && state.engine ? "Pause" : "Move now");
  }

  function showStrength() {
    const { level, time } = state.strength, times = [1, 3, 10, 30];
    if (time && !times.includes(time)) times.push(time);
    const options = [...Array(state.levels).keys()].map(i => [`level ${i + 1}`, `level ${i + 1} of ${state.levels}`]);
    options.push(...times.map(seconds => [`time ${seconds}`, `${seconds} s a move`]));
    if ($("strength").options.length !== options.length) {
      $("strength").replaceChildren(...options.map(([value, text]) => make("option", { value, textContent: text })));
    }
    $("strength").value = level ? `level ${level}` : `time ${time}`;
  }

  function showPlayed() {
    const at = state.looks ?? state.turn;
    show($("unplayed"), state.turn === 0);
    for (const id of ["course", "course-at"]) show($(id), state.turn > 0);
    course.show(state.course, state.turn, at);
    setText($("course-at"), positionName(at) + (state.course.points.length === 0 ? " Analysis gives the values." : ""));
    const key = JSON.stringify([state.played, at]);
    if ($("played").dataset.key === key) return;
    $("played").dataset.key = key;
    $("played").replaceChildren(...state.played.map(playedItem));
    const shown = $("played").querySelector("[aria-current]");
    if (shown) $("played").scrollTop = shown.offsetTop - $("played").offsetTop - $("played").clientHeight / 2;
  }

  // A move that was played. By keys its position is found with the chart, which has all of them at one stop.
  function playedItem(one, i) {
    const button = make("button", { type: "button", tabIndex: -1, onclick: () => look(i + 1) },
      make("span", { className: "number", textContent: `${i + 1}.` }), make("span", { className: `dot ${one.player}` }),
      make("span", { className: "unseen", textContent: ` ${sideName(one.player)} ` }), one.name);
    if (i + 1 === (state.looks ?? state.turn)) button.setAttribute("aria-current", "true");
    if (one.worth) button.append(make("span", { className: "value", textContent: `(${inShort(one.worth)})` }));
    return make("li", {}, button);
  }

  // The list of moves: the best first as soon as that is known, but never moved under the user's fingers.
  function showMoves(worth) {
    const list = $("moves"), labels = state.moves.map(one => one.label), held = list.contains(document.activeElement);
    // A long list is folded where there is a board to click on.
    if (list.dataset.game !== state.game) $("moves-fold").open = !state.board || labels.length <= MANY;
    list.dataset.game = state.game;
    const key = JSON.stringify([state.turn, state.looks, labels]);
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      list.replaceChildren(...labels.map(moveItem));
      if (held) list.focus();
    } else if (!held && worth.size > 0) {
      const items = [...list.children];
      const known = item => worth.get(item.label) || { share: -1, sooner: 0 };
      const sorted = [...items].sort((a, b) => known(b).share - known(a).share || known(b).sooner - known(a).sooner
        || labels.indexOf(a.label) - labels.indexOf(b.label));
      if (sorted.some((item, i) => item !== items[i])) list.append(...sorted);
    }
    list.classList.toggle("plain", worth.size === 0);
    for (const item of list.children) showMove(item, worth.get(item.label));
    const analysis = state.analyzes && thought.analysis;
    const over = state.over && !looks();
    show($("analysis"), analysis || over);
    if (over) setText($("analysis"), "None: the game is over.");
    else if (analysis) setText($("analysis"), analysis.solved ? "All values are proved: the game is solved."
      : analysis.depth ? `All moves searched to depth ${analysis.depth}.` : "Looking at all moves …");
  }

  function moveItem(label) {
    const button = make("button", { onclick: () => move(label) },
      make("i", { className: "bar" }), make("span", { textContent: label }), make("span", { className: "worth" }));
    return Object.assign(make("li", {}, button), { label });
  }

  function showMove(item, known) {
    const [bar, , text] = item.firstChild.children;
    item.className = known && known.best ? "best" : "";
    item.firstChild.disabled = !isMine();
    show(bar, known);
    show(text, known);
    if (known) bar.style.transform = `scaleX(${.04 + .96 * known.share})`;
    setText(text, known ? known.text : "");
  }

  const titles = { move: "The engine thinks", hint: "The engine looks for a hint", analysis: "The engine analyses",
    course: "The engine looks back", database: "The engine tries to solve the game" };

  function showThinking() {
    const thinks = thought.thinks, working = state.works;
    setText($("thinking"), working ? titles[working] : thinks && thinks.by ? `The engine, by the ${thinks.by}` : "Engine");
    $("thinking").classList.toggle("working", Boolean(working));
    if (!thinks || thinks.what === "analysis") {
      showFigures("", thinks ? { depth: thinks.depth } : {});
      $("line").replaceChildren();
      return;
    }
    const { depth, worth, nodes, seconds, line, player } = thinks;
    showFigures("", { depth, value: worth && inShort(worth), nodes, seconds });
    $("value").title = worth ? inWords(worth) : "";
    $("line").replaceChildren(...(line || []).flatMap(name => [make("span", { className: "step", textContent: name }), " "]));
    $("line").title = player ? `what ${sideName(player)} expects` : "";
  }

  function showAll() {
    const worth = worths();
    setText($("rules-of-game"), state.about || "");
    show($("about"), state.about);
    showStatus();
    showViewing();
    showBoard(worth);
    showControls();
    showMoves(worth);
    showPlayed();
    showThinking();
  }

  for (const kind of ["back", "hint", "new", "resign"]) $(kind).onclick = () => send(kind);
  $("stop").onclick = () => send(state.paused ? "go" : "stop");
  $("played-review").onclick = () => {
    page.go("review", $("tab-review"));
    $("review-form").requestSubmit();
  };
  $("played-save").onclick = () => saveFile(`${state.game}.txt`, state.saved, "text/plain");
  $("played-link").onclick = async () => {
    const { name, options } = current, quoted = label => /[\s,"]/.test(label) ? `"${label}"` : label;
    const fields = { game: name, options: new URLSearchParams(options.map(one => [one.name, one.value])),
      moves: state.played.map(one => quoted(one.name)).join(",") };
    location.hash = `play?${new URLSearchParams(fields)}`;
    try { await navigator.clipboard.writeText(location.href); } catch { /* it stands in the address */ }
    setText($("played-link"), "Copied");
  };
  $("played-file").onchange = async () => {
    const [file] = $("played-file").files;
    if (file) send("open", { saved: await file.text() });
    $("played-file").value = "";
  };
  $("present").onclick = () => look(state.turn);
  $("branch").onclick = () => send("back", { to: state.looks });
  $("analyze").onchange = () => send("analyze", { on: $("analyze").checked });
  $("sides").onchange = () => {
    const seats = { max: ["person", "engine"], min: ["engine", "person"], both: ["person", "person"], none: ["engine", "engine"] };
    const [max, min] = seats[$("sides").value];
    send("sides", { max, min });
  };
  $("strength").onchange = () => {
    const [kind, number] = $("strength").value.split(" ");
    send("strength", { [kind]: Number(number) });
  };

  return {
    show(all, thoughts) {
      [state, current] = [all.play, all.current];
      thought = thoughts.play || {};
      showAll();
    },
  };
}
