// Drives libraries of others by the words of UCI that `make foreign` needs: see rules.lua beside this file.
//
//    node drive.js rapid-draughts|jocly FOLDER        FOLDER: where npm has put the package
//
// It answers `uci`, `isready`, `setoption name UCI_Variant value NAME`, `position startpos moves ...`, `go perft N`, and `go` with
// `info string result max|min|draw|none` and no move. A game is over when somebody has won: draws by repetition or by a count of
// moves are passed over, since a random game goes on from there. Nothing of a library is here but calls.
"use strict";

const [library, folder] = process.argv.slice(2);
const load = (name) => require(require.resolve(name, { paths: [folder] }));

// A draughts move: from, to, and what is captured, squares from 1.
const jump = (from, to, captured) =>
  `${from}-${to}` + captured.map((square) => `x${square}`).sort().join("");

// A library has `variants`; `start(variant)`, a state; `moves(state)`, a map of words to moves; `play(state, move)`, the state
// after it; `result(state)`. A state is never changed.
const libraries = {
  "rapid-draughts": () => {
    const { EnglishDraughts } = load("rapid-draughts/english");
    const winners = { dark_won: "max", light_won: "min" };
    return {
      variants: ["english-draughts"],
      start: () => EnglishDraughts.setup(),
      moves: (game) => new Map(game.moves.map((move) =>
        [jump(move.origin + 1, move.destination + 1, move.captures.map((square) => square + 1)), move])),
      play: (game, move) => {
        const next = EnglishDraughts.setup(game.engine.serialize());
        next.move(move);
        return next;
      },
      result: (game) => winners[game.status] || "none",
    };
  },

  // Its matches are changed by moves: a state is the list of moves that lead to it, and the match is brought there.
  jocly: () => {
    const jocly = load("jocly");
    // Its board of draughts is the mirror image.
    const mirrored = (cell) => cell + 4 - 2 * (cell % 4);
    const words = {
      "english-draughts": (move) => jump(mirrored(move.pos[0]), mirrored(move.pos[move.pos.length - 1]),
        move.capt.filter((cell) => cell !== null).map(mirrored)),
      "3-men-morris": (move, text) => text.replace(/x.*/, "") + (move.c === -1 ? "" : "!"),
      fourinarow: (move, text) => text.substring(1).toLowerCase(),
    };
    let match, played;
    const bring = async (state) => {
      if (played.length > state.length || played.some((move, i) => move !== state[i])) {
        let same = 0;
        while (same < state.length && played[same] === state[same]) same++;
        await match.rollback(same);
        played = played.slice(0, same);
      }
      for (const move of state.slice(played.length)) await match.applyMove(move);
      played = state;
      return match;
    };
    const winners = { 1: "max", "-1": "min", 2: "draw" };
    const finished = async (state) => {
      const { finished: over, winner } = await (await bring(state)).getFinished();
      return over ? winners[winner] : "none";
    };
    let word;
    return {
      variants: ["english-draughts", "3-men-morris", "fourinarow", "reversi", "reversi4", "reversi6"],
      start: async (variant) => {
        word = words[variant] || ((_, text) => (text === "-" ? "pass" : text));
        // In English draughts one may capture less than the most.
        if (variant === "english-draughts") {
          (await jocly.getGameConfig(variant)).model.gameOptions.variant.captureLongestLine = false;
        }
        match = await jocly.createMatch(variant);
        played = [];
        return played;
      },
      moves: async (state) => {
        const over = await finished(state);
        if (over === "max" || over === "min") return new Map();
        const moves = await match.getPossibleMoves(), texts = await match.getMoveString(moves);
        return new Map(moves.map((move, i) => [word(move, texts[i]), move]).reverse());
      },
      play: (state, move) => [...state, move],
      result: finished,
    };
  },
};

const rules = libraries[library]();
const say = (text) => process.stdout.write(text + "\n");

async function count(state, depth) {
  const moves = await rules.moves(state);
  if (depth === 1) return moves.size;
  let sum = 0;
  for (const move of moves.values()) sum += await count(await rules.play(state, move), depth - 1);
  return sum;
}

let variant = rules.variants[0], state, words = [];

// The state after some moves: from the last one on, if these begin as those before.
async function place(list) {
  if (!state || !words.every((word, i) => word === list[i])) {
    state = await rules.start(variant);
    words = [];
  }
  for (const word of list.slice(words.length)) {
    const move = (await rules.moves(state)).get(word);
    if (!move) throw new Error(`no move ${word} after ${words.join(" ")}`);
    state = await rules.play(state, move);
    words.push(word);
  }
}

async function perft(depth) {
  let sum = 0;
  for (const [word, move] of await rules.moves(state)) {
    const paths = depth === 1 ? 1 : await count(await rules.play(state, move), depth - 1);
    say(`${word}: ${paths}`);
    sum += paths;
  }
  say(`Nodes searched: ${sum}`);
}

// Who has won; where a board is full or nobody can move, it may want passes first.
async function result() {
  let at = state, found = await rules.result(at);
  for (let i = 0; i < 2 && found === "none"; i++) {
    const pass = (await rules.moves(at)).get("pass");
    if (pass) found = await rules.result(at = await rules.play(at, pass));
  }
  say(`info string result ${found}`);
  say("bestmove 0000");
}

async function answer(line) {
  const [first, ...rest] = line.trim().split(/\s+/);
  if (first === "uci") {
    say(`option name UCI_Variant type combo default ${variant} ${rules.variants.map((name) => "var " + name).join(" ")}`);
    say("uciok");
  } else if (first === "isready") say("readyok");
  else if (first === "setoption") [variant, state] = [rest[3], undefined];
  else if (first === "position") await place(rest.slice(2));
  else if (first === "go") await (rest[0] === "perft" ? perft(Number(rest[1])) : result());
  else if (first === "quit") process.exit(0);
}

(async () => {
  for await (const line of require("readline").createInterface({ input: process.stdin })) await answer(line);
})();
