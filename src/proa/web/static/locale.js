// Dates, times and lists in the page's language, in the form of the browser's region: 20:00 for a British
// reader, 8:00 PM for an American one. No other module writes them.

const { lang } = document.documentElement;

function parsed(tag) {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return []; // some systems have names of their own, as "en-US@posix"
  }
}

function found() {
  const tags = [...navigator.languages, new Intl.DateTimeFormat().resolvedOptions().locale];
  const known = tags.flatMap(parsed).filter((one) => one.region);
  const region = (known.find((one) => one.language === lang) ?? known[0])?.region ?? "GB";
  return new Intl.Locale(lang, { region }).toString();
}

const locale = found();
const DAY = { day: "numeric", month: "long" };
const TIME = { hour: "2-digit", minute: "2-digit" };
const WEEK = 6 * 86_400; // seconds for which a weekday names a day

const written = (seconds, form) => new Date(1000 * seconds).toLocaleString(locale, form);

/** Return the device's time zone. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

/** Return a coming moment's day and time; it and the present are in seconds. */
export const moment = (at, now) => written(at, { ...(at - now < WEEK ? { weekday: "short" } : DAY), ...TIME });

/** Return words as a list: "you, 2 bots and 1 friend". */
export const listed = (words) => new Intl.ListFormat(locale).format(words);

for (const time of document.querySelectorAll("time[data-seconds]")) time.textContent = written(time.dataset.seconds, DAY);
