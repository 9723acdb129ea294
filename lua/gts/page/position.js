// A position (see gts.page.position): its board, or its text, and buttons for moves that are not on the board.

const FEW = 16;                         // moves that stand below a position without a board, where a list has all of them

class Position {
  // `play` gets the label of the move that is clicked. `rest` takes the focus when the buttons are gone that had it. Without a board
  // there are buttons for at most `most` moves.
  constructor(place, prefix, play, rest, most = FEW) {
    Object.assign(this, { play, rest, most });
    this.board = new Board(moves => this.choose(moves));
    this.text = attributes(make("pre", { className: "text hidden", tabIndex: 0 }), { "aria-label": "Position" });
    this.choice = attributes(make("div", { className: "unplaced" }), { role: "group", "aria-label": "Moves that are not on the board" });
    const parts = { board: this.board.grid, table: this.board.table, text: this.text, choice: this.choice };
    for (const [name, part] of Object.entries(parts)) part.id = prefix + name;
    place.append(this.board.table, this.text, this.choice);
  }

  // Several moves are clicked at the same cells: which?
  choose(moves) {
    if (moves.length === 1) return this.play(moves[0].label);
    this.choice.replaceChildren(...moves.map(one => this.button(one)));
    this.choice.firstChild.focus();
  }

  button(one) {
    return make("button", { type: "button", className: "button main", textContent: one.label, onclick: () => this.play(one.label) });
  }

  // Shows a position, which is another one if its `key` is; its moves can be clicked if they are `open`. `worth` gives what is known
  // of the value of a move.
  show(at, open, worth = () => null) {
    const { board } = at, moves = open ? at.moves : [], placed = one => one.clicks && one.clicks.length > 0;
    show(this.board.table, board);
    show(this.text, !board);
    setText(this.text, at.text || "");
    if (board) this.board.show(at, moves.filter(placed), worth);
    const rest = moves.filter(one => !placed(one));
    this.showChoice(at, board || rest.length <= this.most ? rest : []);
  }

  // The buttons stay as long as it is the same position, and so does the focus.
  showChoice(at, moves) {
    const place = this.choice, held = place.contains(document.activeElement);
    const key = JSON.stringify([at.key, moves.map(one => one.label)]);
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren(...moves.map(one => this.button(one)));
    if (held) (place.firstChild || this.rest).focus();
    else if (moves.length > 0 && document.activeElement === this.rest) place.firstChild.focus();
  }
}
