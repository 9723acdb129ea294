// What the program asks of JavaScript, for emcc.

mergeInto(LibraryManager.library, {
  // Sends a text to the page. It arrives at once, also while a search runs.
  page_tell: function (text) { Module.tell(UTF8ToString(text)); },

  // The messages that have come since: a text, to be freed by who asks. Where they can come, worker.js puts something in its place.
  page_messages: function () { return 0; },
});
