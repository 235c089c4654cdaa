// The front page: the button names the selected board.

const form = document.getElementById("start");

function name() {
  const picked = form.querySelector("input[name=game]:checked");
  form.querySelector("#play-now span").textContent = picked.dataset.play;
  form.querySelector("#bots-label").textContent = picked.dataset.bots;
  for (const link of form.querySelectorAll("[data-new]")) {
    const address = new URL(link.href);
    address.searchParams.set("game", picked.value);
    link.href = address;
  }
}

// Dates in the page's language.
for (const time of document.querySelectorAll("time[data-seconds]"))
  time.textContent = new Date(1000 * time.dataset.seconds).toLocaleDateString(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang, { day: "numeric", month: "long" });

if (form) {
  form.addEventListener("change", name);
  addEventListener("pageshow", name); // what was selected before the page was left
  name();
}
