// The program of gts, compiled to WebAssembly, and the files that it reads: in browsers fetched from beside this module, in node read.

import makeProgram from "./glue.js";

export const isNode = typeof process === "object" && Boolean(process.versions?.node) && typeof window === "undefined";

async function read(address) {
  if (isNode) return (await import("node:fs/promises")).readFile(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be fetched: ${answer.status}`);
  return answer.arrayBuffer();
}

// First lines of sizes and names, then an empty one, then all the bytes: see src/wasm/pack.lua.
async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = bytes.findIndex((byte, i) => byte === 10 && bytes[i + 1] === 10);
  const files = [];
  let at = end + 2;
  for (const line of new TextDecoder().decode(bytes.subarray(0, end)).split("\n")) {
    const [, size, name] = line.match(/^(\d+) (.*)$/);
    files.push([name, bytes.subarray(at, at += Number(size))]);
  }
  return files;
}

async function readParts() {
  const [wasm, files] = await Promise.all([
    read(new URL("./gts.wasm", import.meta.url)).then(bytes => WebAssembly.compile(bytes)),
    read(new URL("./gts.data", import.meta.url)).then(unpack),
  ]);
  return { wasm, files };
}

let parts;

/** A new program; `host` has what it calls of JavaScript. What was read is kept for the next one. */
export async function begin(host) {
  const { wasm, files } = await (parts ??= readParts().catch(error => { parts = undefined; throw error; }));
  const program = await makeProgram({
    host,
    print: text => console.log(text),
    printErr: text => console.warn(text),
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(wasm, imports).then(receive);
      return {};
    },
  });
  for (const [name, bytes] of files) {
    program.FS.mkdirTree(name.replace(/[^/]*$/, ""));
    program.FS.writeFile(name, bytes);
  }
  return program;
}
