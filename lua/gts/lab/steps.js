// The tab "Steps" (see gts.lab.stepping).

function stepsTab(page) {
  const subject = subjectFields($("steps-subject"), "steps", true);
  const place = $("steps-frame"), nonce = document.currentScript.nonce;
  let html = null, asked = false;       // the page; whether its user has asked for it

  const request = () => ({ ...subject(), algorithm: $("steps-algorithm").value, beside: $("steps-beside").value || undefined,
    depth: number($("steps-depth").value), show: $("steps-show").checked });
  const example = once(() => "tree", "steps", () => page.send("steps", request()));
  const showForm = taskForm(page, "steps", () => {
    asked = true;
    return request();
  }, task => standing(task, "") ?? task.result.sentence);

  $("steps-save").onclick = () => saveFile("steps.html", html, "text/html");

  // A separate page in a frame without access to this one: it takes over this page's policy, and so its nonce.
  function showFrame(result) {
    if (html === (result ? result.html : null)) return;
    html = result ? result.html : null;
    show($("steps-save"), result);
    if (!result) return place.replaceChildren();
    const frame = make("iframe", { title: `Steps: ${result.title}`, srcdoc: html.replaceAll('nonce=""', `nonce="${nonce}"`) });
    frame.setAttribute("sandbox", "allow-scripts");
    place.replaceChildren(frame);
    if (asked) place.scrollIntoView({ block: "start" });
  }

  return {
    show(state, thought) {
      fillAlgorithms($("steps-algorithm"), state.about.algorithms);
      fillAlgorithms($("steps-beside"), state.about.algorithms, "no other");
      if (!$("steps-algorithm").dataset.set) {
        $("steps-algorithm").value = "alphabeta";
        $("steps-algorithm").dataset.set = "true";
      }
      example(state);
      const { task } = showForm(state, thought);
      if (!task.works && !task.waits) showFrame(task.result);
    },
  };
}
