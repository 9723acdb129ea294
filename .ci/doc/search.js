// The search of the site. The index stands above: it is made by .ci/doc/index.lua. There is no server: all is in this file, which
// works from a folder too.
"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  const form = document.querySelector(".search"), field = form.querySelector("input"), found = form.querySelector(".found");
  const MOST = 8, NEAR = 3, FILLED = 5;             // results that are shown; where nothing answers, pages that are near
  const LONGEST = 6, ANYWHERE = 0.6, UNKNOWN = 1.25, SHARE = 0.4, LABEL = 1.3;  // as in gts.program.find, which explains the ranking

  function shortened(word) {
    for (let length = Math.min(LONGEST, word.length - SHORTEST); length > 0; length--) {
      const ending = word.slice(-length);
      if (Object.hasOwn(endings, ending) && (ending !== "s" || !/[su]s$/.test(word))) return word.slice(0, -length);
    }
    return null;
  }

  function stem(word) {
    if (Object.hasOwn(others, word)) return others[word];
    let short = word.length > 4 && word.endsWith("ies") ? word.slice(0, -3) + "y" : word;
    for (let next = shortened(short); next !== null; next = shortened(short)) short = next;
    return short.replace(/([bdfglmnprt])\1$/, "$1").replace(/ct$/, "c").replace(/z$/, "s");
  }

  // How many letters must be inserted, deleted, changed or swapped with their neighbour to make b of a.
  function distance(a, b) {
    const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
    for (let i = 1; i <= a.length; i++) {
      rows[i] = [i];
      for (let j = 1; j <= b.length; j++) {
        const changed = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2][j - 2] + 1 : Infinity;
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, changed, swapped);
      }
    }
    return rows[a.length][b.length];
  }

  // The nearest word of a label, with one letter wrong, or two of a long word.
  function nearest(word) {
    let best = word, least = word.length < LONG ? 2 : 3;
    for (const name of spelled.split(" ")) {
      if (Math.abs(name.length - word.length) >= least) continue;
      const far = distance(word, name);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  const isKnown = stem => Object.hasOwn(words, stem) ||
    stem.length >= SHORTEST && Object.keys(words).some(word => word.startsWith(stem));

  // One that is nowhere is that of the nearest word.
  const stems = text => (text.toLowerCase().match(/[a-z0-9_\u0080-\uffff]+/g) || [])
    .filter(word => (word.length > 1 || /[bch]/.test(word)) && !Object.hasOwn(idle, word))
    .map(word => stem(word.length >= SURE && !isKnown(stem(word)) ? nearest(word) : word));

  // Where a stem is, or if it is nowhere any that begins with it: section -> weight.
  function placesOf(stem) {
    const weights = new Map();
    const found = Object.hasOwn(words, stem) ? [words[stem]]
      : stem.length < SHORTEST ? [] : Object.keys(words).filter(word => word.startsWith(stem)).map(word => words[word]);
    for (const [, number, letter] of found.join("").matchAll(/([0-9A-Z]+)([a-z])/g)) {
      const section = parseInt(number, 36), weight = (letter.charCodeAt(0) - 96) / STEPS;
      weights.set(section, Math.max(weights.get(section) || 0, weight));
    }
    return weights;
  }

  // The best section of each entry that has at least a SHARE of what the words of the query tell, or else of any, the best first; and
  // whether these are only the nearest.
  function search(query) {
    const rarity = new Map(), entries = new Map(), inSection = new Map();
    const entry = number => {
      if (!entries.has(number)) entries.set(number, { number, best: 0, anywhere: 0, covered: 0, label: 0, section: -1 });
      return entries.get(number);
    };
    let total = 0;
    for (const word of new Set(stems(query))) {
      const weights = placesOf(word), most = new Map();
      for (const [section, weight] of weights) most.set(sections[section][4], Math.max(most.get(sections[section][4]) || 0, weight));
      const rare = most.size === 0 ? UNKNOWN : Math.sqrt(Math.log(1 + (ENTRIES - most.size + 0.5) / (most.size + 0.5)));
      rarity.set(word, rare);
      total += rare;
      for (const [section, weight] of weights) inSection.set(section, (inSection.get(section) || 0) + weight * rare);
      for (const [number, weight] of most) {
        entry(number).anywhere += weight * rare;
        entry(number).covered += rare;
      }
    }
    for (const [section, worth] of [...inSection].sort((a, b) => a[0] - b[0])) {
      const one = entry(sections[section][4]);
      if (worth > one.best) Object.assign(one, { best: worth, section });
    }
    for (const [number, section, worth, label] of labels) {
      const known = label.split(" ").map(word => rarity.get(word));
      const sum = known.includes(undefined) || !entries.has(number) ? 0 : worth * known.reduce((all, rare) => all + rare, 0);
      const one = entries.get(number);
      if (sum <= 0 || sum <= one.label) continue;
      one.label = sum;
      if (section >= 0 && !(sections[one.section]?.[5] && 2 * sum < worth * total)) one.section = section;
    }
    const plain = query.trim().toLowerCase(), stemmed = stems(query).join(" ");
    const named = Object.hasOwn(names, plain) ? names[plain] : Object.hasOwn(names, stemmed) ? names[stemmed] : [];
    named.forEach((section, i) => Object.assign(entry(sections[section][4]), { section, label: 1e9 / (i + 1), covered: total }));
    const worth = one => (one.best + ANYWHERE * one.anywhere) * one.covered / Math.max(total, 1) + LABEL * one.label;
    const all = [...entries.values()].filter(one => one.section >= 0).sort((a, b) => worth(b) - worth(a) || a.number - b.number);
    const enough = one => one.covered >= SHARE * total || one.label > total / 3, found = all.filter(enough);
    const filled = [...found, ...all.filter(one => !enough(one)).slice(0, Math.max(0, FILLED - found.length))];
    return [(found.length ? filled.slice(0, MOST) : all.slice(0, NEAR)).map(({ section }) => section), found.length === 0];
  }

  function make(name, text, className) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.textContent = text;
    return element;
  }

  // A result; a text in `texts` stands above it already.
  function item(section, texts) {
    const [page, anchor, heading, text] = sections[section], [place, title, kind] = pages[page];
    const link = make("a", "");
    link.href = root + place + (anchor && "#" + anchor);
    link.append(make("strong", title));
    if (heading !== title) link.append(make("span", ` \u203A ${heading}`));
    link.append(make("small", kind));
    if (text && !texts.has(text)) link.append(make("p", text));
    texts.add(text);
    const row = make("li", "");
    row.append(link);
    return row;
  }

  function show() {
    const query = field.value.trim();
    found.hidden = query.length < 2;
    if (found.hidden) return;
    const [results, isNear] = search(query), list = make("ol", ""), texts = new Set();
    list.append(...results.map(section => item(section, texts)));
    const none = `Nothing explains \u201C${query}\u201D${results.length ? "; the nearest:" : "."}`;
    found.replaceChildren(...isNear ? [make("p", none, "none")] : [], ...results.length ? [list] : []);
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
    caption.textContent = "The engine is being loaded (1.6 MB); then this board plays.";
    frame.addEventListener("load", () => { if (frame.hidden) caption.textContent = "The engine is being started; then this board plays."; });
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow || !["gts is ready", "gts has failed"].includes(data)) return;
      if (data === "gts is ready") [frame.hidden, picture.hidden] = [false, true];      // else the picture stays
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
