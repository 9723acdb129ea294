--- gts in WebAssembly: in a page that needs no server, and for JavaScript. src/wasm and rocks/wasm have the rest.

return {
  interface = 1,
  needs = { "library", "page" },
  pages = { { name = "javascript", kind = "howto", after = "python" } },
  synonyms = { { "javascript", "npm", "node", "node.js", "in node", "deno", "web worker", "typescript", "es module" } },
}
