// The dock's stepper: an amount, and the buttons that send it. The label of such a button always names
// the amount that it sends, which is the one in the field. If the field has no valid amount, the
// buttons are disabled.

import { addPart } from "./ui_state.js";

const stepper = () => document.getElementById("stepper");
const amount = () => stepper()?.querySelector("input");
const said = () => [...document.querySelectorAll("#final [data-word]")];

const limits = () => [Number(stepper().dataset.low), Number(stepper().dataset.high)];

export function setAmount(wanted) {
  if (!stepper()) return;
  const [low, high] = limits();
  const value = String(Math.max(low, Math.min(high, Math.round(wanted) || low)));
  if (amount().value !== value) amount().value = value;
  sayAmount();
}

function sayAmount() {
  const [low, high] = limits();
  const value = amount().value === "" ? NaN : Number(amount().value);
  const isGood = Number.isInteger(value) && low <= value && value <= high;
  for (const button of said()) {
    button.disabled = !isGood;
    if (!isGood) continue;
    const { kind, word, zero } = button.dataset;
    button.value = `${kind ?? stepper().dataset.kind}:${value}`;
    button.textContent = value === 0 && zero ? zero : word.replace("#", value);
  }
  for (const button of stepper().querySelectorAll("[data-step]")) {
    const next = value + Number(button.dataset.step);
    button.disabled = next < low || next > high;
  }
}

const settle = () => amount() && setAmount(Number(amount().value));
addPart(() => null, settle);
addEventListener("pageshow", settle); // the browser may have restored the field
settle();

export const step = (by) => amount() && setAmount(Number(amount().value) + by);

document.addEventListener("click", (event) => {
  const stepped = event.target.closest("#stepper [data-step]");
  const quick = event.target.closest("[data-amount]");
  if (stepped) step(Number(stepped.dataset.step));
  if (quick) setAmount(Number(quick.dataset.amount));
});
document.addEventListener("input", (event) => event.target === amount() && sayAmount());
document.addEventListener("change", (event) => event.target === amount() && settle());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target !== amount()) return;
  event.preventDefault();
  const button = said()[0];
  if (button?.disabled) settle(); // shown first, then sent
  else button?.click();
});
