// Rules in JavaScript. gts knows positions and moves by numbers, has a share of each, and gives the shares back; src/wasm/host.c calls
// the methods of Host. Equal values have one number: those that are no objects, and arrays and plain objects with equal parts.

import { Stopped } from "./algorithms.js";
import { describe, now } from "./json.js";
import { isStill, keyOf, look, nameOf, shown } from "./values.js";

class Objects {
  named = new Map();                    // names -> what is lent
  lent = [undefined];                   // numbers, from 1 on -> what is lent
  free = [];                            // numbers that are nobody's

  constructor(rules) { this.rules = rules; }

  // One more share goes to gts. Does not fail.
  lend(value, name) {
    let one = this.named.get(name);
    if (one === undefined) {
      const number = this.free.pop() ?? this.lent.length;
      // `image`: of what rules could change; `moves`: of a position, where next stands `at` the move with the number `last`; of a move,
      // `from` which position it was given last, and at which `place`.
      one = { number, value: now(value), name, image: look(value, this.rules), shares: 0, moves: undefined, at: 0, last: 0, from: 0, place: 0 };
      this.lent[number] = one;
      this.named.set(name, one);
    }
    one.shares++;
    return one.number;
  }

  // One share comes back.
  takeBack(number) {
    const one = this.lent[number];
    if (--one.shares > 0) return;
    this.named.delete(one.name);
    this.lent[number] = undefined;
    this.free.push(number);
  }
}

/** A rule has changed the position that it was asked about. */
class Changed extends Error {}

const LONGEST = 200;                    // characters of a position in a message

function shorten(name) {
  const words = typeof name !== "string" ? describe(name) : name.startsWith('"') ? `${name}"` : name;
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}...` : words;
}

function hold(image, value, name) {
  if (!isStill(image, value)) throw new Changed(`changed its position ${shorten(name)}: change a copy, also of what is inside it`);
}

const isNone = value => value === undefined || value === null || Number.isNaN(value);

const pairOf = item => {
  if (!Array.isArray(item) || item.length !== 2 || isNone(item[0]) || isNone(item[1])) {
    throw new TypeError(`expected pairs [move, position], got ${Array.isArray(item) ? `[${item.map(describe).join(", ")}]` : describe(item)}`);
  }
  return item;
};

// The place of a move of a position in a list; an object of a class, which the rules have made anew, stands where it stood.
function placeOf({ name, from, place }, position, moves) {
  const at = moves.findIndex(item => nameOf(pairOf(item)[0]) === name);
  if (at >= 0) return at;
  if (Object(name) === name && from === position) return place;
  throw new Error(`the move ${shorten(name)} is there no more`);
}

function holdApart(moves) {
  const names = new Set();
  for (const [move] of moves) {
    const name = nameOf(move);
    if (names.has(name)) throw new Error(`the move ${shorten(name)} is there twice`);
    names.add(name);
  }
}

function iterable(listed) {
  if (listed === null || typeof listed?.[Symbol.iterator] !== "function") {
    throw new TypeError(`expected a list of pairs [move, position], got ${describe(listed)}`);
  }
  return listed;
}

const movesOf = listed => Array.isArray(listed) ? listed : [...iterable(listed)];

const WATCHED = 16, EACH = 32;          // the moves of the first positions are watched, and after them of one among so many

// Throws where a position is no longer what it was when it was given, or is the one before the move, as by `b[i] = 1; yield [i, b]; b[i] = 0`.
function holdGiven(value, moves, images) {
  const passes = Object.isFrozen(value) || moves.filter(([, child]) => child === value).length < 2;
  const bad = moves.find(([, child], i) => !isStill(images[i], child) || (!passes && child === value));
  if (bad) throw new Changed(`changed its position after the move ${describe(bad[0])}: give each move a copy`);
}

const numberOf = value => {
  if (typeof value !== "number") throw new TypeError(`expected a number, got ${describe(value)}`);
  return value + 0;                     // -0 is 0
};

const HAS = { player: 1, terminal: 2, bounds: 4 }, HAS_KEY = 8;

/** Rules that gts asks. */
class Rules {
  constructor(rules) {
    this.rules = rules;
    this.objects = new Objects(rules);
    this.asked = 0;                     // how often for moves
  }

  get has() {
    const keys = typeof this.rules.key === "function" || keyOf(this.rules.start) !== undefined;
    return Object.keys(HAS).reduce((sum, name) => sum + (typeof this.rules[name] === "function" ? HAS[name] : 0), keys ? HAS_KEY : 0);
  }

  lend(value) {
    if (isNone(value)) throw new TypeError(`${value} is no position`);
    return this.objects.lend(value, nameOf(value));
  }

  value(number) { return this.objects.lent[number]?.value; }

  // What a rule says of a position, which it must not change.
  ask(rule, number, convert = answer => answer) {
    const { value, image, name } = this.objects.lent[number], answer = convert(now(this.rules[rule](value)));
    hold(image, value, name);
    return answer;
  }

  // The moves of a position, whose positions must still be what they were when they were given. Apart from `ask`, which stays fast so.
  watched(position) {
    const { value, image, name } = this.objects.lent[position], moves = [], images = [];
    for (const item of iterable(now(this.rules.successors(value)))) {
      images.push(look(pairOf(item)[1], this.rules));
      moves.push(item);
    }
    hold(image, value, name);
    holdGiven(value, moves, images);
    holdApart(moves);
    return moves;
  }

  // The number of the next move, with that of its position in `child`; 0: there is none.
  next(position, last) {
    const { objects } = this, walk = objects.lent[position];
    if (!last || !walk.moves) {
      this.asked++;
      const watch = this.asked <= WATCHED || this.asked % EACH === 0;
      walk.moves = watch ? this.watched(position) : this.ask("successors", position, movesOf);
      walk.at = -1;
      walk.last = 0;
    }
    if (last && walk.last !== last) walk.at = placeOf(objects.lent[last], position, walk.moves);
    if (++walk.at >= walk.moves.length) {
      walk.moves = undefined;
      return 0;
    }
    const [move, child] = pairOf(walk.moves[walk.at]), moveName = nameOf(move), childName = nameOf(child);
    walk.last = objects.lend(move, moveName);
    const lent = objects.lent[walk.last];
    lent.from = position;
    lent.place = walk.at;
    this.child = objects.lend(child, childName);
    return walk.last;
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
    const name = own ? undefined : this.objects.lent[position].name, known = typeof name === "string" && typeof key === "object";
    const made = known ? name : keyOf(key);
    if (made === undefined) throw new TypeError(`there is no rules.key, which ${describe(value)} needs`);
    return made;
  }

  show(position) {
    const value = this.value(position);
    return String(typeof this.rules.show === "function" ? now(this.rules.show(value)) : shown(value));
  }

  moveName(move) { return this.nameOfMove(this.value(move)); }

  nameOfMove(value) {
    return String(typeof this.rules.move_name === "function" ? now(this.rules.move_name(value)) : typeof value === "string" ? value : shown(value));
  }

  release(number) { this.objects.takeBack(number); }
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

  // The number of a position, a move or nothing at an address.
  at(address) { return address && this.program.HEAP32[address >> 2]; }

  next(game, position, last, move, child) {
    try {
      const rules = this.games[game], number = rules.next(this.at(position), this.at(last)), { HEAP32 } = this.program;
      if (number === 0) return 0;
      HEAP32[move >> 2] = number;
      HEAP32[child >> 2] = rules.child;
      return 1;
    } catch (error) { return this.fail(error); }
  }

  evaluate(game, position, to) {
    try {
      const value = this.games[game].ask("evaluate", this.at(position), numberOf);
      this.program.HEAPF64[to >> 3] = value;
      return 1;
    } catch (error) { return this.fail(error); }
  }

  player(game, position) {
    try { return this.games[game].player(this.at(position)); } catch (error) { return this.fail(error); }
  }

  terminal(game, position) {
    try { return this.games[game].ask("terminal", this.at(position)) ? 1 : 0; } catch (error) { return this.fail(error); }
  }

  bounds(game, position, lower, upper) {
    try {
      const [least, most] = this.games[game].ask("bounds", this.at(position));
      this.program.HEAPF64[lower >> 3] = numberOf(least);
      this.program.HEAPF64[upper >> 3] = numberOf(most);
      return 1;
    } catch (error) { return this.fail(error); }
  }

  key(game, position, to, text) {
    try {
      const key = this.games[game].key(this.at(position));
      if (typeof key === "string") this.program.HEAP32[text >> 2] = this.keep("key", key);
      else this.program.HEAP32.set(halvesOf(key), to >> 2);
      return 1;
    } catch (error) { return this.fail(error); }
  }

  show(game, position) {
    try { return this.keep("show", this.games[game].show(this.at(position))); } catch (error) { return this.fail(error) && 0; }
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
    if (rules.prototype?.successors) throw new TypeError(`rules are an object, and ${rules.name} is a class: give new ${rules.name}()`);
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
