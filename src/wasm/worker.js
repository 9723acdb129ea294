// gts in a Worker: the program that emscripten has made (`gts`, before this text), the files that it needs, and messages in and out.
//
// A browser delivers messages to a worker only when that has nothing to do, and a search may take minutes. Where a program can be
// suspended (JavaScript Promise Integration, a part of WebAssembly), it is, now and then, and so the messages come in. Elsewhere
// nothing comes in: see carrier.js.

"use strict";

const queue = [];                       // messages that nobody has taken
let program, call, busy = false, heard = 0;

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

const taken = () => JSON.stringify(queue.splice(0));

// The text at an address of the program, and the other way.
const textAt = address => program.UTF8ToString(address);

function addressOf(text) {
  const size = program.lengthBytesUTF8(text) + 1, address = program._malloc(size);
  program.stringToUTF8(text, address, size);
  return address;
}

async function start({ wasm, files, suspends, begin }) {
  program = await gts({
    tell: text => postMessage({ news: text }),
    instantiateWasm(imports, receive) {
      if (suspends) imports.env.page_messages = new WebAssembly.Suspending(async () => {
        await pause(0);
        return queue.length > 0 ? addressOf(taken()) : 0;
      });
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
}

// Works until there is nothing to do: then the page has to send something, or time to pass.
async function work() {
  if (busy || !call) return;
  busy = true;
  for (let later = 0; later === 0;) {
    const text = addressOf(taken()), answer = textAt(await call(text));
    program._free(text);
    if (answer[0] !== "=") throw new Error(answer.slice(1));
    await pause(0);
    later = queue.length > 0 ? 0 : Number(answer.slice(1));
    if (later > 0) setTimeout(work, 1000 * later);
  }
  busy = false;
}

function receive({ message }) {
  postMessage({ heard: ++heard });
  queue.push(message);
}

const fail = error => { postMessage({ failed: String(error && error.message || error) }); };

onmessage = ({ data }) => {
  if (data.wasm) start(data).then(() => { postMessage({ ready: true }); return work(); }).catch(fail);
  else {
    receive(data);
    work().catch(fail);
  }
};
