// What the program asks of JavaScript, for emcc.

mergeInto(LibraryManager.library, {
  // Sends a text to the page. It arrives at once, also while a search runs.
  page_tell: function (text) { Module.tell(UTF8ToString(text)); },

  // The messages that have come since: a text, to be freed by who asks. Where they can come, worker.js puts something in its place.
  page_messages: function () { return 0; },

  // Rules in JavaScript: see Host in rocks/wasm/gts.js.
  host_next: function (game, position, last, move, child) { return Module.host.next(game, position, last, move, child); },
  host_evaluate: function (game, position, value) { return Module.host.evaluate(game, position, value); },
  host_player: function (game, position) { return Module.host.player(game, position); },
  host_terminal: function (game, position) { return Module.host.terminal(game, position); },
  host_bounds: function (game, position, lower, upper) { return Module.host.bounds(game, position, lower, upper); },
  host_key: function (game, position, key, text) { return Module.host.key(game, position, key, text); },
  host_show: function (game, position) { return Module.host.show(game, position); },
  host_move_name: function (game, move) { return Module.host.moveName(game, move); },
  host_release: function (game, object) { Module.host.release(game, object); },
  host_close: function (game) { Module.host.close(game); },
  host_call: function (number, text) { return Module.host.call(number, text); },
});
