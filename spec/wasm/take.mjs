// Rules in JavaScript, for test_javascript.mjs: a heap; a move takes 1 to 3, whoever takes the last wins.

export class Take {
  range = [-1, 1];

  constructor(heap = 21) { this.start = [heap, "max"]; }

  successors([heap, who]) {
    return [1, 2, 3].filter(taken => taken <= heap).map(taken => [taken, [heap - taken, who === "max" ? "min" : "max"]]);
  }

  player([, who]) { return who; }

  evaluate([heap, who]) { return heap > 0 ? 0 : who === "max" ? -1 : 1; }
}

export default ({ heap, hangs }) => {
  const rules = new Take(heap);
  if (hangs) rules.evaluate = () => { for (;;) { /* forever */ } };
  return rules;
};
