// What all scripts need of a browser, those of 2021 and later. Without it none of them runs, and the
// page works with its plain forms (see old.js). Code that uses anything newer checks for it first.

const NEEDED = [window.AbortController, window.ReadableStream, Element.prototype.replaceChildren];

if (NEEDED.some((one) => !one)) throw new Error("This browser is too old for the scripts of this page.");
