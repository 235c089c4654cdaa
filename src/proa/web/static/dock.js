// The dock's stepper: an amount that the buttons send which say it.

const stepper = () => document.getElementById("stepper");
const amount = () => stepper()?.querySelector("input");
const said = () => [...document.querySelectorAll("#final [data-word]")];

export function setAmount(wanted) {
  const box = stepper();
  if (!box) return;
  const [low, high] = [Number(box.dataset.low), Number(box.dataset.high)];
  const value = Math.max(low, Math.min(high, Math.round(wanted) || low));
  amount().value = String(value);
  for (const button of said()) {
    const { kind, word, zero } = button.dataset;
    button.value = `${kind ?? box.dataset.kind}:${value}`;
    button.textContent = value === 0 && zero ? zero : word.replace("#", value);
  }
  for (const button of box.querySelectorAll("[data-step]")) {
    const next = value + Number(button.dataset.step);
    button.disabled = next < low || next > high;
  }
}

export const step = (by) => amount() && setAmount(Number(amount().value) + by);

document.addEventListener("click", (event) => {
  const stepped = event.target.closest("#stepper [data-step]");
  const quick = event.target.closest("[data-amount]");
  if (stepped) step(Number(stepped.dataset.step));
  if (quick) setAmount(Number(quick.dataset.amount));
});
document.addEventListener("change", (event) => {
  if (event.target === amount()) setAmount(Number(amount().value));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target !== amount()) return;
  event.preventDefault();
  setAmount(Number(amount().value));
  said()[0]?.click();
});
