// What this browser stores for the site between pages, for good or until its tab is closed. It may be denied, full, or hold what an older
// version or another program wrote. So reading validates, and nothing throws; what can't be stored
// lasts as long as the page.

const AREAS = { site: () => localStorage, tab: () => sessionStorage };
const unkept = new Map();

/** Return the text stored under a name; null if there is none. */
export function read(name, area = "site") {
  if (unkept.has(name)) return unkept.get(name);
  try {
    return AREAS[area]().getItem(name);
  } catch {
    return null;
  }
}

/** Store a text under a name. */
export function write(name, text, area = "site") {
  try {
    AREAS[area]().setItem(name, text);
    unkept.delete(name);
  } catch {
    unkept.set(name, text);
  }
}

/** Return the valid items of the list stored under a name. */
export function readList(name, isOurs, area = "site") {
  try {
    const found = JSON.parse(read(name, area));
    return Array.isArray(found) ? found.filter(isOurs) : [];
  } catch {
    return [];
  }
}

/** Store a list under a name. */
export const writeList = (name, things, area = "site") => write(name, JSON.stringify(things), area);
