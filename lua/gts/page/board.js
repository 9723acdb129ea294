// Drawings of pieces, of the symbols that gts.show.board_svg has put into the page. A name is a colour (max, min, or none) and
// what the piece is.

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// A number of seeds, from the middle outwards, and the number itself.
function seeds(count) {
  const parts = [];
  const few = count <= 8, r = few ? 9 : 6.5;
  for (let i = 0; i < Math.min(count, 24); i++) {
    const far = (few ? 12 : 8.7) * Math.sqrt(i + .4), turn = 2.4 * i;
    parts.push(shape("circle", { cx: 50 + far * Math.cos(turn), cy: 44 + far * Math.sin(turn), r,
      fill: "var(--fill)", stroke: "var(--edge)", "stroke-width": 1.5 }));
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
  const { side, what } = partsOf(name), shaped = what && what !== "stone" ? what : side === "min" ? "ringed" : "stone";
  const picture = shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", class: `piece ${side}` });
  if (/^\d+$/.test(what)) picture.append(...seeds(Number(what)));
  else if ($(`piece-${shaped}`)) picture.append(shape("use", { href: `#piece-${shaped}` }));
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

