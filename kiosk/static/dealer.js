// The dealer's page: what the table awaits decides what the lower band offers, and nothing else can be pressed.

import { agreement } from "./agree.js";
import { deskOf } from "./desks.js";
import { follow, text } from "./feed.js";
import { drawFelt } from "./felts.js";
import { whatHappened } from "./misdeal.js";
import { hidePicker, pickerIsOpen, pickerKey, showPicker } from "./picker.js";
import { showPlayback } from "./playback.js";
import { drawSeating, showSeating } from "./seating.js";
import { sendKey } from "./send.js";
import { announce, drawBar, drawFresh, element } from "./table.js";

const $ = (id) => document.getElementById(id);
const OURS = ["wrong", "correct", "misdeal", "mistake", "remedy"];
const SETTLE_MS = 1500;

let view = null;
let playing = null;
// What the dealer has begun on this page: wrong, correct, misdeal, mistake, remedy, sent, or work of the game's own desk.
let mode = { kind: "none" };
let waitsFor = null; // the record that the answer to a key has promised
let release = 0;
const table = { key, set, cancel }; // what a game's own desk may do
let offers = []; // the buttons of the lower band
let ahead = []; // keys typed while a card is on its way: the next card

// What is shown

function show(next) {
  const before = view;
  view = next;
  if (!before || question(before) !== question(view) || mode.kind === "sent") rest();
  else if (!deskOf(view).keeps(mode, before, view)) rest();
  drawBar(view);
  drawLinks();
  drawFelt(view, false);
  const told = deskOf(view).sees?.(view);
  if (told) answer(told);
  drawFresh(view, settled);
  drawBand();
  if ($("seats-dialog").open && !deskOf(view).seating) drawSeating(view, key);
  announce(view);
  if (waitsFor !== null && view.number >= waitsFor) free();
}

// What a dealer's half-done work belongs to: it is dropped when this changes.
function question(shown) {
  return [shown.round, shown.awaits.kind, shown.finding?.number].join();
}

// Back to what the table itself awaits.
function rest() {
  mode = deskOf(view).rest(view) ?? { kind: "none" };
}

function drawLinks() {
  $("links").replaceChildren(
    ...view.words.links.map((link) => {
      const item = element("li", `link ${link.state}`);
      item.append(element("span", "dot"), element("span", "name", link.name), element("span", "word", link.word));
      return item;
    }),
  );
}

function settled(line) {
  const item = element("li", line.tone);
  item.append(element("span", "name", line.name), element("span", "what", line.what));
  item.append(element("b", "", line.net), element("i", "", line.clause));
  item.title = line.why;
  return item;
}

function drawBand() {
  const { finding, prompt } = view.words;
  const stopped = finding !== null || view.fault !== null;
  $("band").classList.toggle("stop", stopped);
  $("band").dataset.kind = stopped ? "finding" : mode.kind === "none" ? view.awaits.kind : mode.kind;
  document.body.classList.toggle("by-hand", view.by_hand);
  document.body.classList.toggle("over", view.awaits.kind === "over");
  const choosing = mode.kind === "wrong" || mode.kind === "mistake";
  document.body.classList.toggle("choosing", choosing);
  document.body.classList.toggle("any-card", mode.kind === "mistake");
  // A card on the felt can be reached by keys while one is to be chosen, and only then.
  for (const slot of document.querySelectorAll("#felt .slot")) {
    slot.tabIndex = choosing ? 0 : -1;
    if (choosing) slot.setAttribute("role", "button");
    else slot.removeAttribute("role");
  }
  $("prompt").textContent = promptOf(prompt);
  const said = view.fault === null ? [finding?.sentence, finding?.cards, finding?.held] : [view.fault];
  $("sentence").hidden = !stopped;
  $("sentence").replaceChildren(...said.filter(Boolean).map((sentence) => element("span", "", sentence)));
  if (finding?.next && mode.kind === "none") $("sentence").append(element("b", "", finding.next));
  drawButtons(playing ? [{ note: text("playing") }] : buttons());
  if (playing) hidePicker();
  else drawPicker();
  drawTools(stopped);
  markSeat();
}

function promptOf(prompt) {
  if (mode.kind === "wrong") return text("wrong-pick");
  if (mode.kind === "misdeal") return text("misdeal-what");
  if (mode.kind === "mistake") return text("misdeal-tap");
  if (mode.kind === "correct" || mode.kind === "remedy") return text("wrong-name");
  return deskOf(view).prompt(view, mode) ?? prompt;
}

function buttons() {
  if (view.fault !== null) return [];
  if (["wrong", "correct", "remedy", "mistake"].includes(mode.kind)) return [{ label: text("cancel"), run: cancel }];
  if (mode.kind === "misdeal") {
    const own = deskOf(view).mishaps?.(view, table, pickMistake);
    return own ? [...own, { label: text("cancel"), kind: "quiet-act", run: cancel }] : whatHappened(key, pickMistake, cancel, deskOf(view).mistakes?.(view, table) ?? []);
  }
  if (view.words.finding) return view.words.finding.remedies.map((remedy) => ({ ...remedy, run: () => remedied(remedy) }));
  const own = deskOf(view).buttons(view, mode, table);
  if (own) return own;
  switch (view.awaits.kind) {
    case "choice":
      return choices();
    case "over":
      return [{ label: text("paid"), primary: true, kind: "wide", run: () => key({ do: "paid" }) }];
    default:
      return view.by_hand ? [] : [{ note: text("awaiting-shoe") }];
  }
}

// The acts that are legal now. The one that Enter takes costs the player nothing: no chips, and no half of a stake.
function choices() {
  const free = view.words.acts.findIndex(({ chips, step }) => chips === 0 && step.act !== "surrender");
  return view.words.acts.map(({ label, step }, index) => ({
    label,
    primary: index === free,
    run: () => key({ do: "step", step }),
  }));
}

function drawButtons(offered) {
  offers = offered;
  // Drawn again only when they have changed: one may be under a finger while a view comes.
  const looks = JSON.stringify(offered);
  if ($("acts").dataset.looks === looks) return;
  $("acts").dataset.looks = looks;
  $("acts").replaceChildren(
    ...offered.map((offer, index) => {
      if (offer.kind === "break") return element("span", "break");
      if (offer.note) return element("p", "note", offer.note);
      const button = element("button", `act ${offer.kind ?? ""}`, offer.label);
      if (offer.why) explain(button, offer);
      button.type = "button";
      button.classList.toggle("primary", Boolean(offer.primary));
      button.disabled = Boolean(offer.disabled);
      button.addEventListener("click", () => offers[index].run());
      return button;
    }),
  );
  $("acts").hidden = offered.length === 0;
}

// Under the name of a remedy: its clause in words, what each seat gets, and who has to agree.
function explain(button, { label, why, moves, agreed }) {
  button.classList.add("way");
  button.setAttribute("aria-label", label);
  button.setAttribute("aria-description", [why, moves.join(", "), agreed].filter(Boolean).join(" "));
  const said = [element("span", "why", why)];
  if (moves.length) said.push(element("span", "moves", moves.join(" · ")));
  if (agreed) said.push(element("span", "agreed", agreed));
  button.append(...said);
}

function drawPicker() {
  const own = view.fault === null ? deskOf(view).picker(view, mode, table) : null;
  const joker = deskOf(view).jokers ?? false;
  if (mode.kind === "correct") {
    const fix = (card) => key({ do: "correct", at_step: mode.step, card });
    showPicker(fix, { instead: mode.card, seen: view.camera.also[mode.box] ?? [], joker });
  } else if (mode.kind === "remedy") {
    const { number } = view.finding;
    showPicker((card) => key({ do: "answer", finding: number, remedy: mode.name, card }), { joker });
  } else if (own) {
    showPicker(own.pick, own);
  } else {
    hidePicker();
  }
}

function drawTools(stopped) {
  const changeable = view.cards.some((dealt) => dealt.card !== "??");
  $("wrong").disabled = stopped || Boolean(playing) || !changeable || mode.kind === "wrong" || mode.kind === "correct";
  $("wrong").title = changeable ? "" : text("no-cards");
  const mishap = mode.kind === "misdeal" || mode.kind === "mistake";
  $("misdeal").disabled = stopped || Boolean(playing) || !view.may_misdeal || mishap;
  $("seating").textContent = view.words.stay.label;
  $("seating").disabled = view.fault !== null || Boolean(playing);
  $("pause").disabled = stopped || Boolean(playing);
  $("floor").disabled = view.fault !== null || Boolean(playing);
  $("floor").textContent = text(view.floor ? "floor-here" : "floor");
  $("floor").setAttribute("aria-pressed", String(view.floor));
  const other = stopped || playing ? null : deskOf(view).other(view, mode);
  $("other").hidden = other === null;
  $("other").textContent = other?.label ?? "";
}

function markSeat() {
  for (const seat of $("seats").children) {
    seat.classList.toggle("chosen", Number(seat.dataset.seat) === deskOf(view).chosen(mode));
  }
}

// What the dealer does

function set(next) {
  mode = next;
  drawBand();
}

function cancel() {
  rest();
  drawBand();
}

async function remedied(remedy) {
  if (remedy.approval || remedy.free) {
    const { number } = view.finding;
    const seats = (remedy.free ? view.state.seats : []).map(({ seat }) => ({ seat, name: view.words.seats[seat].name }));
    const agreed = await agreement({ ...remedy, title: remedy.label, finding: number, seats });
    if (agreed) key({ do: "answer", finding: number, remedy: remedy.name, ...agreed });
    return;
  }
  if (!remedy.asks_card) {
    key({ do: "answer", finding: view.finding.number, remedy: remedy.name });
    return;
  }
  mode = { kind: "remedy", name: remedy.name };
  drawBand();
}

async function key(body) {
  if ($("band").inert) return;
  $("band").inert = true;
  answer("");
  const said = await sendKey(view.number, body);
  if (said.status === 200) {
    mode = { kind: "sent" };
    waitsFor = said.number;
    // The answer may come before the view that shows it: the band waits for that one.
    if (view.number >= waitsFor) free();
    else release = setTimeout(free, SETTLE_MS);
    return;
  }
  if (deskOf(view).chosen(mode) === null) rest();
  ahead = [];
  free();
  answer(said.clause ? `${said.clause} · ${said.why}` : said.why);
}

function free() {
  clearTimeout(release);
  waitsFor = null;
  $("band").inert = false;
  if (mode.kind === "sent") rest();
  drawBand();
  const typed = ahead;
  ahead = [];
  if (!view.stopped && pickerIsOpen()) typed.forEach(typedCard);
}

function typedCard(name) {
  if ($("band").inert) ahead.push(name);
  else return pickerKey(name);
  return true;
}

function answer(why) {
  $("answer").textContent = why;
}

function startWrong() {
  if ($("wrong").disabled || $("band").inert) return;
  mode = { kind: "wrong" };
  drawBand();
}

function startMisdeal() {
  if ($("misdeal").disabled || $("band").inert) return;
  mode = { kind: "misdeal" };
  drawBand();
}

function pickMistake() {
  mode = { kind: "mistake" };
  drawBand();
}

function tappedCard(slot) {
  const { card, to } = slot.dataset;
  if (mode.kind === "wrong" && card === "??") return;
  // Of two equal cards of one seat the later one: which of them was meant makes no difference to the hand.
  const dealt = view.cards.findLast((each) => each.card === card && String(each.to) === to);
  if (mode.kind === "mistake") {
    // A hole card that nobody has recorded has a place, but no step.
    const place = dealt ? { at_step: dealt.step } : { at: Number(to) || to };
    key({ do: "misdeal", what: "card", ...place });
    return;
  }
  if (!dealt) return;
  mode = { kind: "correct", step: dealt.step, card, box: Number(to) ? `seat${to}` : to };
  drawBand();
}

function tappedSeat(number) {
  const begun = deskOf(view).tapped(view, number, mode);
  if (begun) {
    set(begun);
    return;
  }
  const words = view.words.seats[number];
  $("reasons-title").textContent = words.name;
  const lines = words.lines.map((line) => {
    const item = element("li", line.tone);
    item.append(element("span", "what", line.what), element("span", "sum", line.sum), element("b", "", line.net));
    item.append(element("p", "clause", `${line.clause} · ${line.why}`));
    return item;
  });
  $("reasons-lines").replaceChildren(...(lines.length ? lines : [element("li", "", text("no-lines"))]));
  $("reasons").showModal();
}

$("felt").addEventListener("click", (event) => {
  const slot = event.target.closest(".slot");
  const head = event.target.closest(".seat");
  if (mode.kind === "wrong" || mode.kind === "mistake") {
    if (slot) tappedCard(slot);
  } else if (head && view) {
    tappedSeat(Number(head.dataset.seat));
  }
});
$("wrong").addEventListener("click", startWrong);
$("misdeal").addEventListener("click", startMisdeal);
$("seating").addEventListener("click", () => view && (deskOf(view).seating ?? showSeating)(view, key));
$("other").addEventListener("click", () => {
  set(deskOf(view).other(view, mode).mode);
});
$("pause").addEventListener("click", () => key({ do: "pause" }));
$("floor").addEventListener("click", () => key({ do: "floor", called: !view.floor }));
$("help-open").addEventListener("click", () => $("help").showModal());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || !view) return;
  if (pressed(event.key, event.target)) event.preventDefault();
});

function pressed(name, target) {
  if (name === "?") return $("help").showModal(), true;
  if ($("band").inert) return pickerIsOpen() && typedCard(name);
  if (name === "Escape" && [...OURS, ...deskOf(view).escapes].includes(mode.kind)) return cancel(), true;
  if (deskOf(view).typing(name, mode, table)) return true;
  if (pickerIsOpen() && pickerKey(name)) return true;
  const choosing = mode.kind === "wrong" || mode.kind === "mistake";
  const chosen = choosing && name === "Enter" && target.closest(".slot");
  if (chosen) return tappedCard(chosen), true;
  if (name.toLowerCase() === "w") return startWrong(), true;
  if (name.toLowerCase() === "m") return startMisdeal(), true;
  const tool = { e: "seating", o: "other", p: "pause", f: "floor" }[name.toLowerCase()];
  if (tool) return !$(tool).hidden && press($(tool));
  if (name === "Enter") return target.closest("button") ? false : press($("acts").querySelector(".primary"));
  if (/^[1-9]$/.test(name)) return press($("acts").querySelectorAll("button")[Number(name) - 1]);
  return false;
}

function press(button) {
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

function beat(now) {
  const changed = Boolean(now) !== Boolean(playing);
  playing = now;
  showPlayback(now, beat, answer);
  if (changed && view) drawBand();
}

// Small, and only while the pit is not reached: nothing at the table waits for it.
function drawPit(mark) {
  $("pit-away").hidden = mark === null;
  $("pit-away").querySelector(".word").textContent = mark?.word ?? "";
  $("pit-away").title = mark?.words.join(" ") ?? "";
}

follow(document.body.dataset.events, document.body.dataset.boot, show, beat, drawPit);
