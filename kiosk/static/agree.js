// What needs a second person: why it is asked, what the people decide, and the badge and PIN of who agrees.

import { element } from "./table.js";

const $ = (id) => document.getElementById(id);
let given = null; // resolves the question that is open
let kept = { finding: null }; // what was written for a finding: a wrong PIN does not cost the words

// Asks for what `need` lacks: {title, why, approval, free, finding, seats: [{seat, name}]}; null if it was cancelled.
export function agreement(need) {
  $("agree-title").textContent = need.title;
  const moves = need.moves?.length ? [element("span", "moves", need.moves.join(" · "))] : [];
  $("agree-why").replaceChildren(element("span", "why", need.why), " ", ...moves);
  $("decide").hidden = $("decide").disabled = !need.free;
  $("second").hidden = $("second").disabled = $("agree-pit").hidden = !need.approval;
  $("decide-reason").required = need.free;
  $("decide-seats").replaceChildren(...(need.free ? need.seats.map(paidTo) : []));
  $("agree-form").reset();
  if (need.free) writeAgain(need.finding);
  $("agree").showModal();
  return new Promise((resolve) => {
    given = resolve;
  });
}

function paidTo({ seat, name }) {
  const label = element("label", "", name);
  const field = element("input");
  field.type = "text";
  field.inputMode = "numeric";
  field.pattern = "-?[0-9]{1,12}";
  field.placeholder = "0";
  field.dataset.seat = seat;
  label.append(field);
  return label;
}

// The words and amounts of a finding that was not answered by them yet.
function writeAgain(finding) {
  if (kept.finding !== finding) kept = { finding };
  else if (kept.decided) {
    const { reason, pays, ends } = kept.decided;
    $("decide-reason").value = reason;
    $("decide-ends").checked = ends;
    for (const [seat, paid] of pays) $("decide-seats").querySelector(`[data-seat="${seat}"]`).value = paid;
  }
}

function answered() {
  const said = {};
  if (!$("second").disabled) said.approval = { badge: $("agree-badge").value.trim(), pin: $("agree-pin").value };
  if (!$("decide").disabled) {
    const fields = [...$("decide-seats").querySelectorAll("input")].filter((field) => Number(field.value));
    said.decided = {
      reason: $("decide-reason").value,
      pays: fields.map((field) => [Number(field.dataset.seat), Number(field.value)]),
      ends: $("decide-ends").checked,
    };
    kept.decided = said.decided;
  }
  return said;
}

function close(said) {
  $("agree").close();
  $("agree-form").reset(); // a PIN does not stay on the page
  given?.(said);
  given = null;
}

// Digits by touch, into the field that was touched last; ± is for points that are taken from a seat.
let field = $("agree-badge");
$("agree-form").addEventListener("focusin", ({ target }) => {
  if (target.matches("#second input, #decide-seats input")) field = target;
});
for (const digit of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "⌫", "±"]) {
  const button = element("button", digit === "±" ? "sign" : "", digit);
  button.type = "button";
  button.addEventListener("click", () => {
    field.value = pressed(digit, field);
    field.focus();
  });
  $("keypad").append(button);
}

function pressed(digit, { value, dataset }) {
  if (digit === "⌫") return value.slice(0, -1);
  if (digit !== "±") return value + digit;
  if (!dataset.seat) return value;
  return value.startsWith("-") ? value.slice(1) : `-${value}`;
}

$("agree-form").addEventListener("submit", (event) => {
  event.preventDefault();
  close(answered());
});
// A supervisor agrees in the pit: what was decided goes there, and no badge or PIN.
$("agree-pit").addEventListener("click", () => {
  if (!$("decide").disabled && !$("decide-reason").reportValidity()) return;
  const { decided } = answered();
  close({ ...(decided ? { decided } : {}), asks: true });
});
$("agree-cancel").addEventListener("click", () => close(null));
$("agree").addEventListener("cancel", (event) => {
  event.preventDefault();
  close(null);
});
