// Values of JavaScript, without the program: node --test spec/wasm/test_values.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { Host } from "../../rocks/wasm/host.js";
import { isStill, keyOf, look } from "../../rocks/wasm/values.js";

class Board extends Array {
  constructor(turn) {
    super();
    this.turn = turn;
  }
}

const withField = (list, turn) => Object.assign(list, { turn });

test("values of different types or parts have different keys", () => {
  const values = [
    1, 1n, "1", '"1"', 1.5, "1.5", -1, 2 ** 60, 2n ** 60n, 2n ** 70n, String(2n ** 70n), 0, -0, 0n, true, "true", null, "null", undefined,
    "undefined", NaN, "NaN", Infinity, "", [], {}, [1], ["1"], [1n], [-0], [0], [[1]], [1, [2]], [[1], 2], "[1]", '"[1]', "a\0b", "a\0c",
    "\ud800", "\ud801", new Uint8Array([1]), new Int8Array([1]), new Float64Array([1]), { a: 1 }, { a: "1" }, { a: 1n }, withField([1], 0),
    withField([1], 1), withField(new Uint8Array([1]), 0), [null], [undefined],
  ];
  const keys = new Map();
  for (const value of values) {
    const key = keyOf(value), other = typeof key === "string" ? `"${key}` : BigInt(key);
    assert.ok(typeof key === "string" || BigInt.asIntN(64, BigInt(key)) === BigInt(key), `${String(value)}: ${key}`);
    assert.ok(!keys.has(other), `${String(key)} is of two values`);
    if (typeof key === "string") assert.ok(!key.includes("\0") && key.isWellFormed());
    keys.set(other, value);
  }
  for (const value of [new Board(1), Symbol("a"), () => 1, new Map(), new Date(), { [Symbol.iterator]: 1 }]) assert.equal(keyOf(value), undefined);
  assert.equal(keyOf({ b: 1, a: [2] }), keyOf({ a: [2], b: 1 }));
});

test("a change is seen wherever it is, and none where there is none", () => {
  class Odd { constructor() { Object.assign(this, { cells: [1, 2], memo: undefined, rules }); } }
  const rules = {};
  const list = [3], hidden = () => Object.defineProperty({ [mark]: 1 }, "h", { value: 1, writable: true }), mark = Symbol("mark");
  const made = () => [
    [1, [2, 3]], { a: { b: 1 } }, new Map([[1, [2]]]), new Set([1]), new Uint8Array(3), new Odd(), withField(new Board(1), [1]), [null, [1]], { a: 1, b: undefined },
    new Date(0), new DataView(new ArrayBuffer(2)), new ArrayBuffer(2), new Map([[list, 1]]), new Set([list]), hidden(), hidden(), withField([1], 0),
  ];
  const slips = [
    v => v[1].push(4), v => { v.a.b = "1"; }, v => v.get(1).pop(), v => v.add(2), v => { v[2] = 1; }, v => v.cells.reverse(), v => v.push(1), v => { v[0] = 1; },
    v => { delete v.b; }, v => v.setTime(1), v => v.setInt8(1, 1), v => { new Int8Array(v)[0] = 1; }, () => { list[0]++; }, () => { list[0]++; }, v => { v.h = 2; },
    v => { v[mark] = 2; }, v => { v.turn = 1; },
  ];
  slips.forEach((slip, i) => {
    const value = made()[i], image = look(value, rules);
    assert.ok(isStill(image, value) && isStill(image, made()[i]));
    slip(value);
    assert.ok(!isStill(image, value), i);
  });
  const odd = new Odd(), image = look(odd, rules);
  odd.memo = rules.memo = 7;
  assert.ok(isStill(image, odd));
  const endless = { list: [] };
  endless.list.push(endless);
  assert.ok(isStill(look(endless), endless));
  const map = new Map([[1, 2], [3, 4]]), before = look(map);
  map.delete(1);
  map.set(1, 2);
  assert.ok(isStill(before, map));
});

test("a rule that changes its position is refused", () => {
  const plain = {
    start: [[0, 0]], range: [0, 9], successors: ([[a, b]]) => a + b < 3 ? [[1, [[a + 1, b]]], [2, [[a, b + 1]]]] : [], evaluate: ([[a]]) => a,
    player: () => "max", terminal: () => false, bounds: () => [0, 9], key: ([[a, b]]) => 10 * a + b,
  };
  const askAll = game => {
    const number = game.lend(game.rules.start), host = new Host(), said = [];
    host.games.push(game);
    host.program = { HEAP32: Int32Array.of(0, 0, number, 0), HEAPF64: new Float64Array(4), lengthBytesUTF8: text => text.length, _malloc: () => 1,
                     stringToUTF8: text => said.push(text), _free() {}, _gts_fail() {} };
    host.next(0, 8, 0, 0, 0);
    host.evaluate(0, 8, 0);
    host.player(0, 8);
    host.terminal(0, 8);
    host.bounds(0, 8, 0, 0);
    host.key(0, 8, 0, 0);
    return said;
  };
  assert.deepEqual(askAll(rulesOf(plain)), []);
  for (const rule of ["successors", "evaluate", "player", "terminal", "bounds", "key"]) {
    const slip = { ...plain, start: [[0, 0]], [rule]: p => { const answer = plain[rule](p); p[0][1] += 1; return answer; } };
    assert.equal(askAll(rulesOf(slip))[0], "changed its position [[0,0]]: change a copy, also of what is inside it", rule);
  }
  function* undone(p) {
    for (const i of [0, 1]) {
      p[0][i]++;
      yield [i, p];
      p[0][i]--;
    }
  }
  for (const successors of [undone, p => [...undone(p)]])
    assert.equal(askAll(rulesOf({ ...plain, successors }))[0], "changed its position after the move 0: give each move a copy");
});

function rulesOf(rules) {
  const host = new Host();
  return host.games[host.add(rules)];
}
