// What all the scripts here need of a browser, those of 2021 and later: without it none of them runs,
// and the page is played by its plain forms (see old.js). Anything newer is asked for where it is used.

const NEEDED = [window.AbortController, window.ReadableStream, Element.prototype.replaceChildren];

if (NEEDED.some((one) => !one)) throw new Error("This browser is too old for the scripts of this page.");
