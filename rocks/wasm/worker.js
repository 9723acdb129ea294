// gts in a worker: see remote.js.

import { GtsError } from "./handles.js";
import { decode } from "./json.js";
import { Local } from "./local.js";
import { isNode } from "./program.js";

const games = new Map();                // numbers below 0 -> games
let post, flag;

const ready = new Local().start();
ready.catch(() => {});                  // each call reports it

// The objects of JavaScript in a JSON text: { number: value }. In texts quotes have a backslash.
function objectsIn(text, rules) {
  const objects = {};
  if (rules) for (const [, number] of text.matchAll(/\{"object":(\d+)\}/g)) objects[number] = rules.value(number);
  return objects;
}

// What a module exports: rules, or fields of an algorithm.
async function exportOf(address, options) {
  const { default: found, ...named } = await import(address);
  const made = found ?? named;
  return typeof made === "function" ? made(options) : made;
}

async function make(engine, { make: number, source, isRuled, options }) {
  games.set(number, isRuled ? engine.game(await exportOf(source, options)) : engine.game(source, options && decode(options, value => value)));
  return { list: "[]" };
}

async function define(engine, { algorithm: source, options }) {
  return { list: JSON.stringify([engine.run("algorithm", [await exportOf(source, options)])]) };
}

function call(engine, { id, name, list, values, game }) {
  const { rules, number } = games.get(game) ?? {};
  engine.objectOf = rules && (one => rules.value(one));
  const teller = engine.host.hold(report => {
    post({ id, report, objects: objectsIn(report, rules) });
    return flag && Atomics.load(flag, 0) >= id ? "false" : "null";
  });
  const find = (_, one) => {
    if (!games.has(Number(one))) throw new GtsError("the game could not be made anew");
    return `{"handle":${games.get(Number(one)).number}}`;
  };
  const lend = (_, one) => `{"of":${number},"object":${rules.lend(values[one - 1])}}`;
  try {
    const answer = engine.text(name, list.replace(/\{"handle":(-\d+)\}/g, find).replace(/\{"object":-(\d+)\}/g, lend)
      .replace(/\{"function":0\}/g, `{"function":${teller}}`));
    return { list: answer, objects: objectsIn(answer, rules) };
  } finally {
    engine.host.functions.delete(teller);
  }
}

async function handle(message) {
  const { id } = message;
  let engine;
  try {
    engine = await ready;
    const answer = message.hello ? { list: JSON.stringify([engine.version]) } : await (message.make ? make : message.algorithm ? define : call)(engine, message);
    if (id) post({ id, ...answer });
  } catch (error) {
    const wrong = { id, wrong: error.message ?? String(error), dead: Boolean(engine?.dead) };
    try { post({ ...wrong, cause: error.cause ?? error }); } catch { post(wrong); }
  }
}

let work = Promise.resolve();

function receive(message) {
  if (message.flag !== undefined) flag = message.flag;
  else if (message.drop > 0 || games.has(message.drop)) work = work.then(() => drop(message.drop));
  else if (message.id || message.make || message.algorithm) work = work.then(() => handle(message));
}

async function drop(number) {
  const engine = await ready.catch(() => undefined);
  engine?.drop(number > 0 ? number : games.get(number)?.number ?? 0);
  games.delete(number);
}

if (isNode) {
  import("node:worker_threads").then(({ parentPort }) => {
    post = message => parentPort.postMessage(message);
    parentPort.on("message", receive);
  });
} else {
  post = message => self.postMessage(message);
  self.onmessage = event => receive(event.data);
}
