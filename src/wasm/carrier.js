// The carrier of a page that has gts in itself, in a Worker: see http.js for what a carrier is. What the worker needs stands in the
// page, packed: the program, its files, and the script around them. It fetches nothing.
//
// If the rules never come back, neither does the worker: nothing in it can end them without making all rules slower. So who does not
// hear "stop", or that other rules are wanted, for a while, is ended, and another worker begun; the program need not be compiled
// again, so that takes no time. What stood on the desk is put back by messages as they were sent before, and nothing is played by
// the engine until its user wants that.

const PATIENCE = 2000;                  // milliseconds until who does not hear "stop" is ended

function makeCarrier() {
  let parts = null, worker = null, ready = false, bells = null, sent = 0;
  let receive = () => {}, lost = () => {};
  let unsent = [], unheard = [];        // messages before the worker is ready; those that it has not heard, with their bells
  let state = {}, placed = null;        // what is known of the desk; the message that has put its rules there
  let stopped = false;                  // the last worker had to be ended, and that is what the page says

  async function unpack() {
    if (document.readyState === "loading") await new Promise(done => addEventListener("DOMContentLoaded", done, { once: true }));
    const packed = Uint8Array.from(atob(document.getElementById("packed").textContent.trim()), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    // First lines of names and sizes, then an empty one, then all the bytes.
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

  function post(message) {
    unheard.push({ number: ++sent, bell: bellOf(message) });
    const rang = ring();
    worker.postMessage({ message, rang });
    if (message.kind === "stop" || replaces(message)) expect(sent, message);
  }

  const replaces = ({ kind }) => ["rules", "game", "reload"].includes(kind);

  // The bell that is rung for a message: "stop", which counts as that message; "other", for which what is at work is let go of; or
  // none, where that may go on.
  function bellOf(message) {
    const task = state.desk && state.desk.works;
    if (message.kind === "stop" && message.what === task) return "stop";
    const patient = task ? message.kind !== task && !replaces(message) : ["hint", "analyze", "go"].includes(message.kind);
    return patient ? null : "other";
  }

  // The message is to be heard soon.
  function expect(number, message) {
    const asked = worker;
    setTimeout(() => {
      if (asked !== worker || !unheard.some(one => one.number === number)) return;
      restart(message);
    }, PATIENCE);
  }

  // Rings for what is unheard; tells whether there was a bell.
  function ring() {
    let rang = false;
    for (const { bell } of unheard) {
      if (!bell || !bells || !bells[bell]) continue;
      URL.revokeObjectURL(bells[bell]);
      bells[bell] = null;
      rang = true;
    }
    return rang;
  }

  function hear({ data }) {
    if (data.news) {
      const news = JSON.parse(data.news);
      if (news.state) Object.assign(state, news.state);
      receive(news);
    }
    if (data.heard) unheard = unheard.filter(one => one.number > data.heard);
    if (data.bells) {
      bells = data.bells;
      ring();
    }
    if (data.failed) lost(data.failed);
    if (data.ready) {
      ready = true;
      for (const message of unsent.splice(0)) post(message);
    }
  }

  function begin() {
    worker = new Worker(parts.script);
    [ready, bells, sent, unheard, state] = [false, null, 0, [], {}];
    worker.onmessage = hear;
    worker.onerror = event => lost(event.message || "the program has failed");
    worker.postMessage({ wasm: parts.wasm, files: parts.files, begin: 'return require("gts.page.inside").begin(...)' });
  }

  async function listen(onNews, onLost) {
    [receive, lost] = [onNews, onLost];
    try {
      parts = await unpack();
      begin();
    } catch (error) {
      lost(typeof DecompressionStream === "undefined" || typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError ?
        "This page needs a browser of 2023 or later." : String(error));
    }
  }

  function send(message) {
    if (stopped) lost(false);
    stopped = false;
    if (message.kind === "rules" || message.kind === "game") placed = message;
    if (ready) post(message); else unsent.push(message);
  }

  // Messages that put the desk where it was; nothing is played by the engine then.
  function memories() {
    const play = state.play, both = { kind: "sides", max: "person", min: "person" };
    const moves = play ? play.played.map(({ name }, turn) => ({ kind: "play", move: name, turn })) : [];
    return [...(placed ? [placed] : []), both, ...moves];
  }

  // A worker that has not even become ready is not to be asked the same again; nor is one that has been asked for other rules.
  function restart(message) {
    if (!worker) return;
    const other = message && message.kind !== "stop";
    const again = other ? [message] : ready ? memories() : [];
    worker.terminate();
    unsent = again;
    begin();
    if (other) return;
    stopped = true;
    lost("What was at work did not answer, and has been ended. Nobody plays by himself now: see “You play”.");
  }

  return { send, listen, restart };
}
