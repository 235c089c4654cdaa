// What this browser keeps for us between pages. Anything may be wrong with it: it may be denied, full,
// or hold what an older version or somebody else wrote. So it is read with care, and nothing throws;
// what can't be kept is remembered as long as the page is there.

const unkept = new Map();

/** Return the text that is kept under a name; null if there is none. */
export function read(name) {
  if (unkept.has(name)) return unkept.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name. */
export function write(name, text) {
  try {
    localStorage.setItem(name, text);
    unkept.delete(name);
  } catch {
    unkept.set(name, text);
  }
}

/** Return the things in the list that is kept under a name, without those that are none of ours. */
export function readList(name, isOurs) {
  try {
    const found = JSON.parse(read(name));
    return Array.isArray(found) ? found.filter(isOurs) : [];
  } catch {
    return [];
  }
}

/** Keep a list under a name. */
export const writeList = (name, things) => write(name, JSON.stringify(things));
