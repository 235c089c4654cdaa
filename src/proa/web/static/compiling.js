// Reload what shows the progress of compiling rules, until they are compiled.

import { request } from "./request.js";

const PAUSE = 1000;

// A script that a parser has made does not run: make a new one.
function run(script) {
  const made = document.createElement("script");
  made.src = script.src;
  script.replaceWith(made);
}

async function look() {
  const waiting = document.querySelectorAll("[data-compiling]");
  if (!waiting.length) return;
  try {
    const answer = await request(location.href, { quiet: true, once: true });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const old of waiting) {
      const fresh = page.getElementById(old.id);
      if (!fresh) return location.reload(); // compiled: the page goes on
      old.replaceWith(fresh);
      for (const script of fresh.querySelectorAll("script")) run(script);
    }
  } catch {
    // the server does not answer: it may come back
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
