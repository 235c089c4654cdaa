// The front page: the button names the selected board.

import "./drafts.js"; // what was selected before the page was left

const form = document.getElementById("start");

function name() {
  const picked = form.querySelector("input[name=game]:checked");
  form.querySelector("#play-now span").textContent = picked.dataset.play;
  form.querySelector("#bots-label").textContent = picked.dataset.bots;
  form.querySelector("#learn")?.toggleAttribute("hidden", !("lesson" in picked.dataset));
  for (const link of form.querySelectorAll("[data-new]")) {
    const address = new URL(link.href);
    address.searchParams.set("game", picked.value);
    link.href = address;
  }
}

if (form) {
  form.addEventListener("change", name);
  name();
}
