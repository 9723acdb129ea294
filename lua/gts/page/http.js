// A carrier connects the page with its state (gts.page.page_state). `makeCarrier` gives one, an object with
//
//   send(message)             takes a message to page_state:take
//   listen(receive, lost)     calls receive({ state, thought }) with what is new: `state` is what page_state:state(seen) gives, `thought`
//                             what page_state:thought() gives, and either may be missing; calls lost(true) when the other end is gone,
//                             or lost("what to say"), and lost(false) when that is over
//   restart()                 if there is one: ends the other end, whatever it is at, and begins it anew
//
// This one goes over HTTP, to where the page came from: it asks what is new, and the answer comes when there is something.

// The token, which the printed address has behind `#token=`: it goes into the storage of this tab, which survives a reload and is
// read by no other address, and out of the address, so that neither links nor the list of visited pages have it.
function takeToken() {
  const [, found, rest] = /^#token=(\w+)[#&]?(.*)$/s.exec(location.hash) || [];
  try {
    if (!found) return sessionStorage.getItem("token");
    sessionStorage.setItem("token", found);
    history.replaceState(null, "", rest ? `#${rest}` : location.pathname);
  } catch { /* without a storage it stays in the address */ }
  return found;
}

function makeCarrier() {
  const token = takeToken();
  addEventListener("hashchange", () => { if (location.hash.startsWith("#token=")) location.reload(); });
  const nothing = { serial: 0, thoughts: 0, parts: {} };
  let seen = { ...nothing };
  let lost = () => {}, says = false;    // was something said of a message?

  async function post(message) {
    const answer = await fetch("/message", {
      method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` }, body: JSON.stringify(message),
    });
    if (!answer.ok) throw new Error((await answer.text()).trim(), { cause: answer.status });
    return answer.json();
  }

  const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

  // A hidden page sends no requests: a browser has few connections to one address.
  const visible = () => document.hidden && new Promise(done => document.addEventListener("visibilitychange", done, { once: true }));

  async function listen(receive, onLost) {
    lost = onLost;
    for (let failures = 0; ;) {
      await visible();
      let refused = "";
      const news = await post({ kind: "wait", ...seen }).catch(error => { refused = error.cause && error.message; });
      if (news) {
        if (failures > 0) lost(false);
        failures = 0;
        if (news.serial) Object.assign(seen, { serial: news.serial, thoughts: news.thoughts });
        if (news.state) seen.parts = news.state.numbers;
        receive(news);
      } else {
        failures++;
        says = false;
        lost(refused ? `The program does not answer this page: ${refused}.` : true);
        seen = { ...nothing };
        await pause(Math.min(250 * failures, 4000));
      }
    }
  }

  function say(text) {
    says = text;
    lost(text);
  }

  // Why the server does not take a message is said until the next one. That it is gone, `listen` finds out.
  async function deliver(message) {
    if (says) say(false);
    try {
      await post(message);
    } catch (error) {
      if (error.cause) say(`That was not taken: ${error.message}.`);
    }
  }

  // One after the other: requests on their way side by side may overtake each other.
  let sent = Promise.resolve();
  const send = message => { sent = sent.then(() => deliver(message)); };

  return { send, listen };
}
