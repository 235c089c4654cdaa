// Panels and tips over the page. Browsers from before 2024 have no popovers: there this module opens
// and closes panels, and the styles show which are open.

const OURS = !("showPopover" in HTMLElement.prototype);
const OPEN = "data-open";

/** Return whether a panel is open. */
export const isOpen = (panel) => Boolean(panel) && (OURS ? panel.hasAttribute(OPEN) : panel.matches(":popover-open"));

/** Return the open panel; undefined if there is none. */
export const openPanel = () => [...document.querySelectorAll("[popover='']")].find(isOpen);

/** Open a panel, and close the one that was open. */
export function open(panel) {
  if (!OURS) return panel.showPopover();
  if (panel.getAttribute("popover") === "") close(openPanel());
  turn(panel, true);
}

/** Close a panel if it is open. */
export function close(panel) {
  if (!isOpen(panel)) return;
  if (OURS) turn(panel, false);
  else panel.hidePopover();
}

/** Open a panel, or close it if it is open. */
export const toggle = (panel) => (isOpen(panel) ? close(panel) : open(panel));

function turn(panel, opens) {
  const newState = opens ? "open" : "closed";
  panel.dispatchEvent(Object.assign(new Event("beforetoggle"), { newState }));
  panel.toggleAttribute(OPEN, opens);
  panel.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
}

if (OURS) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[popovertarget]");
    const panel = button && document.getElementById(button.getAttribute("popovertarget"));
    if (panel) {
      event.preventDefault();
      if (button.getAttribute("popovertargetaction") === "hide") close(panel);
      else toggle(panel);
    } else if (!event.target.closest("[popover]")) close(openPanel());
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(openPanel()));
}
