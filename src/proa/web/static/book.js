// The rule book: search while typing, and the current place in the contents.

const seek = document.getElementById("seek");

function search() {
  const words = seek.value.toLowerCase().split(/\s+/).filter(Boolean);
  let hits = 0;
  for (const rule of document.querySelectorAll(".rule")) {
    const text = `${rule.id} ${rule.textContent}`.toLowerCase();
    const hit = words.every((word) => text.includes(word));
    rule.classList.toggle("miss", !hit);
    hits += hit;
  }
  const found = document.getElementById("found");
  found.textContent = !words.length ? "" : hits ? found.dataset.one.replace("#", hits) : found.dataset.none;
}

if (seek) {
  seek.addEventListener("input", search);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea")) return;
    event.preventDefault();
    seek.focus();
  });
  const links = new Map([...document.querySelectorAll(".toc ol a")].map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target.id);
      const first = [...links.keys()].find((id) => seen.has(id));
      for (const [id, link] of links)
        id === first ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    },
    { rootMargin: "-60px 0px -60% 0px" },
  );
  for (const chapter of document.querySelectorAll(".chapter")) watch.observe(chapter);
}
