// gts in JavaScript: see `gts help javascript`.

import { Game, GtsError, Handle } from "./handles.js";
import { Local } from "./local.js";
import { Remote } from "./remote.js";

export { Game, GtsError, Handle };

class Gts {
  #engine;

  constructor(engine) { this.#engine = engine; }

  get version() { return this.#engine.version; }

  game(source, options) { return this.#engine.game(source, options); }

  call(name, ...given) { return this.#engine.run(name, given); }
}

class WorkerGts extends Gts {
  #remote;

  constructor(remote) {
    super(remote);
    this.#remote = remote;
  }

  stop() { this.#remote.stop(); }

  close() { this.#remote.close(); }
}

// What others look for in any object, and is no function of gts.
const FOREIGN = ["then", "toJSON"];

// Its methods are all functions of gts: gts.perft("nim", 3).
const withFunctions = made => new Proxy(made, {
  get(target, name) {
    const value = Reflect.get(target, name, target);
    if (typeof value === "function" && name !== "constructor") return value.bind(target);
    return value !== undefined || typeof name === "symbol" || FOREIGN.includes(name) ? value : (...given) => target.call(name, ...given);
  },
});

/** gts in this thread. */
export async function load() { return withFunctions(new Gts(await new Local().start())); }

/** gts in a worker: a module worker in browsers, a thread in node. */
export async function worker() { return withFunctions(new WorkerGts(await new Remote().start())); }
