// gts in a worker, which is told what to do by messages (worker.js). Where memory can be shared, a search hears that it is to stop;
// elsewhere, and where it does not hear, the worker is ended, and another makes the games anew.

import { Game, GtsError, decodeList, encodeCall, resultOf } from "./handles.js";
import { data } from "./json.js";
import { isNode } from "./program.js";

const PATIENCE = 1000;                  // milliseconds until a worker is ended that was to stop, and does not

// Where functions that can be stopped take their options.
const OPTIONS_AT = { search: 1, best: 2, analyze: 1, match: 3, solve: 1 };

// Functions stay in their thread.
function refuseFunctions(options) {
  for (const [name, value] of Object.entries(options ?? {})) {
    if (typeof value === "function" && value !== tell) {
      throw new TypeError(`option '${name}': a worker takes no function but \`progress\`; one in the module of an algorithm or of rules is called`);
    }
  }
}

const tell = () => {};                  // stands for a function `progress`

async function spawn(receive, fail) {
  if (!isNode) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = event => receive(event.data);
    worker.onerror = event => fail(new Error(event.message || "the worker cannot be loaded"));
    return { post: message => worker.postMessage(message), end: () => worker.terminate(), keep: () => {} };
  }
  const threads = await import("node:worker_threads"), worker = new threads.Worker(new URL("./worker.js", import.meta.url));
  worker.on("message", receive);
  worker.on("error", fail);
  return { post: message => worker.postMessage(message), end: () => worker.terminate(), keep: busy => busy ? worker.ref() : worker.unref() };
}

export class Remote {
  life = 0;                             // counts workers
  calls = new Map();                    // number -> what is known of a call that has no answer yet
  last = 0;
  sources = new Map();                  // number of a game, below 0, or id of an algorithm -> the message that makes it
  flag = typeof SharedArrayBuffer === "function" ? new Int32Array(new SharedArrayBuffer(4)) : undefined; // calls up to it are to stop

  async start() {
    const life = ++this.life, ours = f => value => { if (life === this.life) f(value); };
    this.worker = spawn(ours(message => this.receive(message)), ours(error => this.renew(error)));
    this.post({ flag: this.flag });
    for (const message of this.sources.values()) this.post(message);
    this.keep();
    await this.worker;
    this.version ??= await this.request({ hello: true });
    return this;
  }

  // `refused` is called with the error where a message cannot go to another thread.
  post(message, refused) {
    this.worker.then(worker => worker.post(message), () => {}).catch(error => refused?.(error));
  }

  // node waits for a worker that is at work.
  keep() { this.worker.then(worker => worker.keep(this.calls.size > 0), () => {}); }

  request(message, more) {
    if (this.closed) return Promise.reject(new GtsError("the worker was closed"));
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject, ...more });
      this.post({ id, ...message }, error => {
        this.calls.delete(id);
        this.keep();
        reject(new TypeError(`this cannot go to a worker: ${error.message}`, { cause: error }));
      });
      this.keep();
    });
  }

  receive({ id, wrong, cause, dead, list, report, objects }) {
    const call = this.calls.get(id);
    if (!call) return;
    const objectOf = number => objects[number];
    if (report !== undefined) {
      const given = decodeList(report, this, objectOf);
      call.report = given[0];
      try {
        if (call.progress?.(...given) === false) this.end(id);
      } catch (error) {
        call.threw = { error };
        this.end(id);
      }
      return;
    }
    this.calls.delete(id);
    this.keep();
    if (call.threw) call.reject(call.threw.error);
    else if (wrong !== undefined) call.reject(new GtsError(wrong, cause === undefined ? undefined : { cause }));
    else call.resolve(this.resultOf(call, decodeList(list, this, objectOf)));
    if (dead) this.renew(new Error(wrong));
  }

  resultOf(call, list) {
    const result = resultOf(list);
    return call.interrupted && result?.stopped === "progress" ? Object.assign(result, { stopped: "interrupted" }) : result;
  }

  run(name, given) {
    if (name === "algorithm") return this.algorithm(...given);
    const game = given[0] instanceof Game ? given[0] : undefined, values = [], at = OPTIONS_AT[name], list = [...given];
    try {
      const options = list[list.length - 1], progress = typeof options?.progress === "function" ? options.progress : undefined;
      if (progress) list[list.length - 1] = { ...options, progress: tell };
      else if (at && options?.progress === undefined) list[at] = { ...list[at], progress: tell };
      refuseFunctions(list[list.length - 1]);
      const text = encodeCall(name, list, {
        handle: handle => {
          if (handle.engine !== this) throw new GtsError("games and handles belong to the gts that made them");
          if (handle.number > 0 && handle.life !== this.life) throw new GtsError("what the worker kept was lost when it was ended");
          return `{"handle":${handle.number}}`;
        },
        position: game?.isRuled && (value => `{"object":${-values.push(value)}}`),
        function: f => {
          if (f !== tell) throw new TypeError("a worker takes no function but `progress`");
          return '{"function":0}';
        },
      });
      return this.request({ name, list: text, values, game: game?.number }, { progress });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** A game of a name or a text of rules in Lua, with options, or of a URL: a module of rules, or of a function of options. */
  async game(source, options) {
    const isRuled = source instanceof URL, number = -(this.last + 1);
    if (!isRuled && typeof source !== "string") throw new TypeError("in a worker a game is a name, a text of rules in Lua, or a URL of a module");
    refuseFunctions(options);
    const message = { make: number, source: String(source), isRuled, options: isRuled ? options : options && data(options) };
    await this.request(message);
    this.sources.set(number, message);
    return Object.defineProperty(new Game(this, number), "isRuled", { value: isRuled });
  }

  /** Makes an algorithm of a URL: a module of its fields, or of a function of options. */
  async algorithm(source, options) {
    if (!(source instanceof URL)) throw new TypeError("in a worker an algorithm is a URL of a module");
    refuseFunctions(options);
    const message = { algorithm: String(source), options }, id = await this.request(message);
    this.sources.set(id, message);
    return id;
  }

  drop(number) {
    this.sources.delete(number);
    this.post({ drop: number });
  }

  /** Stops all that was asked for. */
  stop() {
    for (const call of this.calls.values()) call.interrupted = true;
    this.end(this.last);
  }

  // Has calls up to one end. A worker that does not hear of it is ended.
  end(upto) {
    const { life } = this, waits = () => life === this.life && [...this.calls.keys()].some(id => id <= upto);
    if (!waits()) return;
    if (!this.flag) return this.renew();
    Atomics.store(this.flag, 0, Math.max(upto, this.flag[0]));
    setTimeout(() => { if (waits()) this.renew(); }, PATIENCE);
  }

  // Ends the worker. Calls give what they had found; where it has failed, that.
  renew(error) {
    this.terminate();
    for (const { reject, resolve, report, threw } of this.calls.values()) {
      if (threw) reject(threw.error);
      else if (error) reject(error instanceof GtsError ? error : new GtsError(error.message, { cause: error }));
      else if (report) resolve({ ...report, stopped: "interrupted" });
      else reject(new GtsError("stopped before anything was known"));
    }
    this.calls.clear();
    if (error && !this.version) this.closed = true;         // it cannot be loaded
    else this.start().catch(() => {});                      // calls report it
  }

  terminate() { this.worker.then(worker => worker.end(), () => {}); }

  close() {
    this.closed = true;
    this.life++;
    this.terminate();
    for (const { reject } of this.calls.values()) reject(new GtsError("the worker was closed"));
    this.calls.clear();
  }
}
