// The misdeal desk: what happened, in four words; the table answers with the remedies that the rules allow.

import { text } from "./feed.js";

// The buttons that ask what happened. `tell` sends it; `pick` lets the dealer tap the card that went wrong; `own` are
// more of the game's own.
export function whatHappened(tell, pick, cancel, own) {
  return [
    ...own,
    { label: text("misdeal-card"), run: pick },
    { label: text("misdeal-act"), run: () => tell({ do: "misdeal", what: "act" }) },
    { label: text("misdeal-lost"), run: () => tell({ do: "misdeal", what: "lost" }) },
    { label: text("misdeal-other"), run: () => tell({ do: "misdeal", what: "other" }) },
    { label: text("cancel"), kind: "quiet-act", run: cancel },
  ];
}
