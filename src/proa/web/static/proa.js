// What the pages need beyond HTML and htmx. Each module looks for its own elements.

import "./forms.js";
import "./frames.js";
import "./news.js";
import "./board.js";
import "./zoom.js";
import "./dock.js";
import "./keys.js";
import "./front.js";
import "./new.js";
import "./replay.js";
import "./book.js";
import "./compiling.js";
