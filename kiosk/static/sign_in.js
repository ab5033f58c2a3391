// Digits by touch, into the field that was touched last. Without this script the fields take a keyboard's.

const digits = document.getElementById("digits");
const fields = [document.getElementById("badge"), document.getElementById("pin")];
let field = fields.find((input) => input === document.activeElement) ?? fields[0];

for (const input of fields) {
  input.inputMode = "none"; // the screen's own keyboard would cover the keys here
  input.addEventListener("focus", () => {
    field = input;
  });
}
for (const key of ["1", "2", "3", "4", "5", "6", "7", "8", "9", digits.dataset.clear, "0", "⌫"]) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = key;
  if (key === "⌫") button.setAttribute("aria-label", digits.dataset.back);
  button.addEventListener("click", () => {
    if (key === "⌫") field.value = field.value.slice(0, -1);
    else if (key === digits.dataset.clear) field.value = "";
    else if (field.value.length < field.maxLength) field.value += key;
    field.focus();
  });
  digits.append(button);
}
digits.hidden = false;
