// The stream of views: one a page. Says whether it lives, is stale (no beat for 3 s) or is lost.

const STALE_MS = 3000;
const RETRY_MS = 3000;

export function text(name) {
  return document.querySelector(`#texts [data-text="${name}"]`).textContent;
}

// Follow `url`: `onView(view)` for every view, `onBeat(playing)` for every beat, `onPit(mark)` when the link to the pit
// has changed; null while it is well, as at the beginning of each stream.
export function follow(url, boot, onView, onBeat, onPit = () => {}) {
  let source = null;
  let watch = 0;

  function alive() {
    clearTimeout(watch);
    watch = setTimeout(() => show("stale", text("stale")), STALE_MS);
    show("live", "");
  }

  function open() {
    source = new EventSource(url);
    source.addEventListener("hello", (event) => {
      // Another start of the server has other tokens and perhaps other pages.
      if (JSON.parse(event.data) !== boot) location.reload();
      onPit(null);
    });
    source.addEventListener("pit", (event) => onPit(JSON.parse(event.data)));
    source.addEventListener("view", (event) => {
      alive();
      const view = JSON.parse(event.data);
      onView(view);
      document.body.dataset.number = view.number; // the record that stands on the screen
    });
    source.addEventListener("beat", (event) => {
      alive();
      onBeat(JSON.parse(event.data));
    });
    source.addEventListener("ended", (event) => over(JSON.parse(event.data).why));
    source.addEventListener("error", async () => {
      clearTimeout(watch);
      show("lost", text("lost"));
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      const { status, why } = await refusal(url);
      if (status === 401 || status === 403) {
        over(why);
        return;
      }
      show("lost", why || text("lost"));
      setTimeout(open, RETRY_MS);
    });
  }

  // Whoever was signed in is so no more: nothing comes until somebody signs in again.
  function over(why) {
    source.close();
    clearTimeout(watch);
    show("ended", why);
    document.getElementById("banner").append(" ", document.querySelector('#texts [data-text="sign-in"]').cloneNode(true));
  }

  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  open();
}

// Why the server refuses the stream, {status, why} in its words; an EventSource does not tell.
async function refusal(url) {
  const stop = new AbortController();
  try {
    const response = await fetch(url, { signal: stop.signal });
    return { status: response.status, why: response.ok ? "" : (await response.json()).why };
  } catch {
    return { status: 0, why: "" };
  } finally {
    stop.abort();
  }
}

function show(state, why) {
  const banner = document.getElementById("banner");
  document.body.dataset.link = state;
  banner.hidden = state === "live";
  if (banner.textContent !== why) banner.textContent = why;
}
