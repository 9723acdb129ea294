// What gts keeps for JavaScript, and calls of its functions as JSON. An engine is Local (local.js) or Remote (remote.js).

import { decode, encode } from "./json.js";

/** What gts refuses, or what has failed in it; the text names the option, the rule or the position, `cause` is what a rule has thrown. */
export class GtsError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "GtsError";
  }
}

const lost = new FinalizationRegistry(({ engine, number }) => engine.deref()?.drop(number));

/** Something that gts keeps until it is dropped here, or nothing refers to it: a table, a database, what is behind a result. */
export class Handle {
  constructor(engine, number) {
    Object.defineProperties(this, { engine: { value: engine }, number: { value: number }, life: { value: engine.life } });
    lost.register(this, { engine: new WeakRef(engine), number }, this);
  }

  /** Calls a method that it has in Lua. */
  call(name, ...given) { return this.engine.run(`:${name}`, [this, ...given]); }

  /** What Lua prints of it; of a worker's: `await handle.call("tostring")`. */
  toString() { return this.engine.text ? this.call("tostring") : super.toString(); }

  /** Forgets it now. */
  drop() {
    lost.unregister(this);
    this.engine.drop(this.number);
  }
}

export class Game extends Handle {
  search(options) { return this.engine.run("search", [this, options]); }
  best(position, options) { return this.engine.run("best", [this, position, options]); }
  analyze(position, options) { return this.engine.run("analyze", [this, { position: position ?? undefined, ...options }]); }
  match(a, b, options) { return this.engine.run("match", [this, a, b, options]); }
  solve(options) { return this.engine.run("solve", [this, options]); }
  moves(position) { return this.engine.run("moves", [this, position]); }
  show(position) { return this.engine.run("show", [this, position]); }
  apply(position, ...moves) { return this.engine.run("apply", [this, position, ...moves]); }
  compare(options) { return this.engine.run("compare", [this, options]); }
  perft(depth, options) { return this.engine.run("perft", [this, depth, options]); }
  record(options) { return this.engine.run("record", [this, options]); }
}

// Where functions take a position.
const POSITION_AT = { best: 1, show: 1, moves: 1, apply: 1, canonical: 1, write: 1 };

const isOptions = value => typeof value === "object" && value !== null && !(value.handle instanceof Handle)
  && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/**
 * The arguments of a call as JSON. What is no data has its text by `texts`: `handle(handle)`, `function(f)` and, where the rules of the
 * game are in JavaScript, `position(value)` and `move(value)`.
 */
export function encodeCall(name, given, texts) {
  const special = value => value instanceof Handle ? texts.handle(value) : value?.handle instanceof Handle ? texts.handle(value.handle)
    : typeof value === "function" ? texts.function(value) : undefined;
  const plain = value => encode(value, special);
  const position = value => texts.position && value !== undefined && value !== null ? texts.position(value) : plain(value);
  const field = ([key, value]) => `${JSON.stringify(key)}:${key === "position" ? position(value) : plain(value)}`;
  const isMove = (value, i) => texts.move && name === "apply" && i > POSITION_AT.apply && !["string", "number"].includes(typeof value);
  const list = given.map((value, i) => i === POSITION_AT[name] ? position(value) : isMove(value, i) ? texts.move(value)
    : isOptions(value) ? `{${Object.entries(value).filter(([, item]) => item !== undefined).map(field).join()}}` : plain(value));
  return `[${list.join()}]`;
}

// A result of a search prints as in Lua.
function printedAs(result, text) {
  delete result.text;
  Object.defineProperty(result, "toString", { value: () => text });
}

/** A JSON list of gts as a list. Positions and moves of rules in JavaScript are `objectOf(number)`. */
export function decodeList(text, engine, objectOf) {
  return decode(text, value => {
    const names = Object.keys(value);
    if (names.length === 1 && names[0] === "object" && objectOf) return objectOf(value.object);
    if (typeof value.text === "string" && value.stats && value.pv) printedAs(value, value.text);
    if (typeof value.handle !== "number") return value;
    if (names.length === 1) return new Handle(engine, value.handle);
    if (names.length === 2 && typeof value.name === "string") return Object.assign(new Game(engine, value.handle), { name: value.name });
    const handle = value.handle = new Handle(engine, value.handle);
    Object.defineProperty(value, "toString", { value: () => String(handle) });
    value.list ??= [];                  // an empty one is not there
    return value;
  });
}

/** The results of a call: of none undefined, one by itself, several as a list. */
export const resultOf = list => list.length > 1 ? list : list[0];
