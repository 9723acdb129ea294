// The course of the value over a game, as a chart (see gts.page.course): it is clicked, or gone through with the arrow keys.

const HEIGHT = 116, LEFT = 34, RIGHT = 12, EDGE = 12;      // pixels
const FEWEST = 9;                       // positions that the chart has room for

class Course {
  // `go` gets the number of the moves after which a position is to be shown; `name` describes the one after some moves.
  constructor(place, go, name) {
    Object.assign(this, { place, go, name, at: 0, count: 0, key: "" });
    attributes(place, { role: "slider", tabindex: 0, "aria-label": "Position of the game", "aria-valuemin": 0 });
    place.classList.add("course");
    place.addEventListener("click", event => this.click(event));
    place.addEventListener("keydown", event => this.onKey(event));
    new ResizeObserver(() => this.draw()).observe(place);
  }

  click(event) {
    const box = this.place.getBoundingClientRect();
    const at = Math.round((event.clientX - box.left - LEFT) / this.step);
    this.go(Math.max(0, Math.min(this.count, at)));
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = this.wanted ?? this.at;        // the last key may not have been answered yet
    const to = { ArrowLeft: from - 1, ArrowDown: from - 1, ArrowRight: from + 1, ArrowUp: from + 1, Home: 0, End: this.count }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to > this.count) return;
    this.wanted = to;
    this.go(to);
  }

  // Shows a course: its points, of which some have a `mark`, up to `count` moves; the position `at` is the one that is shown.
  show({ middle, most, points }, count, at) {
    const key = JSON.stringify([middle, most, points, count, at]);
    if (at === this.wanted || count !== this.count) this.wanted = undefined;
    if (key === this.key) return;
    Object.assign(this, { key, middle, points, count, at });
    this.most = most || Math.max(...points.map(point => Math.abs(point.value - middle))) || 1;
    attributes(this.place, { "aria-valuemax": count, "aria-valuenow": at, "aria-valuetext": this.name(at) });
    this.draw();
  }

  x(at) { return LEFT + at * this.step; }

  // Small estimates can be seen beside proved values: the scale is one of cube roots.
  y(value) { return HEIGHT / 2 - Math.cbrt((value - this.middle) / this.most) * (HEIGHT / 2 - EDGE); }

  draw() {
    const width = this.place.clientWidth;
    if (!width || !this.points) return;
    this.step = (width - LEFT - RIGHT) / Math.max(this.count, FEWEST);
    const picture = shape("svg", { width, height: HEIGHT, "aria-hidden": "true" }), middle = HEIGHT / 2;
    const text = (y, words) => {
      const label = shape("text", { x: 0, y, class: "label" });
      label.textContent = words;
      return label;
    };
    picture.append(shape("line", { x1: LEFT, x2: width - RIGHT, y1: middle, y2: middle, class: "middle" }),
      text(EDGE + 4, "MAX"), text(middle + 4, "even"), text(HEIGHT - EDGE + 4, "MIN"),
      shape("line", { x1: this.x(this.at), x2: this.x(this.at), y1: 2, y2: HEIGHT - 2, class: "here" }));
    const line = this.points.map(({ at, value }) => `${this.x(at)},${this.y(value)}`).join(" ");
    picture.append(shape("polyline", { points: line, class: "value" }), ...this.points.map(point => this.drawPoint(point)));
    this.place.replaceChildren(picture);
  }

  // A proved value is a full circle, an estimate a hollow one; what is marked is a triangle that points to the side that lost by it.
  drawPoint({ at, value, proved, mark }) {
    const x = this.x(at), y = this.y(value), r = Math.max(2.5, Math.min(5, this.step / 2.4));
    if (!mark) return shape("circle", { cx: x, cy: y, r, class: proved ? "proved" : "estimate" });
    const tip = mark === "max" ? 1.5 * r : -1.5 * r;
    return shape("path", { d: `M${x} ${y + tip} l${1.5 * r} ${-2 * tip} h${-3 * r} Z`, class: "mistake" });
  }
}
