// What the pages need beyond htmx: nonces, and frames that arrive while one watches.

const table = () => document.getElementById("table");

for (const form of document.querySelectorAll("form[data-nonce]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  form.elements.nonce.value = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  if ("begin" in form.dataset) form.requestSubmit();
}

// One stream a page, closed while the tab is hidden; it says only which frame is the newest.
let stream = null;
let newest = 0;
let playing = false;

function listen() {
  const address = document.body.dataset.stream;
  if (!address || stream || document.hidden) return;
  stream = new EventSource(address);
  stream.addEventListener("frame", (event) => {
    newest = JSON.parse(event.data).frame;
    if (table()) play();
    else if (newest >= 0) location.reload();
  });
}

function hush() {
  stream?.close();
  stream = null;
}

// Frames are shown one after the other, each long enough to be noticed.
async function play() {
  if (playing) return;
  playing = true;
  try {
    while (Number(table().dataset.frame) < newest) {
      const next = Number(table().dataset.frame) + 1;
      await htmx.ajax("GET", `${document.body.dataset.url}/view/${next}`, {
        target: "#table",
        swap: "outerMorph",
      });
      if (Number(table().dataset.frame) < next) break;
      if (next < newest) await new Promise((done) => setTimeout(done, 600));
    }
  } finally {
    playing = false;
  }
}

document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
document.addEventListener("htmx:after:swap", () => play());
listen();
