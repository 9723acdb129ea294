// Elements.

const $ = id => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const show = (element, visible) => element.classList.toggle("hidden", !visible);
const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// Numbers for people.

const whole = new Intl.NumberFormat("en");
const brief = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 3, signDisplay: "exceptZero" });

// What is known of a value (see gts.page.game_session), in words, and shorter.
const amount = value => decimals.format(value).replace("-", "\u2212");
const inWords = known => known.ends ? `${known.ends} in ${known.plies}` : amount(known.value) + (known.proved ? " (proved)" : "");
const inShort = known => known.ends ? `${known.ends === "wins" ? "W" : "L"}${known.plies}` : amount(known.value);

const sideName = player => player.toUpperCase();
const otherOf = player => player === "max" ? "min" : "max";
