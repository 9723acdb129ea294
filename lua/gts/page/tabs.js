// The page: the head above all tabs, the tabs, and the messages between them.

// What the address of the page asks for: a tab, and fields of its form, as in #steps?tree={{3,12},{2,4}}&algorithm=sss; or a game,
// its options and moves, as in #play?game=othello&options=size%3D6&moves=c4,e3.
function addressed() {
  const [tab, ...rest] = location.hash.slice(1).split("?");
  return { tab, fields: new URLSearchParams(rest.join("?")) };
}

// Fills the form of a tab, and submits it. Of the limits those that are not named are left empty.
function fillForm(tab, fields) {
  const form = $(`${tab}-form`), input = name => $(`${tab}-${name}`);
  if (!form || !input("of")) return;
  input("of").value = fields.has("tree") ? "tree" : "start";
  input("of").onchange();
  const limits = ["depth", "time", "nodes"].filter(input);
  if (limits.some(name => fields.has(name))) for (const name of limits) input(name).value = fields.get(name) ?? "";
  for (const name of ["tree", "algorithm", "beside"].filter(one => fields.has(one) && input(one))) {
    input(name).value = fields.get(name);
    if (input(name).value !== fields.get(name)) input(name).add(new Option(fields.get(name), undefined, true, true));  // refused by its name
  }
  if (input("algorithm") && input("algorithm").onchange) input("algorithm").onchange();
  const chosen = fields.get("algorithms");
  if (chosen && input("algorithms")) {
    for (const box of input("algorithms").querySelectorAll("input")) box.checked = chosen.split(",").includes(box.value);
  }
  form.requestSubmit();
}

// A list of tabs as the ARIA Authoring Practices have it: the arrows go from tab to tab and show it, Tab goes into its panel.
class Tabs {
  constructor(list, onShow) {
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    this.onShow = onShow;
    list.addEventListener("keydown", event => this.onKey(event));
    for (const tab of this.tabs) tab.addEventListener("click", () => this.select(tab));
    const wanted = this.tabs.find(tab => tab.id === `tab-${addressed().tab}`);
    this.select(wanted || this.tabs[0], true);
  }

  name(tab) { return tab.id.slice("tab-".length); }

  select(tab, quietly) {
    for (const one of this.tabs) {
      const on = one === tab;
      one.setAttribute("aria-selected", on);
      one.tabIndex = on ? 0 : -1;
      $(one.getAttribute("aria-controls")).hidden = !on;
    }
    this.selected = this.name(tab);
    if (!quietly) try { history.replaceState(null, "", `#${this.selected}`); } catch { /* a page from a file may not */ }
    this.onShow(this.selected);
  }

  // Shows a tab, and puts the focus on something in it.
  go(name, element) {
    this.select($(`tab-${name}`));
    if (element) element.focus();
  }

  onKey(event) {
    const { tabs } = this, at = tabs.indexOf(document.activeElement);
    if (event.ctrlKey || event.metaKey || event.altKey || at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    this.select(tab);
  }
}

// The choice of a game, and of its options.
function gameChooser(send) {
  const select = $("game"), form = $("options"), opener = $("options-open");
  let shown = "";

  function showGames(about, current) {
    const own = current.kind !== "name", key = JSON.stringify([current.kind, current.name, current.game, about.games.length]);
    if (key === shown) return;
    shown = key;
    const options = about.games.map(game => make("option", { value: game.name, textContent: game.name }));
    if (own) options.unshift(make("option", { value: "", textContent: current.kind === "text" ? `${current.game} (yours)` : current.name.replace(/^.*\//, "") }));
    select.replaceChildren(...options);
    select.value = own ? "" : current.name;
  }

  function field(option) {
    const label = make("label", { className: "field" }, `${option.name} `);
    const input = option.words ? make("select", {}, ...option.words.map(word => make("option", { value: word, textContent: word })))
      : make("input", { autocomplete: "off" });
    Object.assign(input, { name: option.name, value: option.value });
    label.append(input, make("span", { className: "quiet", textContent: option.words ? option.help : `${option.help}: ${option.expected}` }));
    return label;
  }

  function openOptions(open) {
    show(form, open);
    opener.setAttribute("aria-expanded", open);
  }

  opener.onclick = () => {
    const open = form.classList.contains("hidden");
    openOptions(open);
    if (open) form.querySelector("input, select").focus();
  };
  $("options-close").onclick = () => {
    openOptions(false);
    opener.focus();
  };
  form.onkeydown = event => { if (event.key === "Escape") $("options-close").click(); };
  form.onsubmit = event => {
    event.preventDefault();
    send("game", { options: Object.fromEntries(new FormData(form)) });
    $("options-close").click();
  };
  select.onchange = () => { if (select.value) send("game", { name: select.value }); };

  return {
    show({ about, current }) {
      showGames(about, current);
      show(opener, current.options.length > 0);
      if (current.options.length === 0) openOptions(false);
      const key = JSON.stringify(current.options);
      if (form.dataset.key === key) return;
      form.dataset.key = key;
      $("option-fields").replaceChildren(...current.options.map(field));
    },
  };
}

const DEAF = 6000;                      // milliseconds after which a stopped task should have answered

// The page: shows what the carrier brings, and gives it what the user does. `makers` has a function for each tab.
function runPage(carrier, makers) {
  const state = {};
  let thought = {}, lost = false;
  let unheard = 0, deaf = false;        // the timer of a stop; whether it was not answered
  let silent = false;                   // nothing has come since the carrier has said something
  const unanswered = "The program does not answer: the rules may never come to an end."
    + (carrier.restart ? "" : " End it where it was started, with Ctrl-C.");
  const tabs = new Tabs($("tabs"), () => showAll());
  const chooser = gameChooser(send);
  const panels = {}, page = { send, go: (name, element) => tabs.go(name, element), carrier, panels };
  for (const [name, maker] of Object.entries(makers)) panels[name] = maker(page);

  // What the address asks for is done once, as soon as the engine rests: the game is chosen, then the form of the tab is submitted.
  let address = addressed(), chosen = null;
  const tellsParent = parent !== window && address.fields.has("bare");  // a board within another page: see panels.css
  document.body.classList.toggle("bare", tellsParent);

  function showAddressed() {
    if (!address || state.play.loading || state.play.works || state.current.works || state.current === chosen) return;
    const { tab, fields } = address, name = fields.get("game");
    if (tab !== tabs.selected || [...fields].length === 0) address = null;
    else if (name && !chosen) {
      chosen = state.current;
      const options = Object.fromEntries(new URLSearchParams(fields.get("options") || ""));
      send("game", { name, options, moves: fields.get("moves") ?? undefined });
    } else {
      address = null;
      if (fields.has("lesson")) send("learn", { lesson: fields.get("lesson") });
      else if (!chosen || !state.current.says) fillForm(tab, fields);
    }
    if (!address && tellsParent) parent.postMessage("gts is ready", "*");
  }

  function send(kind, fields) {
    carrier.send({ kind, ...fields });
    if (kind !== "stop" || unheard) return;
    unheard = setTimeout(() => {
      deaf = true;
      showAll();
    }, DEAF);
  }

  function hear() {
    clearTimeout(unheard);
    [unheard, deaf, silent] = [0, false, false];
  }

  $("restart").onclick = () => {
    hear();
    lost = false;
    carrier.restart();
    showAll();
  };

  // Until the engine has come, the game is there that it begins with. Is another game or tab to be shown?
  function waits() {
    const { loading, game } = state.play || {};
    return loading && (tabs.selected !== "play" || address && (address.fields.get("game") || game) !== game);
  }

  function showSays() {
    const { current: on, play } = state;
    const wrong = typeof lost === "string" ? lost : lost ? "The program cannot be reached: has it ended?" : deaf ? unanswered : "";
    $("says").classList.toggle("quiet", !wrong && Boolean(waits()));
    setText($("says"), wrong || on && on.says || play && play.says || (waits() ? "The engine is being loaded …" : ""));
    if (wrong && tellsParent) parent.postMessage("gts has failed", "*");
    show($("restart"), carrier.restart && (deaf || lost && silent));
  }

  function showAll() {
    showSays();
    if (!state.play || waits()) return;
    document.title = `${state.current.title} – gts`;
    setText($("title"), state.current.title);
    chooser.show(state);
    showBoard();
    panels[tabs.selected].show(state, thought);
    if (!state.play.loading) showFoot();
    showAddressed();
  }

  // The board stands in the tab "Play", and beside the text of the rules.
  function showBoard() {
    const place = $(`${tabs.selected}-board`);
    if (!place) return;
    if (!place.contains($("board-section"))) place.prepend($("board-section"));
    if (panels[tabs.selected] !== panels.play) panels.play.show(state, thought);
  }

  function showFoot() {
    const lacks = state.about.lacks;
    setText($("foot"), `gts ${state.about.version}` + (lacks && lacks.length ? `, in this page without ${lacks.join(", ")}.` : "."));
  }

  carrier.listen(news => {
    hear();
    if (news.state) Object.assign(state, news.state);
    if (news.thought) thought = news.thought;
    showAll();
  }, gone => {
    [lost, silent] = [gone, true];
    showAll();
  });
}
