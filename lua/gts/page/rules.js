// The tab "Rules".

// A plain editor: a textarea with line numbers. Tab indents; after Escape it leaves.
class Editor {
  constructor(area, gutter, onChange) {
    Object.assign(this, { area, gutter, onChange, leaves: false, marked: 0, count: 0 });
    area.addEventListener("input", () => {
      this.mark(0);
      this.onChange();
    });
    area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });
    area.addEventListener("keydown", event => this.onKey(event));
    area.addEventListener("blur", () => { this.leaves = false; });
  }

  get text() { return this.area.value; }

  set text(text) {
    this.area.value = text;
    this.area.scrollTop = 0;
    this.mark(0);
  }

  // The line numbers; the line that is marked has a sign among them, too.
  mark(line) {
    const count = this.text.split("\n").length;
    if (count === this.count && line === this.marked) return;
    Object.assign(this, { count, marked: line });
    const numbers = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => `${from + i + 1}\n`).join("");
    this.gutter.replaceChildren(numbers(0, line ? line - 1 : count),
      ...line ? [make("span", { className: "bad", textContent: `\u25B6 ${line}\n` }), numbers(line, count)] : []);
    this.area.classList.toggle("marked", line > 0);
    this.area.style.setProperty("--line", line - 1);
    this.area.setAttribute("aria-invalid", line > 0);
  }

  // Marks a line, and brings it into sight.
  reveal(line) {
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.mark(line);
    this.area.scrollTop = Math.max(0, (line - 1) * height - this.area.clientHeight / 3);
  }

  // Puts the cursor at the beginning of a line, and the line into sight.
  go(line) {
    const lines = this.text.split("\n"), at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(at, at + (lines[line - 1] || "").length);
    this.reveal(line);
  }

  // Typed text can be taken back by the browser's undo; where there is none, it is put in directly.
  type(text) {
    const { area } = this;
    if (!document.execCommand("insertText", false, text)) area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  }

  lineStart(at) { return this.text.lastIndexOf("\n", at - 1) + 1; }

  indent() {
    const { area } = this;
    if (area.selectionStart === area.selectionEnd) return this.type("  ");
    this.overLines(line => "  " + line);
  }

  // Does something with all lines of the selection.
  overLines(change) {
    const { area } = this, from = this.lineStart(area.selectionStart), to = area.selectionEnd;
    area.setSelectionRange(from, to);
    const changed = this.text.slice(from, to).split("\n").map(change).join("\n");
    this.type(changed);
    area.setSelectionRange(from, from + changed.length);
  }

  onKey(event) {
    if (event.key === "Escape") {
      this.leaves = true;
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Tab" && plain && !this.leaves && !this.area.readOnly) {
      event.preventDefault();
      if (event.shiftKey) this.overLines(line => line.replace(/^ {1,2}/, ""));
      else this.indent();
    } else if (event.key === "Enter" && plain && !event.shiftKey && !this.area.readOnly) {
      event.preventDefault();
      const start = this.lineStart(this.area.selectionStart);
      this.type("\n" + /^ */.exec(this.text.slice(start, this.area.selectionStart))[0]);
    }
    if (event.key !== "Shift") this.leaves = false;
  }
}

function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// What was written last, kept by the browser where it does that.
const draft = {
  get() { try { return localStorage.getItem("gts.rules"); } catch { return null; } },
  set(text) { try { localStorage.setItem("gts.rules", text); } catch { /* it is lost with the page, then */ } },
};

const LARGEST = 1 << 20;                // bytes of a file of rules

function rulesTab(page) {
  const editor = new Editor($("rules-text"), $("rules-lines"), () => {
    draft.set(editor.text);
    showStatus();
  });
  let about = null, rules = null, synced = null, number = 0;
  let used = false, problem = null;     // rules were sent from here, and their outcome is not shown yet; the problem that is
  const dirty = () => synced !== null && editor.text !== synced;

  function use() {
    if (!about.edits) return;
    used = true;
    page.send("rules", { text: editor.text });
  }

  function build() {
    const select = $("rules-templates"), list = [...about.templates];
    if (draft.get()) list.push({ name: "draft", title: "what I wrote last" });
    if (select.options.length === list.length + 1) return;
    select.replaceChildren(make("option", { value: "", textContent: "choose …" }),
      ...list.map(one => make("option", { value: one.name, textContent: one.title })));
  }

  $("rules-templates").onchange = () => {
    const name = $("rules-templates").value, one = about.templates.find(template => template.name === name);
    $("rules-templates").value = "";
    const text = name === "draft" ? draft.get() : one && one.text;
    if (!text) return;
    editor.text = text;
    use();
  };

  $("rules-use").onclick = use;
  $("rules-reload").onclick = () => page.send("reload");
  $("rules-check").onclick = () => {
    page.send("check", about.edits && dirty() ? { time: 1, text: editor.text } : { time: 1 });
    page.go("check", $("check-form").querySelector("button"));
  };
  $("rules-save").onclick = () => saveFile(`${/name\s*=\s*"(\w+)"/.exec(editor.text)?.[1] || "rules"}.lua`, editor.text, "text/plain");
  $("rules-file").onchange = async () => {
    const [file] = $("rules-file").files;
    $("rules-file").value = "";
    if (!file) return;
    if (file.size > LARGEST) return setText($("rules-status"), `${file.name} is too large: rules have at most ${whole.format(LARGEST)} bytes.`);
    editor.text = await file.text();
    draft.set(editor.text);
    use();
  };
  $("rules-reference").onclick = () => {
    if (!$("reference-text").firstChild) $("reference-text").append(...markdown($("reference-source").textContent));
    $("reference").showModal();
    $("reference-text").focus();
  };
  $("reference-close").onclick = () => $("reference").close();
  $("rules-problem").querySelector("button").onclick = () => editor.go(rules.problem.line);
  $("rules-text").addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) use();
  });

  function showStatus() {
    if (!rules) return;
    let text = "";
    if (about.edits && dirty()) text = "You have changed the text: it is not what is played.";
    else if (!rules.problem && about.edits && rules.kind === "text") text = "These rules are what is played.";
    setText($("rules-status"), text);
    const wrong = rules.problem, shown = wrong && (!about.edits || wrong.text === undefined || wrong.text === editor.text);
    show($("rules-problem"), shown);
    if (!shown) return;
    setText($("rules-problem-text"), wrong.message);
    show($("rules-problem").querySelector("button"), wrong.line);
    if (problem !== wrong) editor.reveal(wrong.line || 0);
    problem = wrong;
    editor.mark(wrong.line || 0);
  }

  // Rules that are taken are there to be seen, also where the board stands below the text.
  function showBoard() {
    if (!used || rules.problem || rules.text !== editor.text) return;
    used = false;
    $("board-section").scrollIntoView({ block: "nearest" });
  }

  const leads = {
    edits: "These are the rules of the game, in the language Lua. Change them, or begin with others, and play by them.",
    name: "These are the rules of the game, in the language Lua. It comes with gts: for a game of your own, save them as a file, "
      + "change it, and serve that: gts serve ./mygame.lua",
    file: "These are the rules of the game, in the language Lua. Edit the file, and press Reload.",
    tree: "A tree that is written out has no rules. Choose a game to see some.",
  };

  // What came with a new state takes the place of the text, but not of what its user has changed and not tried.
  function sync(state) {
    if (state.numbers.rules === number) return;
    number = state.numbers.rules;
    const text = rules.text || "";
    if (text === synced) return;
    if (dirty() && rules.kind === "text" && editor.text !== text && synced !== null) {
      synced = text;
      return;
    }
    synced = text;
    if (editor.text !== text) editor.text = text;
  }

  return {
    get unused() { return about && about.edits && dirty() ? editor.text : undefined; },
    goTo(line) {
      page.go("rules");
      editor.go(line);
    },
    show(state) {
      about = state.about;
      rules = state.rules;
      const { edits } = about, readOnly = !edits || rules.kind === "tree";
      if (edits) build();
      sync(state);
      setText($("rules-lead"), edits && rules.kind !== "tree" ? leads.edits : leads[rules.kind] || leads.name);
      setText($("rules-title"), rules.kind === "tree" ? "A tree" : `The rules: ${rules.file}`);
      editor.area.readOnly = readOnly;
      setText($("rules-keys"), readOnly ? "" : "Tab indents. To leave the text with the keyboard: Escape, then Tab. Ctrl+Enter plays by it.");
      for (const id of ["rules-use", "rules-templates", "rules-open"]) show($(id).closest("label") || $(id), edits);
      show($("rules-reload"), rules.kind === "file");
      show($("rules-check"), rules.kind !== "tree");
      show($("rules-save"), rules.kind !== "tree");
      editor.mark(editor.marked);
      showStatus();
      showBoard();
      show($("rules-printed"), rules.printed && rules.printed.length);
      setText($("rules-printed").querySelector("pre"), (rules.printed || []).join("\n"));
    },
  };
}
