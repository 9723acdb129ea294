// Search algorithms in JavaScript: what the function `run` of gts.algorithm is called with.

import { decodeList } from "./handles.js";
import { describe } from "./json.js";

/** Unwinds an algorithm whose search has reached a limit: what it has found so far is the result. */
export class Stopped extends Error {}

const numberWord = value => value === Infinity ? "1e999" : value === -Infinity ? "-1e999" : String(value);

let ask;                                // calls a method, or reads a field, of a node or the search: the list of its results

class Asked {
  #engine;
  #number;
  #objectOf;

  constructor(engine, number, objectOf) {
    this.#engine = engine;
    this.#number = number;
    this.#objectOf = objectOf;
  }

  // An argument of a method. What is no number is refused by gts, by name.
  static #word(value) {
    if (typeof value === "number") return numberWord(value);
    if (value === undefined || value === null || value === false) return "nil";
    if (typeof value === "object" && #number in value) return `#${value.#number}`;
    return value === true || typeof value === "bigint" ? String(value) : String(value.constructor?.name ?? typeof value).replace(/\W+/g, "_");
  }

  static {
    ask = (of, name, given) => {
      let text = String(of.#number);
      if (given) for (let i = 0; i < given.length; i++) text += ` ${Asked.#word(given[i])}`;
      return of.#engine.askNode(name, text);
    };
  }

  /** Results that are objects: positions and moves. */
  static decoded(of, text) { return decodeList(text, of.#engine, of.#objectOf); }

  static made(of, number) { return new Node(of.#engine, number, of.#objectOf); }
}

const numbers = (of, name, given) => JSON.parse(ask(of, name, given));

/** A node of a search. A child of a loop is valid until the next step of the loop, a kept node until it is forgotten. */
export class Node extends Asked {
  #kept;

  value(...window) { return numbers(this, ".value", window); }

  children() {
    ask(this, ".children");
    return this.#steps();
  }

  *#steps() {
    for (let [number] = numbers(this, ".next"); number !== null; [number] = numbers(this, ".next")) yield Asked.made(this, number);
  }

  take(...found) { return numbers(this, ".take", found); }
  finish() { return numbers(this, ".finish")[0]; }
  leaf() { return numbers(this, ".leaf")[0]; }
  evaluate() { return numbers(this, ".evaluate")[0]; }
  estimate() { return numbers(this, ".estimate")[0]; }

  bounds(...window) {
    const [lower, upper, value = null] = numbers(this, ".bounds", window);
    return [lower, upper, value];
  }

  terminal() { return numbers(this, ".terminal")[0]; }
  proved() { return numbers(this, ".proved"); }
  player() { return numbers(this, ".player")[0]; }
  ply() { return numbers(this, ".player")[1]; }
  position() { return Asked.decoded(this, ask(this, ".position"))[0]; }
  move() { return Asked.decoded(this, ask(this, ".move"))[0] ?? null; }
  index() { return Asked.decoded(this, ask(this, ".move"))[1] ?? 0; }
  develop() { return this.#kept ??= numbers(this, ".develop")[0].map(({ node }) => Asked.made(this, node)); }

  forget() {
    ask(this, ".forget");
    this.#kept = undefined;
  }
}

/** The search that an algorithm makes: its limits, and what it publishes. */
export class Search extends Asked {
  get alpha() { return numbers(this, ".alpha")[0]; }
  get beta() { return numbers(this, ".beta")[0]; }
  get lower() { return numbers(this, ".lower")[0]; }
  get upper() { return numbers(this, ".upper")[0]; }
  get depth() { return numbers(this, ".depth")[0]; }
  below(...value) { return numbers(this, ".below", value)[0]; }
  above(...value) { return numbers(this, ".above", value)[0]; }
  pass(...window) { ask(this, ".pass", window); }
  publish(...found) { ask(this, ".publish", found); }
}

// A value that an algorithm has returned, as JSON; gts refuses what is no number.
function returned(value) {
  if (value === undefined || value === null) return "null";
  return typeof value === "number" && !Number.isNaN(value) ? numberWord(value) : JSON.stringify(describe(value));
}

/** Calls the function `run` of an algorithm. `text` is a list of the root, the search and the options; returns a list: a value, maybe its window. */
export function runAlgorithm(run, engine, objectOf, text) {
  const [node, search, options] = decodeList(text, engine, objectOf), given = {};
  for (const [name, option] of Object.entries(options)) given[name] = option?.function === undefined ? option : engine.functionOf(option.function);
  const answer = run(new Node(engine, node.node, objectOf), new Search(engine, search.node, objectOf), given);
  if (typeof answer?.then === "function") Promise.resolve(answer).catch(() => {});        // it is refused, and what it does later too
  return `[${(Array.isArray(answer) ? answer : [answer]).map(returned).join()}]`;
}
