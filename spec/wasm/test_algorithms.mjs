// Search algorithms in JavaScript, in build/npm/package (make npm): node --test spec/wasm/test_algorithms.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { GtsError, load, worker } from "../../build/npm/package/gts.js";
import { minimax } from "./algorithm.mjs";
import { Take } from "./take.mjs";

const gts = await load(), small = gts.tree([[3, 12], [2, 4]]), own = new URL("./algorithm.mjs", import.meta.url);

function alphabeta(node, alpha, beta) {
  let value;
  [value, alpha, beta] = node.value(alpha, beta);
  if (value !== null) return value;
  for (const child of node.children()) {
    [alpha, beta] = node.take(child, alphabeta(child, alpha, beta), alpha, beta);
    if (alpha >= beta) break;
  }
  return node.finish();
}

const width = { name: "width", kind: "count", help: "how wide", default: 3 }, pick = { name: "pick", kind: "function", help: "what to take" };
gts.algorithm({ id: "my-minimax", informed: false, run: minimax });
gts.algorithm({ id: "my-alphabeta", options: ["window"], run: (root, { alpha, beta }) => alphabeta(root, alpha, beta) });

const pattern = text => error => error instanceof GtsError && error.message.includes(text);

function seen(game, options) {
  const events = [], trace = ({ kind, path }) => { if (["develop", "leaf", "table", "bound"].includes(kind)) events.push([kind, path]); };
  const { value, lower, upper, move, stats: { leaves, developed, visits } } = game.search({ ...options, trace });
  return { value, lower, upper, move, leaves, developed, visits, events };
}

test("an algorithm equals its twin in C, leaf by leaf", () => {
  for (let seed = 0; seed < 80; seed++) {
    const player = seed % 3 ? "max" : "min", depth = seed % 2 ? seed % 4 + 1 : undefined;
    const game = gts.tree({ branching: [1, seed % 3 + 1], depth: [2, 4], range: [-9, 9], seed, player });
    const window = seed % 5 ? undefined : [seed % 7 - 4, seed % 7];
    assert.deepEqual(seen(game, { algorithm: "my-minimax", depth }), seen(game, { algorithm: "minimax", depth }));
    const ours = seen(game, { algorithm: "my-alphabeta", depth, window }), twin = seen(game, { algorithm: "alphabeta", depth, window });
    const { value } = game.search({ algorithm: "minimax", depth });
    assert.ok((ours.lower ?? -Infinity) <= value && value <= (ours.upper ?? Infinity));
    if (window) [ours, twin].forEach(result => { delete result.lower; delete result.upper; });    // beyond a window more is proved than in C
    assert.deepEqual(ours, twin);
  }
});

const wrong = (run, fields) => small.search({ algorithm: gts.algorithm({ id: "wrong", run, ...fields }) });

test("wrong algorithms are named", () => {
  const kept = [], each = action => root => { for (const child of root.children()) action(root, child); };
  for (const [why, run] of [
    ["has returned is nil: expected a number", root => { kept.push(root, root.children()); }], ['has returned is "3": expected', () => "3"],
    ["has returned is NaN: expected a number", () => NaN], ["beta is an object of class Map: expected a number", () => [1, 2, new Map()]],
    ["has returned is an object of class Promise: expected", async root => { await undefined; return root.leaf(); }],
    ["has returned is an object of class Generator: expected", function* run(root) { yield root.leaf(); }],
    ["the value of a child is String: expected a number", each((root, child) => root.take(child, "5 6"))],
    ["the value of a child is NaN: expected a number", each((root, child) => root.take(child, NaN))],
    ["the value of a child is nil: expected a number", each((root, child) => root.take(child))],
    ["expected a node of this search", root => root.take({}, 3)],
    ["wrong publishes the lower bound 5 for position 0", (root, search) => search.publish(5)],
    ["this node was left", root => [...root.children()][0].value()],
    ["RangeError: Maximum call stack", function deep(root) { return root.value() && deep(root) + 1; }],
  ]) assert.throws(() => wrong(run), pattern(why));
  assert.throws(() => wrong(root => { const [first] = root.develop(); root.forget(); first.leaf(); }, { keeps: true }), pattern("this node was left"));
  assert.throws(() => kept[0].value(), pattern("a search that is over"));
  assert.throws(() => kept[1].next(), pattern("a search that is over"));
  for (const [why, fields] of [["'run'", { id: "x" }], ["optoins", { id: "x", run: minimax, optoins: 1 }], ["'run'", { id: "x", run: 3 }],
                               ["a table", undefined]]) assert.throws(() => gts.algorithm(fields), pattern(why));
  assert.equal(small.search({ algorithm: "my-minimax" }).value, 3);
});

test("the first error is the cause, and limits are none", () => {
  const thrown = new RangeError("oops"), fails = { algorithms: ["my-alphabeta", "wrong"], nodes: 10 };
  assert.throws(() => wrong(() => { throw thrown; }), error => error.cause === thrown && /RangeError: oops/.test(error.message));
  assert.throws(() => gts.compare("nim", fails), error => error.cause === thrown);
  const broken = gts.game(Object.assign(new Take(5), { evaluate() { throw thrown; } }));
  assert.throws(() => broken.search({ algorithm: "my-minimax" }), error => error.cause.cause === thrown);
  for (const limit of [{ nodes: 500 }, { time: 0.1 }, { nodes: 500, deepen: true }]) {
    const r = gts.search("connect4", { algorithm: "my-alphabeta", ...limit });
    assert.deepEqual([r.stopped, !limit.deepen || r.move !== undefined], [Object.keys(limit)[0], true]);
  }
  const stubborn = root => { for (let i = 0; i < 9; i++) try { root.value(); minimax(root); } catch { /* goes on */ } return 7; };
  gts.algorithm({ id: "wrong", run: stubborn });
  assert.equal(gts.search("connect4", { algorithm: "wrong", nodes: 100 }).stopped, "nodes");
});

test("an algorithm is drawn, is compared, has options and sees positions", () => {
  const text = algorithm => gts.draw(gts.record(small, { algorithm }), "text");
  assert.equal(text("my-alphabeta").slice(3), text("alphabeta"));
  assert.match(String(gts.compare(small, { algorithms: ["alphabeta", "my-alphabeta"] })), /my-alphabeta/);
  let found;
  const looks = gts.algorithm({ id: "looks", keeps: true, options: [width, pick], run(root, search, options) {
    const { alpha, beta, lower, upper, depth } = search, kept = root.develop(), child = kept[1];
    assert.equal(root.develop(), kept);
    search.publish(undefined, undefined, child);
    found = { width: options.width, pick: options.pick, search: [alpha, beta, lower, upper, depth, search.above(search.below(3))], root: [root.position()], child: [
      child.position(), child.player(), child.ply(), child.move(), child.index(), child.leaf(), child.terminal()] };
    found.root.push(root.player(), root.ply(), root.move(), root.index(), root.terminal(), root.bounds(), root.proved());
    return root.proved()[0];
  } });
  gts.game(new Take(5)).search({ algorithm: looks, depth: 2, width: 7, pick: seen });
  assert.deepEqual(found, { width: 7, pick: seen, search: [-Infinity, Infinity, -1, 1, 2, 3], root: [[5, "max"], "max", 0, null, 0, false, [-1, 1, null], [-1, 1]],
                            child: [[3, "min"], "min", 1, 2, 2, false, false] });
  assert.throws(() => small.search({ algorithm: looks, widht: 2 }), pattern("unknown option 'widht' for looks: did you mean 'width'"));
});

test("in a worker an algorithm is a module, also when the worker was ended", async context => {
  const busy = await worker();
  context.after(() => busy.close());
  const hangs = await busy.algorithm(own, { id: "hangs", endless: true });
  assert.equal(await busy.algorithm(own, { id: "my-minimax" }), "my-minimax");
  await assert.rejects(busy.algorithm({ id: "x", run: minimax }), /in a worker an algorithm is a URL of a module/);
  await assert.rejects(busy.algorithm(own, { id: "x", weigh: () => 1 }), /option 'weigh': a worker takes no function/);
  await assert.rejects(busy.game(new URL("./take.mjs", own), { heaps: [() => 1] }), /this cannot go to a worker/);
  await assert.rejects(busy.algorithm(new URL("./take.mjs", own), { heap: 3 }), Error);
  const stuck = busy.search("nim", { algorithm: hangs });
  setTimeout(() => busy.stop(), 100);
  assert.equal((await stuck).stopped, "interrupted");
  const take = await busy.game(new URL("./take.mjs", own), { heap: 6, hangs: true }), never = take.search({ algorithm: "my-minimax" });
  setTimeout(() => busy.stop(), 100);
  await never.catch(() => {});          // under load it may hear that it is to stop
  const counts = async one => (await one.search("tictactoe", { algorithm: "my-minimax", depth: 3 })).stats.leaves;
  assert.deepEqual([await counts(busy), await counts(gts)], [504, 504]);
});
