// Runs a Lua file in gts as it is compiled for the page, and prints what it returns: node spec/support/wasm.js build/page FILE

const fs = require("fs"), path = require("path");

async function main(folder, file) {
  const program = await require(path.resolve(folder, "gts.js"))({
    wasmBinary: fs.readFileSync(path.join(folder, "gts.wasm")), tell: () => {}, messages: () => 0,
  });
  const put = (from, to) => {
    program.FS.mkdirTree(to);
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
      if (entry.isDirectory()) put(`${from}/${entry.name}`, `${to}/${entry.name}`);
      else program.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(`${from}/${entry.name}`));
    }
  };
  put("lua", "/lua");
  put("games", "/games");
  const call = (name, text) => {
    const size = program.lengthBytesUTF8(text) + 1, address = program._malloc(size);
    program.stringToUTF8(text, address, size);
    return program.UTF8ToString(program[name](address));
  };
  const wrong = call("_page_begin", "return function(text) return (assert(load(text, '=file'))()) end");
  const answer = wrong || call("_page_call", fs.readFileSync(file, "utf8"));
  if (answer[0] !== "=") throw new Error(answer);
  console.log(answer.slice(1));
}

main(process.argv[2], process.argv[3]).catch(error => {
  console.error(error.message);
  process.exit(1);
});
