// Markdown as lessons and the reference have it: headings, paragraphs, lists, tables, code, and in lines `code`, **strong**,
// *emphasis* and links. Of a link the words stay; `follow` gives what a click on them does, or nothing, of where it leads.
function markdown(text, follow = () => null) {
  const parts = [], lines = text.split("\n");

  function anchor(words, target) {
    const act = follow(target);
    if (!act) return inline(make("span", {}), words);
    return inline(make("a", { href: "#", onclick: event => { event.preventDefault(); act(); } }), words);
  }

  function inline(element, words) {
    const marks = /`([^`]+)`|\\([*|_])|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)]*)\)/g;
    let from = 0;
    for (const found of words.matchAll(marks)) {
      element.append(words.slice(from, found.index));
      const [all, code, escaped, strong, emphasis, link, target] = found;
      element.append(escaped ? escaped : code ? make("code", { textContent: code }) : strong ? make("b", { textContent: strong })
        : emphasis ? make("em", { textContent: emphasis }) : anchor(link, target));
      from = found.index + all.length;
    }
    element.append(words.slice(from));
    return element;
  }

  for (let i = 0; i < lines.length;) {
    const line = lines[i], fence = /^\s*```/.test(line), bullet = /^\s*([*-]|\d+\.)\s+/.exec(line);
    if (line.trim() === "") i++;
    else if (fence) {
      const end = lines.findIndex((one, at) => at > i && /^\s*```/.test(one)), last = end < 0 ? lines.length : end;
      parts.push(make("pre", { className: "output", textContent: lines.slice(i + 1, last).join("\n") }));
      i = last + 1;
    } else if (/^#+ /.test(line)) {
      parts.push(inline(make(/^# /.test(line) ? "h2" : "h3", {}), line.replace(/^#+ /, "")));
      i++;
    } else if (/^\|/.test(line)) {
      const cells = row => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map(cell => cell.trim());
      const row = (text, kind) => make("tr", {}, ...cells(text).map(cell => inline(make(kind, {}), cell)));
      const head = make("thead", {}, row(line, "th")), body = make("tbody", {});
      for (i += 2; i < lines.length && /^\|/.test(lines[i]); i++) body.append(row(lines[i], "td"));
      parts.push(make("div", { className: "scroller" }, make("table", { className: "plain" }, head, body)));
    } else if (bullet) {
      const list = make(/\d/.test(bullet[1]) ? "ol" : "ul", { className: "marked" });
      while (i < lines.length && lines[i].trim() !== "") {
        const start = /^\s*([*-]|\d+\.)\s+/.exec(lines[i]);
        if (start) list.append(make("li", { textContent: lines[i].slice(start[0].length) }));
        else list.lastChild.textContent += " " + lines[i].trim();
        i++;
      }
      for (const item of list.children) item.replaceWith(inline(make("li", {}), item.textContent));
      parts.push(list);
    } else {
      const from = i;
      while (i < lines.length && lines[i].trim() !== "" && !/^\s*(```|#+ |[*-] |\|)/.test(lines[i])) i++;
      i = Math.max(i, from + 1);
      parts.push(inline(make("p", {}), lines.slice(from, i).join(" ")));
    }
  }
  return parts;
}
