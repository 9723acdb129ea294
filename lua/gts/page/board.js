// Drawings of pieces, in a square of 100 x 100. A name is a colour (max, min, or none) and what the piece is.

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const colours = {
  max: { fill: "var(--max)", stroke: "var(--max-edge)", mark: "var(--max-mark)" },
  min: { fill: "var(--min)", stroke: "var(--min-edge)", mark: "var(--min-mark)" },
  none: { fill: "var(--block)", stroke: "var(--ink)", mark: "var(--ground)" },
};

const filled = (c, width) => ({ fill: c.fill, stroke: c.stroke, "stroke-width": width });

const CROWN = "M14 78 L8 30 L30 52 L50 18 L70 52 L92 30 L86 78 Z";

function disc(c, side) {
  const parts = [shape("circle", { cx: 50, cy: 50, r: 44, ...filled(c, 4) })];
  // The two sides differ without colour, too.
  if (side === "min") parts.push(shape("circle", { cx: 50, cy: 50, r: 24, fill: "none", stroke: c.mark, "stroke-width": 7 }));
  return parts;
}

function glyph(text, c) {
  const letter = shape("text", { x: 50, y: 80, "text-anchor": "middle", "font-size": 88, ...filled(c, 2) });
  letter.textContent = text + "\uFE0E";
  return [letter];
}

const drawings = {
  "": disc,
  stone: disc,
  pawn: c => [shape("path", { d: "M50 44 C40 54 42 64 28 80 L72 80 C58 64 60 54 50 44 Z M24 80 h52 v10 h-52 Z", ...filled(c, 4),
    "stroke-linejoin": "round" }), shape("circle", { cx: 50, cy: 30, r: 18, ...filled(c, 4) })],
  queen: c => [shape("path", { d: CROWN, ...filled(c, 5), "stroke-linejoin": "round" }),
    shape("rect", { x: 14, y: 80, width: 72, height: 10, rx: 4, ...filled(c, 4) })],
  king: c => [...disc(c, ""), shape("path", { d: CROWN, transform: "translate(24 24) scale(.52)", fill: c.mark })],
  rook: c => glyph("\u265C", c),
  bishop: c => glyph("\u265D", c),
  knight: c => glyph("\u265E", c),
  cross: c => [shape("path", { d: "M22 22 L78 78 M78 22 L22 78", stroke: c.fill, "stroke-width": 17, "stroke-linecap": "round" })],
  ring: c => [shape("circle", { cx: 50, cy: 50, r: 31, fill: "none", stroke: c.fill, "stroke-width": 16 })],
  block: c => [shape("rect", { x: -5, y: -5, width: 110, height: 110, rx: 8, fill: c.fill })],
  dot: () => [shape("circle", { cx: 50, cy: 50, r: 38, fill: "var(--ink)" })],
  chocolate: () => [shape("rect", { x: 0, y: 0, width: 100, height: 100, rx: 12, fill: "#7a4a2b" }),
    shape("rect", { x: 16, y: 16, width: 68, height: 68, rx: 8, fill: "#8f5a36" })],
  poison: () => [...drawings.chocolate(), ...glyph("\u2620", { fill: "#fff", stroke: "none" })],
  line: () => [],
  box: () => [],
  gap: () => [],
};

// A number of seeds, from the middle outwards, and the number itself.
function seeds(count, c) {
  const parts = [];
  const few = count <= 8, r = few ? 9 : 6.5;
  for (let i = 0; i < Math.min(count, 24); i++) {
    const far = (few ? 12 : 8.7) * Math.sqrt(i + .4), turn = 2.4 * i;
    parts.push(shape("circle", { cx: 50 + far * Math.cos(turn), cy: 44 + far * Math.sin(turn), r, ...filled(c, 1.5) }));
  }
  const number = shape("text", { x: 50, y: 99, "text-anchor": "middle", "font-size": 24, "font-weight": 600, fill: "var(--ink)" });
  number.textContent = count;
  return [...parts, number];
}

function partsOf(name) {
  const [, side, what] = /^(max|min)?\s*(.*)$/s.exec(name);
  return { side: side || "", what };
}

function draw(name) {
  const { side, what } = partsOf(name), c = colours[side || "none"];
  const picture = shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (/^\d+$/.test(what)) picture.append(...seeds(Number(what), c));
  else if (Object.hasOwn(drawings, what)) picture.append(...drawings[what](c, side));
  else return make("span", { className: "word", textContent: what });
  return picture;
}

function nameOf(piece) {
  const { side, what } = partsOf(piece);
  if (piece === "") return "empty";
  if (/^\d+$/.test(what)) return `${side.toUpperCase()} ${what}`;
  return side ? `${side.toUpperCase()} ${what || "stone"}` : what;
}

// The board. Its cells stay while its form does; only what has changed is drawn.

// Rows of hexagons are not below each other: their labels stand among the cells.
function hexagonLabel(text, from) {
  const label = make("span", { className: "label", textContent: text });
  label.setAttribute("aria-hidden", "true");
  label.style.setProperty("--from", from);
  return label;
}

class Board {
  constructor(onMove) {
    Object.assign(this, { onMove, cells: [], form: "", focus: 0 });
    const labels = name => attributes(make("div", { className: `labels ${name}` }), { "aria-hidden": true });
    [this.down, this.across] = [labels("ranks"), labels("files")];
    this.grid = attributes(make("div", {}), { role: "grid", "aria-label": "Board" });
    this.table = make("div", { className: "table" }, this.down, this.grid, this.across);
    this.grid.addEventListener("keydown", event => this.onKey(event));
  }

  // A new form: other cells.
  build(b) {
    const form = [b.columns, b.rows, b.shape, b.by, b.across, b.down].join();
    if (form === this.form) return;
    Object.assign(this, { form, columns: b.columns, rows: b.rows, cells: [], pieces: [], focus: 0 });
    const { grid, table } = this;
    grid.replaceChildren();
    grid.className = `board ${b.shape} by-${b.by}`;
    grid.setAttribute("aria-rowcount", b.rows);
    grid.setAttribute("aria-colcount", b.columns);
    const hexagons = b.shape === "hexagons", lines = b.shape === "lines";
    table.style.setProperty("--columns", hexagons ? b.columns + b.rows / 2 : b.columns);
    table.style.setProperty("--rows", hexagons ? .9 * b.rows : b.rows);
    grid.style.setProperty("--columns", b.columns);
    grid.style.setProperty("--rows", b.rows);
    if (lines) this.proportions(b);
    if (hexagons && b.across) grid.append(...b.across.map((text, column) => hexagonLabel(text, 2 * column + 2)));
    for (let row = 0; row < b.rows; row++) {
      const line = make("div", { className: "row" });
      line.setAttribute("role", "row");
      if (hexagons && b.down) line.append(hexagonLabel(b.down[row], row + 1));
      for (let column = 0; column < b.columns; column++) line.append(this.newCell(b, row, column));
      grid.append(line);
    }
    this.label(this.across, hexagons ? null : b.across);
    this.label(this.down, hexagons ? null : b.down);
  }

  // Between dots there is room.
  proportions(b) {
    const size = n => (n - 1) / 2 * 5.5 + 1;
    this.table.style.setProperty("--columns", size(b.columns) / 2.6);
    this.table.style.setProperty("--rows", size(b.rows) / 2.6);
  }

  newCell(b, row, column) {
    const index = this.cells.length;
    const cell = make("button", { type: "button", tabIndex: index === 0 ? 0 : -1 });
    cell.setAttribute("role", "gridcell");
    cell.place = b.across && b.down ? `${b.across[column]}${b.down[row]}` : `row ${row + 1}, column ${column + 1}`;
    cell.base = "cell" + ((row + column) % 2 ? " odd" : "") + (b.shape === "lines" && row % 2 === column % 2 ? " square" : "");
    if (b.shape === "hexagons") cell.style.setProperty("--from", 2 * column + row + 2);
    cell.style.setProperty("--drop", `${-(row + 1) * 105}%`);
    cell.addEventListener("click", () => this.click(index));
    cell.addEventListener("focus", () => this.moveFocus(index));
    if (b.by === "columns") {
      cell.addEventListener("pointerenter", () => this.aim(column));
      cell.addEventListener("pointerleave", () => this.aim(-1));
    }
    this.cells.push(cell);
    return cell;
  }

  label(place, texts) {
    show(place, texts);
    place.replaceChildren(...(texts || []).map(text => make("span", { textContent: text })));
  }

  // The column that the mouse is over.
  aim(column) {
    this.cells.forEach((cell, i) => cell.classList.toggle("aimed", i % this.columns === column && cell.classList.contains("way")));
  }

  moveFocus(index) {
    this.cells[this.focus].tabIndex = -1;
    this.focus = index;
    this.cells[index].tabIndex = 0;
  }

  onKey(event) {
    const { columns, rows, focus } = this;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    let to = focus;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return this.pick([]);
    if (event.key === "Home") to = focus - focus % columns;
    else if (event.key === "End") to = focus - focus % columns + columns - 1;
    else if (Object.hasOwn(steps, event.key)) to += steps[event.key];
    else return;
    event.preventDefault();
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (to < 0 || to >= columns * rows || sideways && Math.floor(to / columns) !== Math.floor(focus / columns)) return;
    this.cells[to].focus();
  }

  // Shows a position: its board, the moves that may be clicked, where the last one was, a hint, and the values of moves. Another
  // `key`: what was picked is not any more.
  show(state, moves, worth) {
    this.build(state.board);
    this.board = state.board;
    this.moves = moves;
    this.worth = worth;
    this.last = new Set(state.last || []);
    this.hint = new Set(state.moves.filter(move => move.label === state.hint).flatMap(move => move.clicks || []));
    if (state.key !== this.key) this.picked = [];
    this.key = state.key;
    this.paint();
  }

  // The moves that begin with the cells that are picked.
  possible() {
    return this.moves.filter(move => this.picked.every((cell, i) => move.clicks[i] === cell));
  }

  // The cell that a click means: where a column counts, the one of it that is clicked next.
  meant(index) {
    if (this.board.by !== "columns") return index + 1;
    const step = this.picked.length;
    const found = this.possible().find(move => (move.clicks[step] - 1) % this.columns === index % this.columns);
    return found ? found.clicks[step] : index + 1;
  }

  click(index) {
    const cell = this.meant(index), step = this.picked.length;
    const next = this.possible().filter(move => move.clicks[step] === cell);
    if (next.length === 0) {
      // Another beginning, or none.
      const begins = step > 0 && this.picked[0] !== cell && this.moves.some(move => move.clicks[0] === cell);
      return this.pick(begins ? [cell] : []);
    }
    const done = next.filter(move => move.clicks.length === step + 1);
    if (done.length === 1 && next.length === 1) return this.onMove(done);
    if (done.length > 0) this.onMove(next.length === done.length ? done : next);
    this.pick([...this.picked, cell]);
  }

  pick(cells) {
    this.picked = cells;
    this.paint();
  }

  paint() {
    const step = this.picked.length, open = new Map();
    for (const move of this.possible()) {
      if (move.clicks.length > step) open.set(move.clicks[step], [...(open.get(move.clicks[step]) || []), move]);
    }
    const columns = new Set([...open.keys()].map(cell => (cell - 1) % this.columns));
    this.cells.forEach((cell, i) => this.paintCell(cell, i, open.get(i + 1), step, columns.has(i % this.columns)));
  }

  paintCell(cell, i, moves, step, inColumn) {
    const piece = this.board.cells[i];
    const picked = this.picked.includes(i + 1), last = this.last.has(i + 1), hint = this.hint.has(i + 1);
    const known = moves && moves.length === 1 && moves[0].clicks.length === step + 1 ? this.worth(moves[0].label) : null;
    const marks = { empty: piece === "", gap: piece === "gap", line: piece === "line", box: piece === "box", seeds: / \d+$/.test(piece),
      open: moves, from: moves && step === 0 && moves.some(move => move.clicks.length > 1),
      way: inColumn && piece === "" && this.board.by === "columns", picked, last, hint, known };
    cell.className = [cell.base, ...Object.keys(marks).filter(name => marks[name])].join(" ");
    if (this.pieces[i] !== piece) {
      cell.replaceChildren();
      if (piece !== "") cell.append(draw(piece));
      if (this.pieces[i] === "" && cell.firstChild) cell.firstChild.classList.add("new");
      this.pieces[i] = piece;
    }
    this.paintWorth(cell, known);
    let text = `${cell.place}, ${nameOf(piece)}`;
    if (picked) text += ", chosen";
    else if (moves) text += moves.some(move => move.clicks.length > step + 1) ? ", can move" : ", a move";
    if (known) text += `, ${known.text}`;
    if (last) text += ", last move";
    if (hint) text += ", hint";
    if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
  }

  paintWorth(cell, known) {
    let mark = cell.querySelector(".worth");
    if (!known) return mark && mark.remove();
    if (!mark) cell.append(mark = make("span", {}));
    mark.className = known.best ? "worth best" : "worth";
    setText(mark, known.short);
  }
}

