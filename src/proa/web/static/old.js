// For browsers that are too old for the other scripts, and where those are blocked: shows that, and
// polls for news. So it uses only what every browser understands.
(function () {
  var AGAIN = 10000;
  var LATEST = 20000;
  var css = window.CSS && CSS.supports;
  var isNew = css && CSS.supports("color", "light-dark(#000, #fff)") && CSS.supports("selector(:has(a))");
  var isDone = false;

  function isTyping() {
    var at = document.activeElement;
    return at && /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName);
  }

  function look() {
    var page = document.body;
    if (!isTyping()) location.replace(page.getAttribute("data-url") + (page.getAttribute("data-query") || ""));
  }

  function check() {
    if (isDone) return;
    isDone = true;
    var runs = document.documentElement.hasAttribute("data-scripts");
    var note = document.getElementById("too-old");
    if (note && !(isNew && runs)) note.hidden = false;
    var table = document.getElementById("table");
    var waits = table ? !table.hasAttribute("data-mine") && !table.hasAttribute("data-over") : document.getElementById("lobby");
    if (!runs && waits) setInterval(look, AGAIN);
  }

  window.addEventListener("load", check);
  setTimeout(check, LATEST);
})();
