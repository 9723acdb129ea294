// gts in a Worker: the program that emscripten has made (`gts`, before this text), the files that it needs, and messages in and out.
//
// A browser delivers messages to a worker only when that has nothing to do, and a search may take minutes. Where a program can be
// suspended (JavaScript Promise Integration, a part of WebAssembly), it is, about ten times a second, and so the messages come in.
// Elsewhere there is only one thing that a busy worker can notice: whether the address of a blob still leads anywhere. So the page
// has two such addresses to take away, *bells*: one for "stop", one for any other message, for which work is let go of; the
// message itself comes when the work is over.

"use strict";

const suspends = typeof WebAssembly.Suspending === "function";
const queue = [];                       // messages that nobody has taken
let program, call, busy = false, bells = null, heard = 0, stopsTaken = 0;

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

const taken = () => queue.length > 0 ? JSON.stringify(queue.splice(0)) : "";

function isRung(bell) {
  if (!bell) return false;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", bell, false);
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}

function hangBells() {
  if (suspends || !URL.createObjectURL) return;
  for (const bell of Object.values(bells || {})) URL.revokeObjectURL(bell);
  bells = { stop: URL.createObjectURL(new Blob(["."])), other: URL.createObjectURL(new Blob(["."])) };
  postMessage({ bells });
}

// What has come while the program is at work; each bell is heard once.
function bellMessages() {
  const list = [];
  if (bells && bells.stop && isRung(bells.stop)) {
    bells.stop = null;
    stopsTaken++;
    list.push({ bell: "stop" });
  }
  if (bells && bells.other && isRung(bells.other)) {
    bells.other = null;
    list.push({ bell: "other" });
  }
  return list.length ? JSON.stringify(list) : "";
}

// The text at an address of the program, and the other way.
const textAt = address => program.UTF8ToString(address);

function addressOf(text) {
  const size = program.lengthBytesUTF8(text) + 1, address = program._malloc(size);
  program.stringToUTF8(text, address, size);
  return address;
}

async function start({ wasm, files, begin }) {
  program = await gts({
    tell: text => postMessage({ news: text }),
    instantiateWasm(imports, receive) {
      const messages = suspends ? async () => { await pause(0); return addressOf(taken()); } : () => addressOf(bellMessages());
      imports.env.page_messages = suspends ? new WebAssembly.Suspending(messages) : messages;
      WebAssembly.instantiate(wasm, imports).then(instance => {
        call = suspends ? WebAssembly.promising(instance.exports.page_call) : instance.exports.page_call;
        receive(instance);
      });
      return {};
    },
  });
  for (const [name, bytes] of files) {
    program.FS.mkdirTree(name.replace(/[^/]*$/, ""));
    program.FS.writeFile(name, bytes);
  }
  const text = addressOf(begin), wrong = textAt(program._page_begin(text));
  program._free(text);
  if (wrong) throw new Error(wrong);
  hangBells();
}

// Works until there is nothing to do: then the page has to send something, or time to pass.
async function work() {
  if (busy || !call) return;
  busy = true;
  for (let later = 0; later === 0;) {
    const text = addressOf(taken() || "[]"), answer = textAt(await call(text));
    program._free(text);
    if (answer[0] !== "=") throw new Error(answer.slice(1));
    await pause(0);
    later = queue.length > 0 ? 0 : Number(answer.slice(1));
    if (later > 0) setTimeout(work, 1000 * later);
  }
  busy = false;
}

function receive({ message, rang }) {
  postMessage({ heard: ++heard });
  if (rang) hangBells();
  if (message.kind === "stop" && stopsTaken > 0) stopsTaken--;
  else queue.push(message);
}

const fail = error => { postMessage({ failed: String(error && error.message || error) }); };

onmessage = ({ data }) => {
  if (data.wasm) start(data).then(() => { postMessage({ ready: true }); return work(); }).catch(fail);
  else {
    receive(data);
    work().catch(fail);
  }
};
