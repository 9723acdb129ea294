// Values as gts reads and writes them: JSON whose integers have 64 bits. Beyond 2^53 they are BigInt here.

const BIG = "\u0000big:";               // no text of gts begins so
const MOST = 2n ** 63n;

function number(value) {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is no value for gts`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 2 ** 63) {
    throw new TypeError(`${value} may not be exact: give a BigInt`);
  }
  return String(value);
}

function bigint(value) {
  if (value < -MOST || value >= MOST) throw new TypeError(`${value} has more than 64 bits`);
  return String(value);
}

/** A value as JSON. `special(value)` gives the text of what is not data, or undefined. */
export function encode(value, special) {
  switch (typeof value) {
    case "undefined": return "null";
    case "boolean": return String(value);
    case "number": return number(value);
    case "bigint": return bigint(value);
    case "string": return JSON.stringify(value);
  }
  if (value === null) return "null";
  const text = special(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return `[${Array.from(value, item => encode(item, special)).join()}]`;
  const kind = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (kind !== Object.prototype && kind !== null) throw new TypeError(`${describe(value)} is no value for gts`);
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${encode(item, special)}`).join()}}`;
}

/** Data as JSON. */
export const data = value => encode(value, () => undefined);

/** What a value is, for messages. */
export function describe(value) {
  if (typeof value === "function") return `the function ${value.name || "(anonymous)"}`;
  if (typeof value === "object" && value !== null) {
    const name = value.constructor?.name || Object.prototype.toString.call(value).slice(8, -1);
    if (name && name !== "Object" && name !== "Array") return `an object of class ${name}`;
    try { return JSON.stringify(value); } catch { return "an object"; }
  }
  return typeof value === "bigint" ? `${value}n` : typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** What a function has returned, unless it is a promise, which nobody awaits. */
export function now(answer) {
  if (typeof answer?.then !== "function") return answer;
  Promise.resolve(answer).catch(() => {});
  throw new TypeError(`expected an answer at once, got ${describe(answer)}`);
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

const exact = token => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? JSON.stringify(BIG + token) : token;

/** What JSON of gts says. `special(object)` gives what stands in the place of an object whose parts are made, or the object. */
export function decode(text, special) {
  const revive = value => {
    if (typeof value === "string") return value.startsWith(BIG) ? BigInt(value.slice(BIG.length)) : value;
    if (typeof value !== "object" || value === null) return value;
    for (const name of Object.keys(value)) value[name] = revive(value[name]);
    return Array.isArray(value) ? value : special(value);
  };
  return revive(JSON.parse(/\d{16}/.test(text) ? text.replace(TOKEN, exact) : text));
}
