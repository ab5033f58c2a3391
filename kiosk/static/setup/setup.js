// What every step of set-up shares: asking, saying what came of it, how the devices stand.

import { text } from "../feed.js";
import { post } from "../send.js";

const EVERY_MS = 1000;
export const $ = (id) => document.getElementById(id);
const base = document.body.dataset.base;
const listeners = [];

export function element(tag, kind = "", words = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.textContent = words;
  return made;
}

function put(id, words) {
  const place = $(id);
  if (place && place.textContent !== words) place.textContent = words;
}

// Ask for a change; says what came of it, and gives the answer, null where it was refused.
export async function ask(part, body) {
  put("said", "");
  put("why", "");
  const answer = await post(`${base}/${part}`, body);
  if (answer.status !== 200) {
    put("why", answer.why);
    return null;
  }
  put("said", answer.said || "");
  if (answer.good === false) {
    put("said", "");
    put("why", answer.said);
  }
  return answer;
}

// The same for what needs a second person: their badge and PIN go with it.
export async function askTwo(part, body) {
  const approval = await agreed();
  return approval && ask(part, { ...body, approval });
}

function agreed() {
  const [dialog, form] = [$("agree"), $("agree-form")];
  form.reset();
  dialog.showModal();
  return new Promise((resolve) => {
    const close = (said) => {
      dialog.close();
      form.reset(); // a PIN does not stay on the page
      form.onsubmit = $("agree-cancel").onclick = dialog.oncancel = null;
      resolve(said);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      close({ badge: $("agree-badge").value.trim(), pin: $("agree-pin").value });
    };
    $("agree-cancel").onclick = () => close(null);
    dialog.oncancel = (event) => {
      event.preventDefault();
      close(null);
    };
  });
}

// Hear of every answer to "how does it stand".
export function onNow(listener) {
  listeners.push(listener);
}

async function look() {
  try {
    const response = await fetch(`${base}/now`);
    const found = await response.json();
    if (response.status === 401 || response.status === 403) {
      ended(found.why);
      return;
    }
    banner(found.why);
    if (response.ok) show(found);
  } catch {
    banner(text("lost"));
  }
  setTimeout(look, EVERY_MS);
}

function ended(why) {
  banner(why);
  $("banner").append(" ", document.querySelector('#texts [data-text="sign-in"]').cloneNode(true));
}

function banner(words) {
  put("banner", words);
  $("banner").hidden = !words;
}

function show(found) {
  for (const device of ["shoe", "camera"]) {
    const link = found[device];
    const state = $(`${device}-state`);
    if (state) state.className = `state ${link.state}`;
    put(`${device}-state`, link.word);
    put(`${device}-age`, link.age);
    put(`${device}-silent`, link.silent);
    put(`${device}-why`, link.why);
  }
  put("shoe-bytes", found.shoe.bytes);
  $("pending").hidden = !found.pending;
  for (const listener of listeners) listener(found);
}

// The steps that are forms

function fields(form) {
  return Object.fromEntries(new FormData(form));
}

function shoeAsked(made) {
  const { port, protocol, baud } = fields($("shoe-form"));
  return { ...made, port: port.trim(), protocol, baud: Number(baud) };
}

function listenTo() {
  $("shoe-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    ask("shoe", shoeAsked({ do: "save" }));
  });
  $("shoe-try")?.addEventListener("click", async ({ target }) => {
    target.disabled = true;
    await ask("shoe", shoeAsked({ do: "try" }));
    target.disabled = false;
  });
  $("shoe-form")?.elements.protocol.addEventListener("change", ({ target }) => {
    const usual = target.selectedOptions[0].dataset.baud;
    if (usual) $("shoe-form").elements.baud.value = usual;
  });
  $("commands")?.addEventListener("click", ({ target }) => {
    if (target.dataset.command) askTwo("shoe", { do: "command", command: target.dataset.command });
  });
  $("camera-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    ask("camera", { do: "keep", ...fields(event.target) });
  });
  $("camera-try")?.addEventListener("click", async ({ target }) => {
    target.disabled = true;
    await ask("camera", { do: "try", ...fields($("camera-form")) });
    target.disabled = false;
  });
  $("house-form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    await askTwo("house", fields(event.target));
  });
  $("test-begin")?.addEventListener("click", () => ask("test", { do: "begin" }));
  $("test-end")?.addEventListener("click", () => ask("test", { do: "end" }));
}

if ($("dealt")) {
  onNow(({ test }) => {
    $("test-begin").disabled = Boolean(test);
    $("test-end").disabled = !test;
    if (!test) return;
    const drawn = JSON.stringify(test);
    if ($("dealt").dataset.drawn === drawn) return;
    $("dealt").dataset.drawn = drawn;
    const rows = test.rows.map(({ words, box, good }) => {
      const row = element("li");
      row.append(element("span", "", words), element("span", good ? "good" : "", box));
      return row;
    });
    $("dealt").replaceChildren(...rows);
    put("dealt-note", test.note);
  });
}

// People

async function changePerson(body) {
  put("why", "");
  let answer = await post(`${base}/people`, body);
  if (answer.needs) {
    // It concerns a supervisor: another one has to agree.
    put("why", answer.why);
    const approval = await agreed();
    if (!approval) return;
    answer = await post(`${base}/people`, { ...body, approval });
  }
  if (answer.status === 200) location.reload();
  else put("why", answer.why);
}

$("person-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  changePerson({ do: "add", ...fields(event.target) });
});
$("people")?.addEventListener("click", ({ target }) => {
  const asked = target.dataset.do;
  if (!asked) return;
  const { badge } = target.closest("[data-badge]").dataset;
  if (asked !== "pin") {
    changePerson({ do: asked, badge });
    return;
  }
  $("pin-form").reset();
  $("pin-form").onsubmit = (event) => {
    event.preventDefault();
    const pin = $("new-pin").value;
    $("pin-dialog").close();
    $("pin-form").reset();
    changePerson({ do: "pin", badge, pin });
  };
  $("pin-dialog").showModal();
});
$("pin-cancel")?.addEventListener("click", () => $("pin-dialog").close());

// The path

$("mark-done").addEventListener("click", async ({ target }) => {
  const { step } = document.body.dataset;
  if (await ask("done", { step, done: target.dataset.done === "true" })) location.reload();
});
$("start-anew").addEventListener("click", ({ target }) => {
  // What throws everybody out takes two taps.
  if (target.dataset.tapped) ask("start", {});
  else {
    target.dataset.tapped = "yes";
    target.textContent = target.dataset.sure;
  }
});

listenTo();
look();
