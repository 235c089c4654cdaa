// The dock's steppers: an amount, and the buttons of the same form that send it. The label of such a button
// always names the amount that it sends, which is the one in the field. If the field has no valid amount, the
// buttons are disabled.

import { byId } from "./forms.js";
import { addPart } from "./ui_state.js";

const FIELD = ".stepper input[type=number]";
const fields = () => [...document.querySelectorAll(FIELD)];
const limits = (field) => [Number(field.min), Number(field.max)];
const said = (field) => [...document.querySelectorAll("#dock [data-word]")].filter((button) => button.form === field.form);

function setAmount(field, wanted) {
  const [low, high] = limits(field);
  const value = String(Math.max(low, Math.min(high, Math.round(wanted) || low)));
  if (field.value !== value) field.value = value;
  sayAmount(field);
}

function sayAmount(field) {
  const [low, high] = limits(field);
  const stepper = field.closest(".stepper");
  const value = field.value === "" ? NaN : Number(field.value);
  const isGood = Number.isInteger(value) && low <= value && value <= high;
  for (const button of said(field)) {
    button.disabled = !isGood;
    if (!isGood) continue;
    const { kind, word, zero } = button.dataset;
    button.value = `${kind ?? stepper.dataset.kind}:${value}`;
    button.textContent = value === 0 && zero ? zero : word.replace("#", value);
  }
  for (const button of stepper.querySelectorAll("[data-step]")) {
    const next = value + Number(button.dataset.step);
    button.disabled = next < low || next > high;
  }
}

const settle = (field) => setAmount(field, Number(field.value));
const settleAll = () => fields().forEach(settle);
addPart(() => null, settleAll);
addPart(() => null, markHint);
addEventListener("pageshow", settleAll); // the browser may have restored the fields
settleAll();

const stepField = (field, by) => field && setAmount(field, Number(field.value) + by);

/** Change the amount of the stepper that is shown. */
export const step = (by) => stepField(fields().find((field) => field.getClientRects().length), by);

// Mark a hint's choice wherever it can be played; the stepper shows its amount.
function markHint() {
  const code = byId("hinted")?.dataset.code;
  if (!code) return;
  const [kind, amount] = code.split(":");
  const stepper = byId("stepper");
  if (stepper?.dataset.kind === kind) setAmount(stepper.querySelector(FIELD), Number(amount));
  for (const button of byId("table").querySelectorAll('button[name="code"]')) {
    button.classList.toggle("is-hinted", button.value === code);
  }
}

document.addEventListener("click", (event) => {
  const stepped = event.target.closest(".stepper [data-step]");
  const quick = event.target.closest("[data-amount]");
  if (stepped) stepField(stepped.closest(".stepper").querySelector(FIELD), Number(stepped.dataset.step));
  if (quick) setAmount(fields()[0], Number(quick.dataset.amount));
});
document.addEventListener("input", (event) => event.target.matches(FIELD) && sayAmount(event.target));
document.addEventListener("change", (event) => event.target.matches(FIELD) && settle(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(FIELD)) return;
  event.preventDefault();
  const [button] = said(event.target);
  if (button?.disabled) settle(event.target); // shown first, then sent
  else button?.click();
});
