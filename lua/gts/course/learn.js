// The tab "Learn": lessons of the course, a screen at a time, and the pages of the algorithms.

const asking = ["question", "right", "wrong", "hint", "report"];
const heads = { right: "Right", wrong: "Not right", hint: "Hint", question: "Question", report: "How it was graded" };

// A drawing, nine tenths of its size at least, in a box that scrolls where it is narrower still: its middle is shown first.
function drawing(svg, alt, picks) {
  const image = make("img", { className: "drawing", alt, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  const picture = make("div", { className: "picture" }, image, ...picks ? nodeButtons(svg, picks) : []);
  const box = make("div", { className: "scroller" }, picture);
  picture.style.minWidth = `calc(${0.9 * / width="([\d.]+)/.exec(svg)[1]}px + 2 * var(--pad))`;
  image.onload = () => { box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2; };
  return box;
}

// Buttons over the nodes of a drawing that can be the answer: "leaves", by their numbers from left to right, or "paths".
// The title of a text in the drawing begins with the path of its node. The page allows no styles but its own, so these go.
function nodeButtons(svg, picks) {
  const root = new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ""), "image/svg+xml").documentElement;
  const part = (element, name, whole) => element.getAttribute(name) / root.getAttribute(whole);
  const nodes = [...root.querySelectorAll("text > title")].map(title => ({ path: /^[\d.]*/.exec(title.textContent)[0], text: title.parentNode }));
  const wanted = nodes.filter(({ path }) => path && (picks === "paths" || !nodes.some(other => other.path.startsWith(`${path}.`))));
  return wanted.map(({ path, text }, i) => {
    const name = picks === "paths" ? path : String(i + 1);
    const button = make("button", { type: "button", className: "pick", onclick: () => pick(name, picks) });
    button.setAttribute("aria-label", picks === "paths" ? `Node ${name}` : `Leaf ${name}`);
    button.dataset.name = name;
    button.style.left = `calc(var(--pad) + (100% - 2 * var(--pad)) * ${part(text, "x", "width")})`;
    button.style.top = `calc(.5rem + (100% - 1rem) * ${part(text, "y", "height")} - .3rem)`;
    return button;
  });
}

// Puts a node into the answer, or takes it out again; of paths there is one.
function pick(name, picks) {
  const field = $("learn-answer"), names = field.value.split(/[\s,;#]+/).filter(Boolean);
  const rest = names.filter(other => other !== name), chosen = rest.length < names.length ? rest : picks === "paths" ? [name] : [...names, name];
  field.value = chosen.join(" ");
  for (const button of document.querySelectorAll(".pick")) button.setAttribute("aria-pressed", chosen.includes(button.dataset.name));
}

function lessonBlock(block) {
  const { kind, text } = block;
  if (kind === "code" || kind === "output") {
    const pre = make("pre", { className: kind, textContent: text, tabIndex: 0 });
    pre.setAttribute("aria-label", kind === "code" ? "Program" : "What it prints");
    return pre;
  }
  if (kind === "drawing" || kind === "svg") {
    const svg = block.svg || kind === "svg" && text;
    if (!svg) return make("pre", { className: "output drawing", textContent: text, tabIndex: 0 });
    return drawing(svg, block.svg ? text : "Drawing", block.picks);
  }
  const box = make("div", { className: asking.includes(kind) ? `block ${kind}` : "block" });
  if (heads[kind] && kind !== "report") box.append(make("b", { textContent: heads[kind] }));
  if (kind === "report") box.append(make("b", { textContent: block.passed ? "Passed" : "Not passed yet" }), make("pre", { className: "output", textContent: text }));
  else box.append(...markdown(text));
  return box;
}

function learnTab(page) {
  const form = $("learn-form");
  let drawn = "";

  $("learn-page-close").onclick = () => page.send("learn", { close: true });

  const answer = text => page.send("learn", { answer: text });
  $("learn-close").onclick = () => page.send("learn", { close: true });

  const button = (text, act, main) => make("button", { type: main ? "submit" : "button", className: main ? "button main" : "button",
    textContent: text, onclick: act });

  function lessonList(list) {
    const items = list.map(one => make("li", { className: "card" }, make("h2", { textContent: `${one.number ?? ""} ${one.title}`.trim() }),
      make("p", { textContent: one.about }), button("Begin", () => page.send("learn", { lesson: one.id }))));
    for (const item of items) item.lastChild.setAttribute("aria-label", `Begin: ${item.firstChild.textContent}`);
    return [make("p", { className: "lead", textContent: "Short lessons on how computers play such games, with questions to answer." }),
      make("ol", { className: "findings lessons" }, ...items)];
  }

  // A button for the page of each algorithm, by families.
  function algorithmList(families) {
    return [make("h2", { textContent: "Algorithms" }),
      make("p", { textContent: "Each on a page: its idea, pseudo-code, a drawing, options, costs and sources." }),
      make("dl", { className: "algorithms" }, ...families.flatMap(family => [make("dt", { textContent: family.title }),
        make("dd", { className: "row-of-buttons" }, ...family.list.map(({ id, title }) =>
          make("button", { type: "button", className: "button", textContent: id, title, onclick: () => page.send("learn", { algorithm: id }) })))]))];
  }

  // A link from one of these pages to another.
  function follow(target) {
    const to = /^(\w+)\.md$/.exec(target);
    return to && (() => page.send("learn", { algorithm: to[1] }));
  }

  function showPage({ id, before, svg, behind }) {
    const [title, ...rest] = markdown(before, follow);
    setText($("learn-page-title"), title.textContent);
    $("learn-page-text").replaceChildren(...rest, drawing(svg, `A search by ${id}, drawn`), ...markdown(behind, follow));
    $("learn-page-title").focus({ preventScroll: false });
  }

  // What can be answered to a screen.
  function controls(screen, edits) {
    const question = screen.blocks.filter(block => block.kind === "question").pop(), parts = [];
    if (screen.waits === "answer" && question && question.choices) {
      parts.push(make("div", { className: "row-of-buttons answers" }, ...question.choices.map((choice, i) =>
        button(choice, () => answer(String.fromCharCode(97 + i))))));
    } else if (screen.waits === "answer") {
      const input = make("input", { autocomplete: "off", spellcheck: false, id: "learn-answer" });
      const how = question && question.picks ? ", typed or clicked in the drawing" : "";
      parts.push(make("label", { className: "field" }, `Your answer${question && question.expected ? `: ${question.expected}${how}` : ""} `, input));
    } else if (screen.waits === "rules" && edits) {
      const code = screen.blocks.find(block => block.kind === "code");
      const area = make("textarea", { id: "learn-answer", spellcheck: false, wrap: "off", rows: 14, value: code ? code.text : "" });
      parts.push(make("label", { className: "field" }, "Your program ", area));
    } else if (screen.waits === "rules") {
      parts.push(make("p", { textContent: "This page takes no programs. Do this exercise at a prompt, with gts course." }));
    }
    const row = make("div", { className: "row-of-buttons" });
    if (screen.waits === "answer" && !(question && question.choices)) row.append(button("Answer", null, true));
    if (screen.waits === "rules" && edits) row.append(button("Hand it in", null, true));
    if (screen.waits === "next") row.append(button("Go on", null, true));
    if (screen.waits === "rules" && screen.number < screen.of) row.append(button("Go on", () => answer("")));
    if (screen.waits === "answer") row.append(button("Hint", () => answer("hint")), button("Tell me", () => answer("skip")));
    if (screen.again && screen.waits !== "answer") row.append(button("Another like this", () => answer("again")));
    if (screen.number > 1) row.append(button("Back", () => answer("back")));
    if (!screen.waits) row.append(button("All lessons", () => page.send("learn", { close: true })));
    return [...parts, row];
  }

  form.onsubmit = event => {
    event.preventDefault();
    const field = $("learn-answer");
    answer(field ? field.value : "");
  };

  function showScreen(screen, edits) {
    const same = drawn.startsWith(`${screen.lesson} ${screen.number} `);
    // What is begun with stands in the field for the program.
    const begun = screen.waits === "rules" && edits ? screen.blocks.findIndex(block => block.kind === "code") : -1;
    const blocks = screen.blocks.filter((_, i) => i !== begun), first = screen.fresh === undefined ? 1 : screen.fresh;
    const fresh = begun >= 0 && begun < first - 1 ? first - 1 : first;
    const at = blocks.findIndex(block => block.picks);
    if (at > 0 && screen.waits === "answer") blocks.slice(0, at).filter(block => block.svg).slice(-1).forEach(block => { block.picks = blocks[at].picks; });
    const held = form.contains(document.activeElement), text = $("learn-answer") && $("learn-answer").value;
    setText($("learn-title"), screen.title || "");
    const score = screen.score && screen.score.asked ? `, ${screen.score.right} of ${screen.score.asked} answers right` : "";
    setText($("learn-place"), `Screen ${screen.number} of ${screen.of}${score}`);
    // What is read stands on the left, what is asked and answered on the right; what is new there is read out.
    const asks = blocks.findIndex(block => asking.includes(block.kind)), split = asks < 0 ? blocks.length : asks;
    const known = Math.max(split, same ? fresh - 1 : split);
    $("learn-blocks").replaceChildren(...blocks.slice(0, split).map(lessonBlock));
    $("learn-asked").replaceChildren(...blocks.slice(split, known).map(lessonBlock));
    $("learn-fresh").replaceChildren(...blocks.slice(known).map(lessonBlock));
    $("learn-lesson").classList.toggle("reading", asks < 0 && screen.waits !== "rules");
    form.replaceChildren(...controls(screen, edits));
    const field = $("learn-answer");
    if (same && screen.waits === "rules" && field && text) field.value = text;
    if (!same) $("learn-title").focus({ preventScroll: false });
    else if (held) (field || form.querySelector("button")).focus();
  }

  return {
    show(state) {
      const { kept: lessons, wrong } = state.learn, { screen, page } = lessons;
      setText($("learn-wrong"), wrong || "");
      const key = screen ? `${screen.lesson} ${screen.number} ${JSON.stringify(screen)}` : page ? `page ${page.id}` : "list";
      if (key === drawn) return;
      show($("learn-list"), !screen && !page);
      show($("learn-lesson"), screen);
      show($("learn-page"), page);
      if (screen) showScreen(screen, lessons.edits);
      else if (page) showPage(page);
      else $("learn-list").replaceChildren(...lessonList(lessons.list), ...algorithmList(lessons.algorithms));
      drawn = key;
    },
  };
}
