// The proof of fair chance, checked in the browser: it computes the seal and the seed from what was
// revealed.

import { byId } from "./forms.js";

// The same text as Python's json.dumps(..., sort_keys=True, separators=(",", ":")).
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return plain(JSON.stringify(value));
  return `{${Object.keys(value).sort().map((key) => `${plain(JSON.stringify(key))}:${canonical(value[key])}`).join(",")}}`;
}

const plain = (text) => text.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// SHA-256 (FIPS 180-4): browsers offer one only for https and localhost.
const primes = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => p < n && n % p === 0));
const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const turn = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const words = new DataView(whole.buffer);
  words.setUint32(whole.length - 4, bytes.length * 8);
  const hash = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const constants = primes.slice(0, 64).map((p) => fraction(Math.cbrt(p)));
  for (let at = 0; at < whole.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, n) => words.getInt32(at + 4 * n));
    for (let n = 16; n < 64; n++) {
      const [a, b] = [w[n - 15], w[n - 2]];
      w[n] = (w[n - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[n - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let n = 0; n < 64; n++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[n] + w[n];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, n) => (hash[n] = (hash[n] + x) | 0));
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

const proof = byId("proof")?.dataset.opened;
if (proof) {
  const { sealed, seal, parts, seed } = JSON.parse(proof);
  for (const [id, isRight] of [["seal-check", sha256(canonical(sealed)) === seal], ["seed-check", sha256(canonical(parts)) === seed]]) {
    const said = byId(id);
    said.textContent = isRight ? said.dataset.right : said.dataset.wrong;
    said.classList.add(isRight ? "right" : "wrong");
  }
}
