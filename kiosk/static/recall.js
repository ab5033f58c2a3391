// The last rounds: arrow keys go from round to round, and the chosen one is brought into sight.

const tiles = [...document.querySelectorAll("#rounds a")];
const chosen = tiles.findIndex((tile) => tile.hasAttribute("aria-current"));

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = tiles[chosen + by];
  if (next) next.click();
});

if (chosen > 0) tiles[chosen].scrollIntoView({ block: "nearest" });
