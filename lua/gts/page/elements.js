// Elements.

const $ = id => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function attributes(element, values) {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  return element;
}

const show = (element, visible) => element.classList.toggle("hidden", !visible);
const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// Numbers for people.

const whole = new Intl.NumberFormat("en");
const brief = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 3, signDisplay: "exceptZero" });

// The figures of a search, in elements whose ids begin with the prefix.
function showFigures(prefix, { depth, value, nodes, seconds }) {
  setText($(`${prefix}depth`), depth ? String(depth) : "–");
  setText($(`${prefix}value`), String(value ?? "–"));
  setText($(`${prefix}nodes`), nodes ? brief.format(nodes) : "–");
  $(`${prefix}nodes`).title = nodes ? whole.format(nodes) : "";
  setText($(`${prefix}speed`), nodes && seconds > .001 ? brief.format(nodes / seconds) : "–");
}

// What is known of a value (see gts.page.course), in words, and shorter; and from MAX's side, with the winner.
const amount = value => decimals.format(value).replace("-", "\u2212");
const within = plies => plies === undefined ? "" : ` in ${plies}`;
const inWords = known => known.ends ? known.ends + within(known.plies) : amount(known.value) + (known.proved ? " (proved)" : "");
const inShort = known => known.ends ? { wins: "W", loses: "L", draws: "D" }[known.ends] + (known.plies ?? "") : amount(known.value);

function forBoth(known) {
  if (known.ends === "draws") return "a draw";
  if (known.ends) return `${known.ends === "wins" ? "MAX" : "MIN"} ${known.plies === 0 ? "has won" : "wins" + within(known.plies)}`;
  return `value ${amount(known.value)}${known.proved ? ", proved" : known.words ? `: ${known.words}` : ""}`;
}

const sideName = player => player.toUpperCase();
const otherOf = player => player === "max" ? "min" : "max";
