// Keys to the table: one idempotency key for each intention, so that a repeated request is done once.

import { text } from "./feed.js";

const TRIES = 3;
const PAUSE_MS = 700;

function fresh() {
  // crypto.randomUUID is missing on a page that came by plain HTTP from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Post `body` as JSON; resolves to {status, ...answer}. A request that did not arrive is sent again, unchanged.
export async function post(url, body) {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Kiosk-Token": document.body.dataset.token },
    body: JSON.stringify(body),
  };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const response = await fetch(url, request);
      return { ...(await response.json()), status: response.status };
    } catch {
      if (attempt < TRIES) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return { status: 0, why: text("offline") };
}

// A key that `asks` for somebody to agree goes to the pit first.
export function sendKey(seen, key) {
  return post(document.body.dataset[key.asks ? "ask" : "key"], { ...key, seen, once: fresh() });
}

export function sendPlayback(asked) {
  return post(document.body.dataset.playback, asked);
}
