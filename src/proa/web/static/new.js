// A new table: emblems for the players that will sit down.

import "./drafts.js"; // what was filled in before the page was left
import { listed } from "./locale.js";
import * as storage from "./storage.js";

const form = document.getElementById("new-table");

function remember(field) {
  const known = storage.read(field.dataset.remember) ?? field.value;
  field.value = field.maxLength < 0 ? known : known.slice(0, field.maxLength);
  field.addEventListener("change", () => storage.write(field.dataset.remember, field.value));
}
for (const field of document.querySelectorAll("[data-remember]")) remember(field);

function crew() {
  const marks = form.querySelectorAll(".crew .mark");
  const picked = [...form.querySelectorAll(".place")].map(
    (place) => place.querySelector("input[name^=who]:checked, input[type=hidden]")?.value ?? "",
  );
  picked.forEach((who, seat) => {
    marks[seat].classList.toggle("absent", who === "");
    marks[seat].classList.toggle("awaited", who === "friend");
  });
  tell(picked);
}

// "Tahiti: you, 2 bots and 1 friend"
function tell(picked) {
  const summary = document.getElementById("summary");
  const parts = [summary.dataset.you];
  for (const [who, counted] of Object.entries(JSON.parse(summary.dataset.others))) {
    const n = picked.filter((each) => each === who).length;
    if (n) parts.push(counted[n - 1]);
  }
  summary.textContent = `${summary.dataset.game}: ${listed(parts)}`;
}

if (form) {
  form.addEventListener("change", crew);
  crew();
}
