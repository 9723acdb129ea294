// The search of the site. The index stands above: it is made by .ci/doc/index.lua. There is no server: all is in this file, which
// works from a folder too.
"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  const form = document.querySelector(".search"), field = form.querySelector("input"), found = form.querySelector(".found");
  const MOST = 12;                      // results that are shown
  const WEIGHTS = { A: 20, B: 10, C: 7, D: 2, E: 1 };
  const BEGINNING = 0.5;                // of the weight, where the word typed is the beginning of one
  const idle = new Set(("an and are as at be by can do does for from how if in is it me my of on or the to what when why with")
    .split(" "));

  // One form for singular and plural: the same as in gts.program.find.
  function stem(word) {
    if (word.length > 4 && word.endsWith("ies")) return word.slice(0, -3) + "y";
    return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
  }

  const spread = text => (text.toLowerCase().match(/[a-z0-9_\u0080-\uffff]+/g) || []).map(stem);

  // Section -> weight of a word, of those that it begins too.
  function standing(word) {
    const at = new Map();
    for (const [name, places] of Object.entries(words)) {
      if (name !== word && (word.length < 3 || !name.startsWith(word))) continue;
      for (const [, section, letter] of places.matchAll(/([0-9a-z]+)([A-E])/g)) {
        const number = parseInt(section, 36), weight = WEIGHTS[letter] * (name === word ? 1 : BEGINNING);
        at.set(number, Math.max(at.get(number) || 0, weight));
      }
    }
    return at;
  }

  // The best section of each page that has all words, the best first.
  function search(query) {
    const asked = [...new Set(spread(query).filter(word => word.length > 1 && !idle.has(word)))];
    const meant = phrases[spread(query).join(" ")];
    const maps = asked.map(standing), best = new Map();
    sections.forEach(([page], number) => {
      const worth = maps.reduce((sum, at) => sum + (at.get(number) || 0), 0);
      const known = best.get(page) || { page, worth: -1, most: maps.map(() => 0) };
      maps.forEach((at, i) => { known.most[i] = Math.max(known.most[i], at.get(number) || 0); });
      if (worth > known.worth) Object.assign(known, { worth, section: number });
      best.set(page, known);
    });
    const total = one => one.worth + one.most.reduce((sum, weight) => sum + weight, 0) + (one.page === meant ? 1000 : 0);
    return [...best.values()].filter(one => one.page === meant || asked.length && one.most.every(weight => weight > 0))
      .sort((a, b) => total(b) - total(a) || a.page - b.page).slice(0, MOST);
  }

  function make(name, text, className) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.textContent = text;
    return element;
  }

  function item({ page, section }) {
    const [place, title, kind] = pages[page], [, anchor, heading, text] = sections[section];
    const link = make("a", "");
    link.href = root + place + (anchor && "#" + anchor);
    link.append(make("strong", title));
    if (heading !== title) link.append(make("span", ` \u203A ${heading}`));
    link.append(make("small", kind), make("p", text));
    const row = make("li", "");
    row.append(link);
    return row;
  }

  function show() {
    const query = field.value.trim();
    found.hidden = query.length < 2;
    if (found.hidden) return;
    const results = search(query);
    const list = make("ol", "");
    list.append(...results.map(item));
    found.replaceChildren(results.length ? list : make("p", `Nothing has all words of \u201C${query}\u201D.`, "none"));
  }

  // The arrows go through the results; Escape goes back to the page.
  function move(event) {
    const links = [field, ...found.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      found.hidden = true;
      field.focus();
    } else if (event.key === "ArrowDown" && at >= 0) links[Math.min(at + 1, links.length - 1)].focus();
    else if (event.key === "ArrowUp" && at > 0) links[at - 1].focus();
    else return;
    event.preventDefault();
  }

  form.hidden = false;
  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  form.addEventListener("keydown", move);
  form.addEventListener("submit", event => {
    event.preventDefault();
    const first = found.querySelector("a");
    if (first) first.click();
  });
  found.addEventListener("click", event => { if (event.target.closest("a")) found.hidden = true; });
  document.addEventListener("click", event => { if (!form.contains(event.target)) found.hidden = true; });
  document.addEventListener("keydown", event => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
  });

  // The board of the home page: the picture of it stays until the page that runs gts, which is in a frame then, says that it plays.
  for (const board of document.querySelectorAll("[data-play]")) {
    const frame = make("iframe", ""), picture = board.querySelector("a"), caption = make("span", "");
    const place = board.querySelector("figcaption"), words = place.textContent;
    Object.assign(frame, { src: board.dataset.play, title: "A board to play on", hidden: true });
    caption.setAttribute("role", "status");
    place.replaceChildren(caption);
    caption.textContent = "The engine is being loaded (1.5 MB); then this board plays.";
    frame.addEventListener("load", () => { if (frame.hidden) caption.textContent = "The engine is being started; then this board plays."; });
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow || data !== "gts is ready") return;
      frame.hidden = false;
      picture.hidden = true;
      caption.textContent = words;
    });
    board.prepend(frame);
  }

  // Beside each block of code a button that copies it.
  for (const tools of navigator.clipboard ? document.querySelectorAll(".tools") : []) {
    const button = make("button", "Copy"), code = tools.nextElementSibling;
    button.type = "button";
    button.addEventListener("click", () => navigator.clipboard.writeText(code.textContent).then(() => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    }));
    tools.append(button);
  }
})();
