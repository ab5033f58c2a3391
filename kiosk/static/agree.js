// What needs a second person: why it is asked, what the people decide, and the badge and PIN of who agrees.

import { element } from "./table.js";

const $ = (id) => document.getElementById(id);
let given = null; // resolves the question that is open

// Asks for what `need` lacks: {title, why, approval, free, seats: [{seat, name}]}; null if it was cancelled.
export function agreement(need) {
  $("agree-title").textContent = need.title;
  $("agree-why").textContent = need.why;
  $("decide").hidden = $("decide").disabled = !need.free;
  $("second").hidden = $("second").disabled = !need.approval;
  $("decide-reason").required = need.free;
  $("decide-seats").replaceChildren(...(need.free ? need.seats.map(paidTo) : []));
  $("agree-form").reset();
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
  }
  return said;
}

function close(said) {
  $("agree").close();
  $("agree-form").reset(); // a PIN does not stay on the page
  given?.(said);
  given = null;
}

// Digits by touch, into the field that was touched last.
let field = $("agree-badge");
for (const input of [$("agree-badge"), $("agree-pin")]) {
  input.addEventListener("focus", () => {
    field = input;
  });
}
for (const digit of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "⌫"]) {
  const button = element("button", "", digit);
  button.type = "button";
  button.addEventListener("click", () => {
    field.value = digit === "⌫" ? field.value.slice(0, -1) : field.value + digit;
    field.focus();
  });
  $("keypad").append(button);
}

$("agree-form").addEventListener("submit", (event) => {
  event.preventDefault();
  close(answered());
});
$("agree-cancel").addEventListener("click", () => close(null));
$("agree").addEventListener("cancel", (event) => {
  event.preventDefault();
  close(null);
});
