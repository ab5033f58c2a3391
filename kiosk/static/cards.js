// Playing cards as SVG, drawn here: rank, suit and the suit's letter stand in the left edge, so that a card
// that is half covered can still be read.

import { text } from "./feed.js";

const SVG = "http://www.w3.org/2000/svg";
export const GLYPHS = { s: "♠", h: "♥", d: "♦", c: "♣" };

// Each in a box of 32 × 32.
const SUITS = {
  s: "M16 2C20 9 29 13 29 20c0 4-3 6.5-6.5 6.5-2.5 0-4.5-1-5.5-3 .3 3 1.5 5 3.5 6.5h-9c2-1.5 3.200-3.5 3.5-6.5-1 2-3 3-5.5 3C6 26.5 3 24 3 20 3 13 12 9 16 2Z",
  h: "M16 29C6 20 2 15 2 9.5 2 5.5 5 3 8.5 3 12 3 14.700 5 16 8c1.300-3 4-5 7.5-5C27 3 30 5.5 30 9.5 30 15 26 20 16 29Z",
  d: "M16 1.5 28 16 16 30.5 4 16Z",
  c: "M16 2.5a6.300 6.300 0 0 1 5.200 9.900 6.300 6.300 0 1 1-3.800 11c.4 2.800 1.600 5 3.600 6.600H11c2-1.600 3.200-3.800 3.600-6.600a6.300 6.300 0 1 1-3.800-11A6.300 6.300 0 0 1 16 2.5Z",
};
const STAR = "M16 2l4.200 9.300 10.100 1.100-7.600 6.800 2.200 10L16 24l-8.900 5.200 2.200-10-7.600-6.800 10.100-1.100Z";

function shape(name, attributes, content) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (content !== undefined) made.textContent = content;
  return made;
}

function drawing(path, x, y, size) {
  return shape("path", { d: path, transform: `translate(${x} ${y}) scale(${size / 32})` });
}

export function cardName(card) {
  if (card === "??") return text("back");
  if (card === "Jk") return text("joker");
  return (card[0] === "T" ? "10" : card[0]) + GLYPHS[card[1]];
}

// `card` as the record writes it: "As", "Jk", or "??" for a back.
export function cardFace(card) {
  const face = shape("svg", { viewBox: "0 0 100 140", role: "img", "aria-label": cardName(card) });
  face.append(shape("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }));
  if (card === "??") {
    face.setAttribute("class", "card back");
    face.append(shape("rect", { class: "weave", x: 9, y: 9, width: 82, height: 122, rx: 5 }));
    for (const x of [30, 50, 70]) {
      for (const y of [32, 57.5, 83, 108]) face.append(drawing(SUITS.d, x - 8, y - 8, 16));
    }
  } else if (card === "Jk") {
    face.setAttribute("class", "card joker");
    face.append(shape("text", { class: "word", transform: "translate(10 14) rotate(90)" }, "JOKER"));
    face.append(drawing(STAR, 38, 70, 56));
  } else {
    face.setAttribute("class", `card ${card[1]}`);
    const rank = card[0] === "T" ? "10" : card[0];
    const squeeze = rank === "10" ? { textLength: 31, lengthAdjust: "spacingAndGlyphs" } : {};
    face.append(shape("text", { class: "rank", x: 18, y: 40, ...squeeze }, rank));
    face.append(drawing(SUITS[card[1]], 6, 50, 24));
    face.append(shape("text", { class: "letter", x: 18, y: 98 }, card[1].toUpperCase()));
    face.append(drawing(SUITS[card[1]], 38, 70, 56));
  }
  return face;
}
