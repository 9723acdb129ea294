// The package of JavaScript, build/npm/package (make npm-package): node --test spec/wasm/test_javascript.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { GtsError, load, worker } from "../../build/npm/package/gts.js";
import { Take } from "./take.mjs";

const gts = await load(), busy = await worker();
const cases = JSON.parse(readFileSync(new URL("../../build/spec/cases.json", import.meta.url)));
const own = new URL("./take.mjs", import.meta.url);

test.after(() => busy.close());

const pattern = text => error => error instanceof GtsError && error.message.includes(text);

for (const { name, of, call, arguments: given, ...what } of cases) {
  test(name, async () => {
    for (const one of of ? [gts] : [gts, busy]) {
      const run = async () => one.call(call, ...of ? [gts.call(of.call, ...of.arguments)] : [], ...given);
      if (what.error) {
        await assert.rejects(run(), pattern(what.error));
        continue;
      }
      const got = await run();
      if (what.text) assert.ok(String(got).startsWith(what.text), String(got));
      else if (what.length) assert.equal(got.list.length, what.length);
      else {
        for (const [field, value] of Object.entries(what.expect)) {
          assert.deepEqual(field === "leaves" ? got.stats.leaves : got[field], value, field);
        }
      }
    }
  });
}

test("positions are values of JavaScript", () => {
  const game = gts.game(new Take(6)), r = game.search({ algorithm: "alphabeta" });
  assert.deepEqual([r.line[0], r.pv[0]], [[4, "min"], 2]);
  assert.equal(game.search({ position: [8, "max"] }).value, -1);
  assert.equal(game.best([7, "max"], { depth: 9 }).move, 3);
  assert.deepEqual(game.moves([2, "min"]).list[1].position, [0, "max"]);
  assert.deepEqual(game.analyze([7, "max"]).list.map(({ move, value }) => [move, value]), [[3, 1], [1, -1], [2, -1]]);
  assert.deepEqual(game.moves([0, "min"]).list, []);
  assert.equal(game.show(), '[6,"max"]');
});

class Step { constructor(by) { this.by = by; } }

// Positions of a walk that goes on by one to three, or back to where it began.
const KINDS = [
  i => i, () => "", i => i + 0.5, () => -0, i => `${i}`, () => 0, i => BigInt(i), i => 2n ** 60n + BigInt(i), i => [i], i => [`${i}`, -0], () => [0, -0],
  () => [-0, -0], i => ({ a: { b: [i] } }), () => true, i => `\0${i}`, i => `\\0${i}`, () => "\ud800", () => "\ufffd", i => new Uint8Array([i]), i => -i,
];
const walk = (make, find, more) => ({
  name: "walk", start: make(0), cycle: 0, evaluate: p => find(p) * 7 % 5 - 2, player: p => find(p) % 3 ? "max" : "min", ...more,
  successors: function* (p) { for (const k of [1, 2, 3, -find(p)]) if (find(p) % 5 < 4 && find(p) + k < 20) yield [new Step(k), make(find(p) + k)]; },
});
const LUA = `local find, player = function(p) return tonumber(p:sub(2)) end, { [0] = "min", "max", "max" }
return { name = "walk", start = "i0", cycle = 0, evaluate = function(p) return find(p) * 7 % 5 - 2 end, player = function(p) return player[find(p) % 3] end,
  successors = function(p)
    local list, moves, from = {}, {}, find(p)
    for _, k in ipairs { 1, 2, 3, -from } do
      if from % 5 < 4 and from + k < 20 then list[#list + 1], moves[#moves + 1] = "i" .. from + k, "by " .. k end
    end
    return list, moves
  end }`;

test("positions of all kinds are searched as in Lua, wherever they begin", () => {
  const calls = [
    ...["minimax", "alphabeta", "ttalphabeta", "mtd", "pn", "dfpn"].map(algorithm => ["search", { algorithm, depth: 8, nodes: 9999 }]),
    ["search", { algorithm: "mcts", iterations: 99, seed: 1 }], ["solve", { by: "retrograde" }], ["solve", { by: "search" }], ["solve"], ["perft", 5, { distinct: true }],
  ];
  const seen = (game, find) => calls.map(([name, ...given]) => {
    const { value, solved, list, stats, distance, line } = game[name](...given);
    return [value, solved, list, stats?.visits, stats?.leaves, distance, line?.map(find)];
  });
  const expected = seen(gts.game(LUA), p => +p.slice(1));
  for (let first = 0; first < 20; first++) {
    const make = i => KINDS[(i + first) % 20](i + 1), find = p => KINDS.findIndex((_, i) => isDeepStrictEqual(make(i), p)), game = gts.game(walk(make, find));
    assert.deepEqual(seen(game, find), expected, first);
    assert.equal(game.best(make(1), { nodes: 999 }).value, game.search({ algorithm: "alphabeta", position: make(1) }).value);
  }
});

test("objects of classes need a key if a search has a table", () => {
  class Position { constructor(at) { this.at = at; } }
  const game = key => gts.game(walk(at => new Position(at), p => p.at, { key, cycle: key && 0 })), plain = game(), all = { algorithm: "mtd", depth: 8 };
  assert.throws(() => plain.search(all), pattern("mtd needs rules.key, which walk does not have"));
  assert.throws(() => plain.perft(3, { distinct: true }), pattern("distinct needs rules.key"));
  assert.deepEqual([plain.show(), plain.best(undefined, { depth: 4 }).value], ['Position{"at":0}', plain.search({ algorithm: "minimax", depth: 4 }).value]);
  assert.deepEqual([plain.match({ depth: 1 }, { depth: 2 }, { games: 2 }).list.length, plain.apply(undefined, plain.moves().list[1].move, new Step(1)).at], [2, 3]);
  assert.match(String(gts.check(game(p => p.at), { time: 0.2 })), /^walk: no mistake was found/);
  for (const key of [p => p.at, p => BigInt(p.at) << 40n, p => `${p.at}`, p => p.at % 2 ? p.at : `${p.at}`, p => -p.at])
    assert.equal(game(key).search(all).stats.visits, gts.game(LUA).search(all).stats.visits);
});

test("shares are given back", () => {
  const game = gts.game(new Take(15)), held = () => game.rules.objects.named.size;
  game.search({ algorithm: "minimax" });
  const before = held();
  for (let i = 0; i < 5; i++) game.search({ algorithm: "minimax" });
  gts.call("search", "tictactoe", { native: false, algorithm: "minimax" });
  assert.ok(held() <= 2 * before + 50);
});

test("what rules throw and return names the rule", () => {
  const rules = changes => Object.assign(new Take(5), changes);
  const thrown = new RangeError("fell over");
  assert.throws(() => gts.game(rules({ evaluate() { throw thrown; } })).search(), error => error.cause === thrown
    && /^rules.evaluate: RangeError: fell over \(in rules.evaluate of position \[0,"m/.test(error.message));
  for (const [changes, text] of [
    [{ player: () => "me" }, 'rules.player: TypeError: expected "max" or "min", got "me"'],
    [{ evaluate: () => "much" }, 'rules.evaluate: TypeError: expected a number, got "much"'],
    [{ evaluate: () => NaN }, "rules.evaluate"],
    [{ evaluate: () => 7 }, "rules.evaluate"],
    [{ successors: () => [3] }, "rules.successors: TypeError: expected pairs [move, position], got 3"],
    ...["successors", "evaluate", "player", "terminal", "bounds", "key"].map(rule => [
      { [rule]: async () => { throw null; } }, `rules.${rule}: TypeError: expected an answer at once, got an object of class Promise`]),
    [{ successors: async function* () {} }, "rules.successors: TypeError: expected a list of pairs [move, position], got"],
    ...[NaN, undefined, null].flatMap(none => [[[none, [0]], `[${none}, [0]]`], [[1, none], `[1, ${none}]`]]).map(([pair, shown]) => [
      { successors: () => [pair] }, `rules.successors: TypeError: expected pairs [move, position], got ${shown}`]),
    [{ successors: () => [[new Step(1), [0]], ["one", [1]], ["one", [2]]] }, 'rules.successors: Error: the move "one" is there twice'],
    [{ evaluate: function deep() { return deep() + 1; } }, "rules.evaluate: RangeError"],
    [{ evaluate: () => { throw null; } }, "rules.evaluate: null"],
  ]) assert.throws(() => gts.game(rules(changes)).search({ algorithm: "mtd" }), pattern(text));
  assert.equal(gts.game(new Take(5)).search().value, 1);
});

test("bad games and arguments are refused", () => {
  for (const bad of [3, null, undefined, {}, []]) assert.throws(() => gts.game(bad), TypeError);
  assert.throws(() => gts.game(Take), /rules are an object, and Take is a class: give new Take\(\)/);
  assert.equal(gts.search(new Take(5)).value, 1);
  assert.throws(() => gts.game({ start: 1, successors: 2, evaluate: () => 0 }), /rules.successors is no function/);
  assert.throws(() => gts.game({ ...new Take(), successors() {}, evaluate() {}, range: [1] }), /rules.range is no pair of numbers: \[1\]/);
  assert.throws(() => gts.game({ ...new Take(), successors() {}, evaluate() {}, cycle: "0" }), /rules.cycle is no number: "0"/);
  assert.throws(() => gts.game({ ...new Take(), successors() {}, evaluate() {}, range: [2, 1] }), GtsError);
  assert.throws(() => gts.game(new Take(), { heap: 3 }), /take no options/);
  const endless = {};
  endless.endless = endless;
  assert.throws(() => gts.game({ ...new Take(), successors() {}, evaluate() {}, start: endless }), RangeError);
  assert.throws(() => gts.game("return {}\n"), GtsError);
  assert.throws(() => gts.call("search", "nim", { depth: Symbol("deep") }), TypeError);
  assert.throws(() => gts.call("search", "nim", { depth: NaN }), TypeError);
  assert.throws(() => gts.game(new Take()).search({ threads: 2 }), GtsError);
});

test("integers of 64 bits are exact", () => {
  const game = gts.game("return { name = 'bits', start = 1 << 62, evaluate = function() return 0 end, player = function() return 'max' end,\n"
    + "next = function(p, last) if not last and p == 1 << 62 then return (1 << 53) + 1, p + 1 end end }");
  const r = game.search();
  assert.deepEqual([r.move, r.line], [2n ** 53n + 1n, [2n ** 62n + 1n]]);
  assert.equal(game.search({ position: r.line[0] }).move, undefined);
  assert.throws(() => game.search({ position: 2 ** 62 }), /4611686018427388000 may not be exact: give a BigInt/);
  assert.throws(() => game.search({ position: 2n ** 64n }), /more than 64 bits/);
});

test("rules may call gts, and a search tells of its progress", () => {
  class Deep extends Take {
    evaluate(p) {
      assert.equal(gts.call("search", "nim", { depth: 3 }).depth, 3);
      return super.evaluate(p);
    }
  }
  assert.equal(gts.game(new Deep(5)).search({ algorithm: "alphabeta" }).value, 1);
  const depths = [], othello = gts.game("othello");
  assert.equal(othello.search({ depth: 30, deepen: true, every: 0.001, progress: ({ depth }) => depths.push(depth) < 3 }).stopped, "progress");
  assert.equal(depths.length, 3);
  const thrown = new Error("no more");
  assert.throws(() => othello.search({ depth: 30, deepen: true, progress() { throw thrown; } }), error => error.cause === thrown);
});

test("what gts keeps is used again, until it is dropped", () => {
  const table = gts.call("table", { bytes: 1000000 }), game = gts.game("tictactoe");
  const first = game.search({ algorithm: "mtd", table }), second = game.search({ algorithm: "mtd", table });
  assert.ok(second.stats.visits < first.stats.visits);
  assert.match(game.match({ depth: 1 }, { depth: 2 }, { games: 2 }).handle.call("csv"), /^pair,side,points/);
  table.drop();
  assert.throws(() => game.search({ table }), pattern("there is nothing by the handle"));
});

test("functions of gts are methods, help and learnt evaluations are there", async () => {
  assert.match(gts.help("search"), /^Search: options/);
  assert.match(gts.help("javascript"), /^Use gts from JavaScript/);
  assert.throws(() => gts.help("nonsensexyz"), GtsError);
  assert.throws(() => gts.serach("nim"), pattern("there is no function 'serach'"));
  assert.deepEqual((await busy.perft("tictactoe", 2)).list, gts.game("tictactoe").perft(2).list);
  assert.notEqual(gts.game("othello", { evaluation: "learnt" }).search({ depth: 2 }).value, gts.game("othello").search({ depth: 2 }).value);
});

test("results of a worker print as in Lua", async () => {
  const game = await busy.game("nim");
  assert.match(String(await game.search()), /^move {3}102\nvalue {2}1 {2}\(proved\)\nline {3}102 /);
  assert.match(await (await game.moves()).handle.call("tostring"), /^move /);
  assert.equal((await (await busy.game(own, { heap: 6 })).analyze([7, "max"])).list[0].move, 3);
});

test("a worker stops, and goes on", async () => {
  const othello = await busy.game("othello");
  let told = 0;
  const long = othello.search({ algorithm: "minimax", progress: () => { told++; } });
  setTimeout(() => busy.stop(), 300);
  assert.equal((await long).stopped, "interrupted");
  assert.ok(told > 0);
  assert.equal((await othello.search({ algorithm: "minimax", progress: () => false })).stopped, "progress");
  await assert.rejects(othello.search({ algorithm: "minimax", progress() { throw new RangeError("no more"); } }), RangeError);
  assert.equal((await othello.search({ depth: 2 })).depth, 2);
});

test("a worker has rules of a module, and is ended where they do not return", async () => {
  const take = await busy.game(own, { heap: 6 }), hangs = await busy.game(own, { heap: 5, hangs: true });
  const r = await take.search();
  assert.deepEqual([r.move, r.line[0]], [2, [4, "min"]]);
  assert.equal((await take.best([7, "max"], { depth: 9 })).move, 3);
  const stuck = hangs.search();
  setTimeout(() => busy.stop(), 100);
  await assert.rejects(stuck, pattern("stopped before anything was known"));
  assert.equal((await take.search()).move, 2);
  await assert.rejects(busy.game(new URL("./nowhere.mjs", own)), GtsError);
  await assert.rejects(busy.game(new Take()), TypeError);
  await assert.rejects(take.search({ order: () => 1 }), /no function but `progress`/);
});

test("a worker without shared memory is ended, and gives what it had found", async () => {
  const shared = globalThis.SharedArrayBuffer;
  globalThis.SharedArrayBuffer = undefined;
  const alone = await worker();
  globalThis.SharedArrayBuffer = shared;
  const game = await alone.game("connect4"), waiting = [];
  let told;
  const heard = new Promise(done => { told = done; });
  waiting.push(game.search({ depth: 40, deepen: true, every: 0.01, progress: told }));
  waiting.push(game.search({ depth: 1 }).catch(error => error.message));
  await heard;
  alone.stop();
  const [r, other] = await Promise.all(waiting);
  assert.equal(r.stopped, "interrupted");
  assert.ok(r.depth >= 1 && Number.isInteger(r.move));
  assert.equal(other, "stopped before anything was known");
  assert.equal((await game.search({ depth: 1 })).depth, 1);
  alone.close();
  await assert.rejects(game.search({ depth: 1 }), pattern("was closed"));
});
