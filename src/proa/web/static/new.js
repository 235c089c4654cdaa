// A new table: who is about to sit down, in emblems.

const form = document.getElementById("new-table");

function remember(field) {
  field.value = localStorage.getItem(field.dataset.remember) ?? field.value;
  field.addEventListener("change", () => localStorage.setItem(field.dataset.remember, field.value));
}
for (const field of document.querySelectorAll("[data-remember]")) remember(field);

function crew() {
  const marks = form.querySelectorAll(".crew .mark");
  form.querySelectorAll(".place").forEach((place, seat) => {
    const picked = place.querySelector("input[name^=who]:checked, input[type=hidden]")?.value ?? "";
    marks[seat].classList.toggle("absent", picked === "");
    marks[seat].classList.toggle("awaited", picked === "friend");
  });
}

if (form) {
  form.addEventListener("change", crew);
  crew();
}
