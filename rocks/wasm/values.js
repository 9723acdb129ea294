// Values of JavaScript as gts knows them: by texts, equal only for equal values of the same types, and whether they have changed.

import { describe } from "./json.js";

const isObject = value => typeof value === "object" && value !== null;
const isTyped = value => ArrayBuffer.isView(value) && !(value instanceof DataView);
const Typed = Object.getPrototypeOf(Int8Array);

// Has an object nothing that its text leaves out: a prototype of the program's, names that are symbols?
function isPlain(value) {
  const kind = Object.getPrototypeOf(value), own = isTyped(value) ? Object.getPrototypeOf(kind) === Typed.prototype
    : Array.isArray(value) ? kind === Array.prototype : kind === Object.prototype || kind === null;
  return own && Object.getOwnPropertySymbols(value).length === 0;
}

// Is it a list without holes, and without other parts than items?
const isList = value => Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype
  && Object.keys(value).length === value.length && Object.getOwnPropertySymbols(value).length === 0 && !value.includes(undefined);

/** The parts of a value as a text; undefined where it has others than data. */
export function text(value) {
  switch (typeof value) {
    case "string": return JSON.stringify(value);
    case "bigint": return `${value}n`;
    case "function": case "symbol": return undefined;
    case "number": return Object.is(value, -0) ? "-0" : String(value);
  }
  if (!isObject(value)) return String(value);
  if (isList(value)) return between("[", value.length, i => text(value[i]), "]");
  if (!isPlain(value)) return undefined;
  const names = Object.keys(value), list = Array.isArray(value) || isTyped(value), { length } = value;
  const open = list ? `${isTyped(value) ? value.constructor.name : ""}[` : "{";
  if (list && names.length === length) return between(open, length, i => text(value[i]), "]");
  names.sort();
  const named = i => { const item = text(value[names[i]]); return item && `${JSON.stringify(names[i])}:${item}`; };
  return between(list ? `${open}${length};` : open, names.length, named, list ? "]" : "}");
}

function between(open, count, part, close) {
  let made = open;
  for (let i = 0; i < count; i++) {
    const item = part(i);
    if (item === undefined) return undefined;
    made += i > 0 ? `,${item}` : item;
  }
  return made + close;
}

/** A value for people: its parts, those of an object of a class behind its name; or what it says itself. */
export function shown(value) {
  if (!isObject(value) || value.toString !== Object.prototype.toString) return text(value) ?? String(value);
  const kind = value.constructor?.name ?? "Object", parts = text({ ...value });
  return kind === "Object" ? text(value) ?? describe(value) : parts ? kind + parts : describe(value);
}

/** What a value is known by: equal values have equal names. */
export function nameOf(value) {
  if (typeof value === "string") return `"${value}`;
  if (Object.is(value, -0)) return "-0";                // a Map has 0 for it
  return isObject(value) ? text(value) ?? value : value;
}

/**
 * What tables know a key by: an integer that fits into 64 bits, or a text; undefined if it has others parts than data. Numbers are
 * integers as far as they are exact, BigInts beyond.
 */
export function keyOf(value) {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value;
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value && !Number.isSafeInteger(Number(value))) return value;
  return text(value);
}

const MOST = 200;                       // objects of a position that are held against what they were
const ANY = Symbol("not looked at");

// What a list of values that are no objects was like.
class Flat {
  constructor(items) { this.items = items; }

  isOf(value) {
    const { items } = this;
    if (!Array.isArray(value) || value.length !== items.length || Object.getPrototypeOf(value) !== Array.prototype) return false;
    for (let i = 0; i < items.length; i++) if (!Object.is(items[i], value[i])) return false;
    return true;
  }
}

function flatOf(value) {
  if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype || Object.keys(value).length !== value.length) return undefined;
  for (let i = 0; i < value.length; i++) if (isObject(value[i])) return undefined;
  return new Flat(value.slice());
}

// The names of the values that an object has, also of those that are not listed.
function namesOf(value) {
  const names = Object.keys(value), all = Reflect.ownKeys(value);
  if (all.length === names.length + (Array.isArray(value) ? 1 : 0)) return names;
  return all.filter(name => "value" in Object.getOwnPropertyDescriptor(value, name) && !(Array.isArray(value) && name === "length"));
}

const bytesOf = value => ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);

// What an object has beside its fields, for one of these: a copy of it, and is that still so?
const INSIDE = [
  [ArrayBuffer.isView, value => bytesOf(value).slice(), isSame], [value => value instanceof ArrayBuffer, value => bytesOf(value).slice(), isSame],
  [value => value instanceof Date, value => value.getTime(), (time, value) => Object.is(time, value.getTime())],
  [value => value instanceof Map, (value, part) => [...value].map(([name, item]) => [name, part(name), part(item)]), (items, value) =>
    items.length === value.size && items.every(([name, its, item]) => value.has(name) && isStill(its, name) && isStill(item, value.get(name)))],
  [value => value instanceof Set, (value, part) => [...value].map(item => [item, part(item)]), (items, value) =>
    items.length === value.size && items.every(([item, its]) => value.has(item) && isStill(its, item))],
  [Array.isArray, value => value.length, (length, value) => length === value.length],
];

function isSame(bytes, value) {
  const others = bytesOf(value);
  return bytes.length === others.length && bytes.every((byte, i) => byte === others[i]);
}

/** What an object was like, to hold it against later. */
class Image {
  constructor(value, within, left) {
    const part = item => imageOf(item, within, left);
    this.kind = Object.getPrototypeOf(value);
    this.plain = [Object.prototype, Array.prototype, null].includes(this.kind);
    this.count = Object.keys(value).length;
    const inside = INSIDE.find(([is]) => is(value));
    this.inside = inside && inside[1](value, part);
    this.isInside = inside && inside[2];
    this.names = isTyped(value) ? [] : namesOf(value);
    this.parts = this.names.map(name => part(value[name]));
  }

  isOf(value) {
    if (!isObject(value) || Object.getPrototypeOf(value) !== this.kind || (this.isInside && !this.isInside(this.inside, value))) return false;
    const { plain, names, parts } = this;
    if (plain && Object.keys(value).length !== this.count) return false;
    for (let i = 0; i < names.length; i++) {
      // Objects of classes keep what they have computed: where there was nothing something may be.
      if (!isStill(parts[i], value[names[i]]) && (plain || (parts[i] !== undefined && parts[i] !== null))) return false;
    }
    return true;
  }
}

function imageOf(value, within, left) {
  if (!isObject(value)) return value;
  return within.includes(value) || left.count-- <= 0 ? ANY : flatOf(value) ?? new Image(value, [...within, value], left);
}

/** What a value is like now, but for the object `apart` in it. Does not fail. */
export function look(value, apart) {
  if (!isObject(value)) return value;
  try { return flatOf(value) ?? imageOf(value, [apart], { count: MOST }); } catch { return ANY; }
}

/** Is a value what it was like? */
export const isStill = (image, value) => image === ANY || (image instanceof Flat || image instanceof Image ? image.isOf(value)
  : Object.is(image, value));
