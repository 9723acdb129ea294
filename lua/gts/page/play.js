// The tab "Play": the game session (gts.page.game_session).

const MANY = 60;                        // moves of a list that is folded at first
const FEW = 16;                         // moves that stand below a position without a board, and not in the list only

function playTab(send) {
  let state = null, thought = {};
  const board = new Board(choose);

  const isMine = () => state && !state.over && !state.engine;

  function move(label) {
    if (isMine()) send("play", { move: label, turn: state.turn });
  }

  // Several moves are clicked at the same cells: which?
  function choose(moves) {
    if (moves.length === 1) return move(moves[0].label);
    $("choice").replaceChildren(...moves.map(moveButton));
    $("choice").firstChild.focus();
  }

  function moveButton(one) {
    return make("button", { className: "button main", textContent: one.label, onclick: () => move(one.label) });
  }

  // The value of a move, from the analysis: the value, its text, how good it is from 0 to 1, and whether it is the best.
  function worths() {
    const analysis = state.analyzes && thought.analysis, known = new Map();
    if (!analysis) return known;
    const sign = state.player === "max" ? 1 : -1;
    const rows = state.moves.map((one, i) => ({ label: one.label, ...analysis.values[i] }));
    const values = rows.filter(row => typeof row.value === "number").map(row => sign * row.value);
    const best = Math.max(...values), worst = Math.min(...values);
    for (const row of rows) {
      if (typeof row.value !== "number") continue;
      const value = sign * row.value;
      row.best = value === best;
      row.share = best === worst ? 1 : (value - worst) / (best - worst);
      row.text = inWords(row);
      row.short = inShort(row);
      known.set(row.label, row);
    }
    return known;
  }

  function showBoard(worth) {
    show($("table"), state.board);
    show($("text"), !state.board);
    setText($("text"), state.text);
    const clickable = isMine() ? state.moves.filter(one => one.clicks && one.clicks.length > 0) : [];
    if (state.board) board.show(state, clickable, label => worth.get(label));
    const rest = isMine() ? state.moves.filter(one => !one.clicks || one.clicks.length === 0) : [];
    showChoice(state.board || rest.length <= FEW ? rest : []);
  }

  // The buttons of moves that are not on the board. They stay as long as it is the same turn, and so does the focus.
  function showChoice(moves) {
    const place = $("choice"), held = place.contains(document.activeElement);
    const key = JSON.stringify([state.game, state.turn, isMine(), moves.map(one => one.label)]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...moves.map(moveButton));
    if (held) (place.firstChild || $("status")).focus();
    else if (moves.length > 0 && document.activeElement === $("status")) place.firstChild.focus();
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
    if (state.over) return outcome();
    const name = sideName(state.player);
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
    $("status").replaceChildren(...state.over ? [] : [mover()], make("b", { textContent: text }));
  }

  function showControls() {
    const running = state.works && state.works !== "analysis";
    $("back").disabled = state.played.length === 0 && !state.over;
    $("hint").disabled = !isMine();
    $("resign").disabled = !isMine();
    $("new").classList.toggle("main", Boolean(state.over));
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
    show($("unplayed"), state.played.length === 0);
    const key = JSON.stringify(state.played);
    if ($("played").dataset.key === key) return;
    $("played").dataset.key = key;
    $("played").replaceChildren(...state.played.map((one, i) => {
      const item = make("li", {}, make("span", { className: "number", textContent: `${i + 1}.` }),
        make("span", { className: `dot ${one.player}` }), one.name);
      item.setAttribute("aria-label", `${i + 1}: ${sideName(one.player)} ${one.name}`);
      if (one.worth) item.append(make("span", { className: "value", textContent: `(${inShort(one.worth)})` }));
      return item;
    }));
    $("played").scrollTop = $("played").scrollHeight;
  }

  // The list of moves: the best first as soon as that is known, but never moved under the user's fingers.
  function showMoves(worth) {
    const list = $("moves"), labels = state.moves.map(one => one.label), held = list.contains(document.activeElement);
    // A long list is folded where there is a board to click on.
    if (list.dataset.game !== state.game) $("moves-fold").open = !state.board || labels.length <= MANY;
    list.dataset.game = state.game;
    const key = JSON.stringify([state.turn, labels]);
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      list.replaceChildren(...labels.map(moveItem));
      if (held) list.focus();
    } else if (!held && worth.size > 0) {
      const items = [...list.children];
      const share = item => worth.has(item.label) ? worth.get(item.label).share : -1;
      const sorted = [...items].sort((a, b) => share(b) - share(a) || labels.indexOf(a.label) - labels.indexOf(b.label));
      if (sorted.some((item, i) => item !== items[i])) list.append(...sorted);
    }
    list.classList.toggle("plain", worth.size === 0);
    for (const item of list.children) showMove(item, worth.get(item.label));
    const analysis = state.analyzes && thought.analysis;
    show($("analysis"), analysis || state.over);
    if (state.over) setText($("analysis"), "None: the game is over.");
    else if (analysis) setText($("analysis"), analysis.depth ? `All moves searched to depth ${analysis.depth}.` : "Looking at all moves …");
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

  const titles = { move: "The engine thinks", hint: "The engine looks for a hint", analysis: "The engine analyses" };

  function showThinking() {
    const thinks = thought.thinks, working = state.works;
    setText($("thinking"), working ? titles[working] : "Engine");
    $("thinking").classList.toggle("working", Boolean(working));
    if (!thinks || thinks.what === "analysis") {
      for (const id of ["depth", "value", "nodes", "speed"]) setText($(id), "–");
      if (thinks && thinks.depth) setText($("depth"), String(thinks.depth));
      $("line").replaceChildren();
      return;
    }
    const { depth, worth, nodes, seconds, line, player } = thinks;
    setText($("depth"), depth ? String(depth) : "–");
    setText($("value"), worth ? inShort(worth) : "–");
    $("value").title = worth ? inWords(worth) : "";
    setText($("nodes"), nodes ? brief.format(nodes) : "–");
    $("nodes").title = nodes ? whole.format(nodes) : "";
    setText($("speed"), nodes && seconds > .02 ? brief.format(nodes / seconds) : "–");
    $("line").replaceChildren(...(line || []).flatMap(name => [make("span", { className: "step", textContent: name }), " "]));
    $("line").title = player ? `what ${sideName(player)} expects` : "";
  }

  function showAll() {
    const worth = worths();
    setText($("rules-of-game"), state.about || "");
    show($("about"), state.about);
    showStatus();
    showBoard(worth);
    showControls();
    showMoves(worth);
    showPlayed();
    showThinking();
  }

  $("back").onclick = () => send("back");
  $("hint").onclick = () => send("hint");
  $("new").onclick = () => send("new");
  $("resign").onclick = () => send("resign");
  $("stop").onclick = () => send(state.paused ? "go" : "stop");
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
      state = all.play;
      thought = thoughts.play || {};
      showAll();
    },
  };
}
