// Rules in JavaScript. gts knows positions and moves by numbers, has a share of each, and gives the shares back; src/wasm/host.c calls
// the methods of Host. Equal values have one number: those that are no objects, and arrays and plain objects with equal parts.

import { Stopped } from "./algorithms.js";
import { describe } from "./json.js";
import { isStill, keyOf, look, nameOf, text } from "./values.js";

class Objects {
  numbers = new Map();                  // names -> numbers
  values = [undefined];                 // number, from 1 on -> value, name, shares that gts has
  names = [undefined];
  images = [undefined];                 // of what rules could change
  shares = [0];
  free = [];                            // numbers that are nobody's

  constructor(rules) { this.rules = rules; }

  // One more share goes to gts. Does not fail.
  lend(value, name) {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.free.pop() ?? this.values.length;
      this.values[number] = value;
      this.names[number] = name;
      this.images[number] = look(value, this.rules);
      this.shares[number] = 0;
      this.numbers.set(name, number);
    }
    this.shares[number]++;
    return number;
  }

  // One share comes back. Returns whether it was the last.
  takeBack(number) {
    if (--this.shares[number] > 0) return false;
    this.numbers.delete(this.names[number]);
    this.values[number] = this.names[number] = this.images[number] = undefined;
    this.free.push(number);
    return true;
  }
}

/** A rule has changed the position that it was asked about. */
class Changed extends Error {}

const LONGEST = 200;                    // characters of a position in a message

function shorten(name) {
  const shown = typeof name === "string" ? name : describe(name);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}...` : shown;
}

const pairOf = item => {
  if (!Array.isArray(item) || item.length !== 2) throw new TypeError(`expected pairs [move, position], got ${describe(item)}`);
  return item;
};

function movesOf(listed) {
  if (listed === null || typeof listed?.[Symbol.iterator] !== "function") {
    throw new TypeError(`expected a list of pairs [move, position], got ${describe(listed)}`);
  }
  return Array.isArray(listed) ? listed : [...listed];
}

const numberOf = value => {
  if (typeof value !== "number") throw new TypeError(`expected a number, got ${describe(value)}`);
  return value;
};

const HAS = { player: 1, terminal: 2, bounds: 4 };

/** Rules that gts asks. */
class Rules {
  walks = new Map();                    // number of a position -> { moves, at, last }: where next stands

  constructor(rules) {
    this.rules = rules;
    this.objects = new Objects(rules);
  }

  get has() { return Object.keys(HAS).reduce((sum, name) => sum + (typeof this.rules[name] === "function" ? HAS[name] : 0), 0); }

  lend(value) { return this.objects.lend(value, nameOf(value)); }

  value(number) { return this.objects.values[number]; }

  // What a rule says of a position, which it must not change.
  ask(rule, number, convert = answer => answer) {
    const { values, images, names } = this.objects, answer = convert(this.rules[rule](values[number]));
    if (isStill(images[number], values[number])) return answer;
    throw new Changed(`changed its position ${shorten(names[number])}: change a copy, also of what is inside it`);
  }

  next(position, last) {
    let walk = this.walks.get(position);
    if (!last || !walk) this.walks.set(position, walk = { moves: this.ask("successors", position, movesOf), at: -1, last: 0 });
    if (last && walk.last !== last) {
      const name = this.objects.names[last];
      walk.at = walk.moves.findLastIndex(item => nameOf(pairOf(item)[0]) === name);
    }
    if (++walk.at >= walk.moves.length) {
      this.walks.delete(position);
      return undefined;
    }
    const [move, child] = pairOf(walk.moves[walk.at]), moveName = nameOf(move), childName = nameOf(child);
    walk.last = this.objects.lend(move, moveName);
    return [walk.last, this.objects.lend(child, childName)];
  }

  player(position) {
    const who = this.ask("player", position);
    if (who !== "max" && who !== "min") throw new TypeError(`expected "max" or "min", got ${describe(who)}`);
    return who === "max" ? 1 : 0;
  }

  // An integer that fits into 64 bits, or a text.
  key(position) {
    const value = this.value(position), own = typeof this.rules.key === "function", key = own ? this.ask("key", position) : value;
    if (own && typeof key !== "string" && typeof key !== "bigint" && !Number.isSafeInteger(key)) {
      throw new TypeError(`expected an integer, a BigInt or a text, got ${describe(key)}`);
    }
    const name = own ? undefined : this.objects.names[position], known = typeof name === "string" && typeof key === "object";
    const made = known ? name : keyOf(key);
    if (made === undefined) throw new TypeError(`there is no rules.key, which ${describe(value)} needs`);
    return made;
  }

  show(position) {
    const value = this.value(position);
    return String(typeof this.rules.show === "function" ? this.rules.show(value) : text(value) ?? value);
  }

  moveName(move) {
    const value = this.value(move);
    return String(typeof this.rules.move_name === "function" ? this.rules.move_name(value) : typeof value === "string" ? value : text(value) ?? value);
  }

  release(number) {
    if (this.objects.takeBack(number)) this.walks.delete(number);
  }
}

const HALF = 2 ** 32;

// The halves of an integer with 64 bits, the lower one first.
function halvesOf(key) {
  if (typeof key === "number") return [key | 0, Math.floor(key / HALF)];
  return [Number(BigInt.asIntN(32, key)), Number(key >> 32n)];
}

/** What the program calls. An exception does not pass through it: it is kept in `raised`, for the call that this is in. */
export class Host {
  games = [];                           // number -> Rules
  functions = new Map();                // number -> what the program may call
  last = 0;
  kept = {};                            // texts that live until the next one of their kind
  raised = undefined;

  // Returns the text's address in the program's memory.
  put(text) {
    const { program } = this, size = program.lengthBytesUTF8(text) + 1, address = program._malloc(size);
    if (address === 0) throw new Error("not enough memory");
    program.stringToUTF8(text, address, size);
    return address;
  }

  keep(kind, text) {
    if (this.kept[kind]) this.program._free(this.kept[kind]);
    return this.kept[kind] = this.put(text.replaceAll("\0", "\\0"));        // where a text would end
  }

  fail(error) {
    if (error instanceof Stopped) return -1;
    this.raised = error;
    const message = error instanceof Changed ? error.message : error instanceof Error ? `${error.name}: ${error.message}` : describe(error);
    const address = this.put(message);
    this.program._gts_fail(address);
    this.program._free(address);
    return -1;
  }

  next(game, position, last, to) {
    try {
      const pair = this.games[game].next(position, last);
      if (!pair) return 0;
      [this.program.HEAP32[to >> 2], this.program.HEAP32[(to >> 2) + 1]] = pair;
      return 1;
    } catch (error) { return this.fail(error); }
  }

  evaluate(game, position, to) {
    try {
      const value = this.games[game].ask("evaluate", position, numberOf);
      this.program.HEAPF64[to >> 3] = value;
      return 1;
    } catch (error) { return this.fail(error); }
  }

  player(game, position) {
    try { return this.games[game].player(position); } catch (error) { return this.fail(error); }
  }

  terminal(game, position) {
    try { return this.games[game].ask("terminal", position) ? 1 : 0; } catch (error) { return this.fail(error); }
  }

  bounds(game, position, to) {
    try {
      const [lower, upper] = this.games[game].ask("bounds", position);
      this.program.HEAPF64.set([numberOf(lower), numberOf(upper)], to >> 3);
      return 1;
    } catch (error) { return this.fail(error); }
  }

  key(game, position, halves, text) {
    try {
      const key = this.games[game].key(position);
      if (typeof key === "string") this.program.HEAP32[text >> 2] = this.keep("key", key);
      else this.program.HEAP32.set(halvesOf(key), halves >> 2);
      return 1;
    } catch (error) { return this.fail(error); }
  }

  show(game, position) {
    try { return this.keep("show", this.games[game].show(position)); } catch (error) { return this.fail(error) && 0; }
  }

  moveName(game, move) {
    try { return this.keep("move", this.games[game].moveName(move)); } catch (error) { return this.fail(error) && 0; }
  }

  release(game, object) { this.games[game]?.release(object); }

  close(game) { this.games[game] = undefined; }

  // A function that was an argument: JSON in and out.
  call(number, text) {
    try {
      const called = this.functions.get(number);
      if (!called) throw new Error("a function that was an argument is called after the call has ended");
      return this.keep("answer", called(this.program.UTF8ToString(text)));
    } catch (error) { return this.fail(error) && 0; }
  }

  /** Returns the number of a function that may be called until it is deleted. */
  hold(called) {
    this.functions.set(++this.last, called);
    return this.last;
  }

  /** Returns the number of rules; says what is wrong with them. */
  add(rules) {
    if ((typeof rules !== "object" && typeof rules !== "function") || rules === null) {
      throw new TypeError(`a game is a name, a text of rules in Lua, or an object with rules: got ${describe(rules)}`);
    }
    for (const name of ["start", "successors", "evaluate"]) if (rules[name] === undefined) throw new TypeError(`rules.${name} is missing`);
    for (const name of ["successors", "evaluate", "player", "terminal", "bounds", "key", "show", "move_name"]) {
      if (rules[name] !== undefined && typeof rules[name] !== "function") throw new TypeError(`rules.${name} is no function`);
    }
    const { range, cycle } = rules;
    if (range !== undefined && !(Array.isArray(range) && range.length === 2 && range.every(Number.isFinite))) {
      throw new TypeError(`rules.range is no pair of numbers: ${describe(range)}`);
    }
    if (cycle !== undefined && !Number.isFinite(cycle)) throw new TypeError(`rules.cycle is no number: ${describe(cycle)}`);
    return this.games.push(new Rules(rules)) - 1;
  }
}
