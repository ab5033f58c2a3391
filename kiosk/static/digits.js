// A row of digits for an amount: a table's screen may have no keyboard.

import { element } from "./table.js";

// Buttons in `row` for `field`. What the field proposes is replaced by the first digit; see `proposed`.
export function digits(row, field) {
  for (const digit of [..."1234567890", "⌫"]) {
    const button = element("button", "", digit);
    button.type = "button";
    button.addEventListener("click", () => {
      const before = field.dataset.proposed ? "" : field.value;
      field.value = digit === "⌫" ? before.slice(0, -1) : before + digit;
      field.dispatchEvent(new Event("input"));
    });
    row.append(button);
  }
  field.addEventListener("input", () => delete field.dataset.proposed);
}

// Put an amount into the field that one digit takes the place of.
export function proposed(field, amount) {
  field.value = amount;
  field.dataset.proposed = "yes";
}
