// The time of a betting round: what is left runs here, the table says when it is over.

let ends = null; // by this page's clock; null while no time runs
let left = 0;
let whole = 1;
let timer = 0;
let onSecond = () => {};
let shown = -1;

// Take what `view` says of the time; `second(seconds)` is called when another number of seconds is left.
export function setTime(view, second = () => {}) {
  onSecond = second;
  clearInterval(timer);
  const clock = document.getElementById("clock");
  clock.classList.toggle("idle", view.time === null);
  whole = view.state.seconds * 1000;
  ends = null;
  left = view.time?.left_ms ?? 0;
  if (view.time?.runs && view.closes_in_ms !== undefined) {
    ends = performance.now() + view.closes_in_ms;
    timer = setInterval(draw, 200);
  }
  clock.classList.toggle("runs", ends !== null);
  shown = -1;
  draw();
}

export function secondsLeft() {
  return Math.ceil((ends === null ? left : Math.max(0, ends - performance.now())) / 1000);
}

export function timeRuns() {
  return ends !== null;
}

function draw() {
  const clock = document.getElementById("clock");
  const now = ends === null ? left : Math.max(0, ends - performance.now());
  const bar = clock.querySelector("progress");
  bar.max = whole;
  bar.value = now;
  const seconds = secondsLeft();
  if (seconds === shown) return;
  shown = seconds;
  clock.classList.toggle("short", ends !== null && seconds <= 5);
  clock.querySelector("b").textContent = clock.classList.contains("idle") ? "" : clock.dataset.left?.replace("{seconds}", seconds) ?? "";
  onSecond(seconds);
}
