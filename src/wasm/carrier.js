// The carrier of a page that has gts in itself, in a Worker: see http.js for what a carrier is. What the worker needs stands in the
// page, packed: the program, its files, and the script around them. It fetches nothing.
//
// If the rules never come back, neither does the worker. Then restart() ends it, and begins another; the program need not be compiled
// again, so that is done at once. What stood on the desk is put back by messages as they were sent before.

function makeCarrier() {
  let parts = null, worker = null, ready = false, bells = null, sent = 0;
  let receive = () => {}, lost = () => {};
  let unsent = [], unheard = [];        // messages before the worker is ready; those that it has not heard, with their bells
  let state = {}, placed = null;        // what is known of the desk; the message that has put its rules there

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
    const mine = state.desk && state.desk.works || null;
    const bell = message.kind === "stop" && (message.what || null) === mine ? "stop" : "other";
    const quiet = !mine && ["hint", "analyze", "go"].includes(message.kind);      // the engine's own move is not let go of for these
    unheard.push({ number: ++sent, bell: quiet ? null : bell });
    const rang = ring();
    worker.postMessage({ text: message, rang });
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
    if (data.bells) {
      bells = data.bells;
      unheard = unheard.filter(one => one.number > data.heard);
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
    if (message.kind === "rules" || message.kind === "game") placed = message;
    if (ready) post(message); else unsent.push(message);
  }

  // Messages that put the desk where it was: nothing is played by the engine.
  function memories() {
    const play = state.play, both = { kind: "sides", max: "person", min: "person" };
    const moves = play ? play.played.map(({ name }, turn) => ({ kind: "play", move: name, turn })) : [];
    return [...(placed ? [placed] : []), both, ...moves];
  }

  function restart() {
    if (!worker) return;
    const again = ready ? memories() : [];      // a worker that has not even become ready is not to be asked the same again
    worker.terminate();
    unsent = again;
    begin();
    lost(false);
  }

  return { send, listen, restart };
}
