// The carrier of a page that has gts in itself, in a Worker: see http.js for what a carrier is. What the worker needs stands in the
// page, packed: the program, its files, and the script around them. It fetches nothing.
//
// A worker at work hears messages only where the browser can suspend programs (see worker.js). Where it cannot, and where rules never
// come back, it is ended, and another begun, which takes no time, for the program is compiled already; the page state is restored
// by messages as they were sent before. The page has seen all that the worker had found: so if its user wants the engine to move
// now, it plays the best move so far.
//
// Rules count as loaded once the state says so. So rules that kill a worker, or never come back, are not loaded again.

// Modules of gts go by what Lua's names meant before any rules were loaded: see lua/gts/init.lua.
const BEGIN = 'require "gts" return require("gts.core").names.require("gts.wasm.inside").begin(...)';

const PATIENCE = 2000;                  // milliseconds until a worker that could hear, and does not, is ended
const LOADING = 10000;                  // milliseconds after which something should be known of rules that are to be loaded
const NOBODY = [{ kind: "analyze", on: false }, { kind: "sides", max: "person", min: "person" }];

function makeCarrier() {
  const suspends = typeof WebAssembly !== "undefined" && typeof WebAssembly.Suspending === "function";
  let parts = null, worker = null, ready = false, receive = () => {}, lost = () => {};
  let unsent = [], sent = 0, heard = 0; // messages before the worker is ready; how many were sent then, and heard
  let state = {}, thought = {};         // what is known of the page state
  let placed = [];                      // the messages that have put its rules there
  let asked = null;                     // { message, all }: other rules, of which nothing is known yet; all that puts them there
  let dead = false, deaths = 0;         // the worker has failed; how many have since rules were loaded
  let stuck = false;                    // rules are being loaded for too long
  let left = null;                      // what the last worker has left: parts of the state
  let restoring = null;                 // the message that puts rules into a new worker, until they are there
  let says = false;                     // what the page was told to say of the last worker

  async function unpack() {
    if (document.readyState === "loading") await new Promise(done => addEventListener("DOMContentLoaded", done, { once: true }));
    const packed = Uint8Array.from(atob(document.getElementById("packed").textContent.trim()), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    // First lines of sizes and names, then an empty one, then all the bytes.
    const end = bytes.findIndex((byte, i) => byte === 10 && bytes[i + 1] === 10);
    const text = new TextDecoder(), files = new Map();
    let at = end + 2;
    for (const line of text.decode(bytes.subarray(0, end)).split("\n")) {
      const [, size, name] = line.match(/^(\d+) (.*)$/);
      files.set(name, bytes.subarray(at, at += Number(size)));
    }
    const take = name => { const part = files.get(name); files.delete(name); return part; };
    const wasm = await WebAssembly.compile(take("gts.wasm"));
    const script = URL.createObjectURL(new Blob([take("gts.js"), "\n", take("worker.js")], { type: "text/javascript" }));
    return { wasm, script, files: [...files] };
  }

  // Rules can make the worker say anything.
  function hear(event) {
    try {
      understand(event);
    } catch (error) {
      die(`what it says makes no sense: ${error.message}`);
    }
  }

  function understand({ data }) {
    if (data.heard) heard = data.heard;
    if (data.failed) die(data.failed);
    if (data.ready) {
      ready = true;
      for (const message of unsent.splice(0)) post(message);
    }
    if (!data.news) return;
    const news = JSON.parse(data.news);
    if (news.state && left) [news.state, left] = [{ ...news.state, ...left }, null];
    if (news.state) Object.assign(state, news.state);
    if (news.thought) thought = news.thought;
    if (asked && news.state) settle(news.state);
    // The game that a new worker begins with is not shown: a tab would begin its example, and that would run by other rules.
    if (restoring && !outcome(restoring, state)) return;
    if (restoring) [restoring, news.state] = [null, { ...state }];
    receive(news);
  }

  // "there": the rules of a message are loaded; "refused"; or undefined: neither is known.
  function outcome({ name, text }, { rules, current }) {
    const problem = rules && rules.problem;
    if (problem ? text === undefined || problem.text === text : current && current.says) return "refused";
    return rules && !problem && (text !== undefined ? rules.text === text : name === undefined || rules.name === name) ? "there" : undefined;
  }

  // What has become of the rules that were asked for?
  function settle(news) {
    const became = outcome(asked.message, news);
    if (!became) return;
    if (became === "there") [placed, deaths] = [asked.all, 0];
    asked = null;
    if (stuck) say(stuck = false);
  }

  // The worker has failed. If the next one does so, too, the one after it begins with the first game.
  function die(why) {
    [dead, asked, stuck] = [true, null, false];
    if (++deaths > 1) [placed, state] = [[], {}];
    say(`The program has failed: ${why}`);
  }

  function say(text) {
    says = text;
    lost(text);
  }

  function start(messages) {
    if (worker) worker.terminate();
    if (asked && !messages.includes(asked.message)) asked = null;
    [dead, stuck] = [false, false];
    restoring = messages.findLast(replaces) || null;
    const made = worker = new Worker(parts.script);
    [ready, sent, heard, unsent, state, thought] = [false, 0, 0, messages, {}, {}];
    worker.onmessage = event => { if (made === worker) hear(event); };
    worker.onerror = event => { if (made === worker) die(event.message); };
    worker.postMessage({ wasm: parts.wasm, files: parts.files, suspends, begin: BEGIN });
  }

  function post(message) {
    const number = ++sent, to = worker, rules = asked && asked.message === message && asked;
    worker.postMessage({ message });
    if (message.kind !== "stop" && !replaces(message)) return;
    setTimeout(() => { if (to === worker && !dead && heard < number) giveUp(message); }, PATIENCE);
    if (rules) setTimeout(() => { if (to === worker && rules === asked) despair(); }, LOADING);
  }

  // Rules that are being loaded say nothing, though they were heard of.
  function despair() {
    stuck = true;
    say("The rules are still being loaded: they may never come to an end. “Begin anew” goes back to those before.");
  }

  const replaces = ({ kind }) => ["rules", "game", "reload", "open"].includes(kind);

  // Is what is at work to be ended for a message, where it cannot hear it? What can wait until then waits.
  function interrupts({ kind, what }) {
    const task = state.current && state.current.works, play = state.play && state.play.works;
    if (!task && !play) return false;
    if (replaces({ kind })) return true;
    return task ? kind === task || (kind === "stop" && what === task) : !what && !["hint", "analyze", "go"].includes(kind);
  }

  // Messages that restore the page state; `last` is a move that was found.
  function memories(last) {
    const { played = [], sides, strength, analyzes } = state.play || {};
    const names = [...played.map(({ name }) => name), ...(last ? [last] : [])];
    const moves = names.map((move, turn) => ({ kind: "play", move, turn }));
    if (!sides) return placed;
    return [...placed, { kind: "sides", max: "person", min: "person" }, { kind: "new" }, ...moves, { kind: "strength", ...strength },
      { kind: "analyze", on: analyzes }, { kind: "sides", ...sides }];
  }

  // What a task had found out when it was ended, in a sentence.
  function sofar({ depth, value, estimate, line } = {}) {
    const known = value ?? estimate, text = typeof known === "number" ? amount(known) : known;
    return "Stopped before it was done." + (text === undefined || text === null ? "" : ` So far: ${text}` +
      (depth ? `, looking ${depth} moves ahead` : "") + (line && line.length ? `, by ${line.join(" ")}.` : "."));
  }

  // The next state says of the task that is at work what it had found out.
  function keepTask() {
    const task = state.current && state.current.works;
    if (task) left = { [task]: { wrong: sofar(thought.task) } };
  }

  // Ends what is at work at once, for a message that it cannot hear.
  function interrupt(message) {
    const task = state.current.works, moves = state.play.works === "move", stops = message.kind === "stop";
    const thinks = thought.play && thought.play.thinks, found = stops && moves && thinks && thinks.line && thinks.line[0];
    if (stops) keepTask();
    const then = !stops ? message : moves && !found ? { kind: "sides", max: "person", min: "person" } : !moves && !task ? message : null;
    start([...memories(found), ...(then ? [then] : [])]);
  }

  // Ends what has not heard. The engine is not to begin with the same again.
  function giveUp(message) {
    if (replaces(message)) {
      if (says) say(false);
      return start(asked && asked.message === message ? asked.all : [message]);
    }
    keepTask();
    start([...memories(), { kind: "sides", max: "person", min: "person" }]);
    say("What was at work did not answer, and has been ended. Nobody plays by himself now: see “You play”.");
  }

  // Begins anew with what was there; who was at work when the worker failed is not to begin with the same again.
  function revive(...messages) {
    const again = dead && state.play && state.play.works ? NOBODY : [];
    start([...memories(), ...again, ...messages]);
  }

  function send(message) {
    if (says && !stuck) say(false);
    const interrupted = !suspends && ready && interrupts(message);
    if (["rules", "game", "open"].includes(message.kind)) {
      asked = { message, all: message.name || message.text ? [message] : [...(asked ? asked.all : placed), message] };
    }
    if (restoring && replaces(message)) restoring = message;            // the worker goes on to these at once
    if (dead && asked) start(asked.all);
    else if (dead) revive(message);
    else if (interrupted) interrupt(message);
    else if (ready) post(message);
    else unsent.push(message);
  }

  async function listen(onNews, onLost) {
    [receive, lost] = [onNews, onLost];
    receive({ state: FIRST_STATE });    // of the game that a worker begins with: src/wasm/first.json, put here by pack.lua
    try {
      parts = await unpack();
      start(unsent);
    } catch (error) {
      const old = typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError;
      say(old ? "This page needs a browser of 2023 or later, with WebAssembly." : String(error));
    }
  }

  return { send, listen, restart: () => revive() };
}
