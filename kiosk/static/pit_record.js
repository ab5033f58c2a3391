// The record on the spot: a root made now; what is sealed, opened by two supervisors and shown to them alone.

import { element, openDialog, pageAnew, sendTo } from "./pit_parts.js";

const body = document.body;
const $ = (id) => document.getElementById(id);

async function makeRoot(button) {
  button.disabled = true;
  const { status, why } = await sendTo(button.dataset.url, {});
  if (status !== 200) {
    button.disabled = false;
    $("root").querySelector(".answer").textContent = why;
    return;
  }
  // The page itself draws it: its part is asked for again and put in place.
  const made = await pageAnew();
  if (!made) {
    location.reload();
    return;
  }
  $("root").replaceWith(made.getElementById("root"));
  $("root").querySelector(".make-root")?.focus();
}

function openSealed({ dataset: { step, what } }) {
  $("open-sealed-what").textContent = what;
  const asked = { seen: Number(body.dataset.seen), once: sendTo.once() };
  if (step !== undefined) asked.at_step = Number(step);
  openDialog($("open-sealed"), async (approval) => {
    const answer = await sendTo($("open-sealed").dataset.url, { ...asked, approval });
    if (answer.status === 200) show(answer.cards);
    return answer;
  });
}

function show(cards) {
  const opened = $("opened");
  const list = opened.querySelector("ul");
  list.replaceChildren(...cards.map((card) => element("li", "", card.words)));
  opened.onclose = () => list.replaceChildren(); // a card does not stay on the page
  opened.showModal();
}

// On the document: the pages put their middle in place anew while they are looked at.
document.addEventListener("click", ({ target }) => {
  const root = target.closest(".make-root");
  if (root) makeRoot(root);
  const sealed = target.closest(".open-sealed");
  if (sealed) openSealed(sealed);
});
