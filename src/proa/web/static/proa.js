// What the pages need beyond HTML and htmx. Each module looks for its own elements; some pages, like the
// replay, have scripts of their own.

import "./baseline.js";
import "./presses.js";
import "./forms.js";
import "./frames.js";
import "./screen.js";
import "./news.js";
import "./board.js";
import "./zoom.js";
import "./dock.js";
import "./named.js";
import "./keys.js";
import "./why.js";
import "./front.js";
import "./book.js";
import "./installed.js";

document.documentElement.dataset.scripts = ""; // all of them run: see old.js

if (document.querySelector("[data-compiling]")) import("./compiling.js");
