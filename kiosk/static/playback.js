// The controls of a recording that plays; hidden at a table that is dealt.

import { text } from "./feed.js";
import { sendPlayback } from "./send.js";

const bar = document.getElementById("playback");
const toggle = document.getElementById("play-pause");
const position = document.getElementById("position");

let now = null;
let onState = () => {};
let onTrouble = () => {};

// Show how the recording stands; `null` = none plays. A tap's answer comes back through `state`.
export function showPlayback(playing, state, trouble) {
  now = playing;
  onState = state;
  onTrouble = trouble;
  bar.hidden = playing === null;
  if (playing === null) return;
  toggle.textContent = text(playing.paused ? "play" : "pause");
  position.max = Math.max(playing.length, 0.001);
  position.value = playing.position;
  for (const button of bar.querySelectorAll("[data-factor]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.factor) === playing.speed));
  }
}

bar.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button || bar.inert) return;
  const asked = { do: button.dataset.do ?? (now.paused ? "play" : "pause") };
  if (button.dataset.factor) asked.factor = Number(button.dataset.factor);
  bar.inert = true;
  const said = await sendPlayback(asked);
  bar.inert = false;
  if (said.status === 200) onState(said.playing);
  else onTrouble(said.why);
});
