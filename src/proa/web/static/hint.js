// A hint: its choice is marked wherever it can be played, and the stepper shows its amount.

import { setAmount } from "./dock.js";
import { byId } from "./forms.js";

export function mark() {
  const { code } = byId("hinted").dataset;
  const [kind, amount] = code.split(":");
  if (byId("stepper")?.dataset.kind === kind) setAmount(Number(amount));
  for (const button of byId("table").querySelectorAll('button[name="code"]')) {
    button.classList.toggle("is-hinted", button.value === code);
  }
}
