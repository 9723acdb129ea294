// gts in this thread.

import { Stopped, runAlgorithm } from "./algorithms.js";
import { Game, GtsError, decodeList, encodeCall, resultOf } from "./handles.js";
import { Host } from "./host.js";
import { data, now } from "./json.js";
import { begin } from "./program.js";

const FRAMES = 100;                     // of checkStack: twice what a method needs
const WORDS = 400;                      // bytes of a number and the arguments of a method

// Throws a RangeError if little of the stack is left. The program could not recover where it ends.
function checkStack(left, a, b, c, d, e, f, g, h) { if (left > 0) checkStack(left - 1, a, b, c, d, e, f, g, h); }

export class Local {
  host = new Host();
  dropped = [];                         // handles that nothing refers to
  objectOf = undefined;                 // number -> position or move, of the game that the call is about
  names = new Map();                    // names of methods of nodes -> their addresses

  async start() {
    this.program = this.host.program = await begin(this.host);
    this.g = this.guarded(() => this.program._host_begin());
    if (!this.g) this.fail();
    return this;
  }

  get version() { return this.program.UTF8ToString(this.program._gts_version()); }

  // What the program cannot recover from, such as a full memory, ends it.
  guarded(work) {
    if (this.dead) throw new GtsError("gts has failed before: load it anew", { cause: this.dead });
    try {
      return work();
    } catch (error) {
      this.dead = error;
      throw new GtsError(`gts has failed: ${error.message}`, { cause: error });
    }
  }

  fail() {
    const { raised } = this.host;
    this.host.raised = undefined;
    const text = this.program.UTF8ToString(this.program._gts_error());
    if (raised === undefined) throw new GtsError(text);
    throw new GtsError(text.replaceAll("rules.next", "rules.successors"), { cause: raised });   // as the rule is called here
  }

  // Calls a function of the program with texts.
  ask(name, ...texts) {
    while (this.dropped.length > 0) {
      const number = this.dropped.pop();
      this.guarded(() => this.program._gts_drop(this.g, number, 0));
    }
    this.host.raised = undefined;
    return this.guarded(() => {
      const addresses = texts.map(text => this.host.put(text)), answer = this.program[name](this.g, ...addresses);
      for (const address of addresses) this.program._free(address);
      return answer;
    });
  }

  /** Calls a method of a node, within the algorithm that runs: JSON out. Throws Stopped if the search is to end. */
  askNode(name, text) {
    const { program, names, host } = this;
    if (!names.has(name)) names.set(name, host.put(name));
    this.words ??= program._malloc(WORDS);
    checkStack(FRAMES);
    host.raised = undefined;
    const answer = this.guarded(() => {
      program.stringToUTF8(text, this.words, WORDS);
      return program._gts_call(this.g, names.get(name), this.words);
    });
    const result = answer ? program.UTF8ToString(answer) : this.fail();
    if (result === '"stopped"') throw new Stopped();
    return result;
  }

  functionOf(number) { return this.host.functions.get(number).called; }

  /** Calls a function of gts; JSON in and out. */
  text(name, list) {
    const answer = this.ask("_gts_call", name, list);
    return answer ? this.program.UTF8ToString(answer) : this.fail();
  }

  /** Calls a function of gts. Functions of an algorithm stay. */
  run(name, given) {
    if (typeof given[0]?.successors === "function" && typeof given[0].evaluate === "function" && name !== "game") {
      given = [this.game(given[0]), ...given.slice(1)];         // an object with rules is a game
    }
    const held = [], { rules, number, run } = given[0] ?? {}, { objectOf: outer } = this, isAlgorithm = name === "algorithm";
    const objectOf = rules && (object => rules.value(object));
    const callable = called => isAlgorithm && called === run ? text => runAlgorithm(run, this, this.objectOf, text)
      : text => data(now(called(...decodeList(text, this, isAlgorithm ? this.objectOf : objectOf))));
    const list = encodeCall(name, given, {
      handle: handle => {
        if (handle.engine !== this) throw new GtsError("games and handles belong to the gts that made them");
        return `{"handle":${handle.number}}`;
      },
      position: rules && (value => `{"of":${number},"object":${rules.lend(value)}}`),
      move: rules && (value => JSON.stringify(rules.nameOfMove(value))),
      function: called => {
        held.push(this.host.hold(Object.assign(callable(called), { called })));
        return `{"function":${held.at(-1)}}`;
      },
    });
    let made;
    try {
      this.objectOf = objectOf;
      return made = resultOf(decodeList(this.text(name, list), this, objectOf));
    } finally {
      this.objectOf = outer;
      if (!isAlgorithm || !made) for (const one of held) this.host.functions.delete(one);
    }
  }

  /** A game of a name or a text of rules in Lua, with options, or of an object with rules. */
  game(source, options) {
    if (source instanceof Game) return source;
    if (typeof source !== "string") return this.ruled(source, options);
    if (source.includes("\n")) return new Game(this, this.ask("_gts_text", source, data(options ?? {})) || this.fail());
    const made = this.run("game", [source, options]);
    if (made instanceof Game) return made;
    throw new GtsError(made[1]);
  }

  ruled(source, options) {
    if (options !== undefined) throw new TypeError("rules in JavaScript take no options: make the object with them");
    const index = this.host.add(source), rules = this.host.games[index], start = rules.lend(source.start);
    const [lower, upper] = source.range ?? [NaN, NaN], kind = source.constructor?.name;
    const name = this.host.put(String(source.name ?? (kind && kind !== "Object" ? kind : "rules")));
    const number = this.guarded(() => this.program._host_game(this.g, index, rules.has, name, start, lower, upper, source.cycle ?? NaN));
    this.program._free(name);
    if (!number) this.fail();
    return Object.defineProperty(new Game(this, number), "rules", { value: rules });
  }

  drop(number) { this.dropped.push(number); }
}
