// What a caller gives, looked at before it goes into a module: no wrong type becomes a question
// that was not asked, and each has an error that names it.

/** What can be wrong: the request, the policy, or the module itself (`trap`). */
export class TollgateError extends Error {
  constructor(code, message, { path = "", diagnostics = [] } = {}) {
    super(message);
    this.name = "TollgateError";
    this.code = code;
    this.path = path;
    this.diagnostics = diagnostics;
  }
}

export const wrong = (message, path = "") => new TollgateError("request", message, { path });

/** A value in the words of an error. */
export function outline(value) {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date) return "an invalid date";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return `an object (${value.constructor?.name ?? "Object"})`;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value;
}

export function text(value, path) {
  if (typeof value === "string") return value;
  throw wrong(`\`${path}\` must be a text, not ${outline(value)}`, path);
}

/** A text, or null where there is none. */
export const optional = (value, path) =>
  value === undefined || value === null ? null : text(value, path);

/** How much more is to be used: a whole number from 0. */
export function amount(value, path) {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(`\`${path}\` must be a whole number from 0, not ${outline(value)}`, path);
}

const instants = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2}))?$/;

/** An instant in milliseconds since 1970: now, a Date, milliseconds, or a text of a snapshot. */
export function milliseconds(at, path = "at") {
  if (at === undefined) return Date.now();
  let time = NaN;
  if (typeof at === "number") time = Math.trunc(at);
  else if (at instanceof Date) time = at.getTime();
  else if (typeof at === "string") {
    const [, day, hour, zone] = instants.exec(at) ?? [];
    // A day that is none, such as the 30th of February, is not the next one.
    const isDay = day && new Date(`${day}T00:00Z`);
    if (isDay && !Number.isNaN(+isDay) && isDay.toISOString().startsWith(day)) {
      time = Date.parse(hour ? `${day}T${hour}${zone}` : day);
    }
  }
  // The years of four digits: those that a text can say.
  if (time >= -62167219200000 && time <= 253402300799999) return time;
  throw wrong(
    `\`${path}\` must be an instant, such as \`2026-06-01\`, a Date or milliseconds since 1970, not `
      + outline(at), path);
}

export const instantText = (at) => new Date(milliseconds(at)).toISOString();

/** Refuses options that nothing reads, and what is no object. */
export function options(given, known) {
  if (!isPlain(given)) throw wrong(`the options must be an object, not ${outline(given)}`);
  checkKeys(given, known, "option", "");
  return given;
}

function checkKeys(given, known, what, path) {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const near = known.find((each) => each.startsWith(key) || key.startsWith(each));
    const rest = near ? `did you mean \`${near}\`?` : `there are \`${known.join("`, `")}\``;
    throw wrong(`there is no ${what} \`${key}\`; ${rest}`, path + key);
  }
}

/** An object of a literal or of JSON: a Promise that was not awaited, a Map or a list is none. */
function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const parent = Object.getPrototypeOf(value);
  // An object of another window has another `Object`, whose prototype also has no parent.
  return parent === null || Object.getPrototypeOf(parent) === null;
}

/** A value as JSON has it; what JSON would drop or change is an error with its place. */
export function plain(value, path = "", above = []) {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(+value)) return value.toISOString();
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) {
    const hint = typeof value === "bigint" ? "; write `Number(…)`" : "";
    throw wrong(`\`${path}\` cannot be ${outline(value)}${hint}`, path);
  }
  if (above.includes(value)) throw wrong(`\`${path}\` contains itself`, path);
  const inside = [...above, value];
  if (isList) return Array.from(value, (each, place) => plain(each, `${path}[${place}]`, inside));
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
    .map(([key, each]) => [key, plain(each, path ? `${path}.${key}` : key, inside)]);
  // A member called `__proto__` is one like all others.
  return Object.fromEntries(members);
}

export const snapshotKeys = [
  "schema", "subject", "asOf", "latestSeen", "grants", "usage", "allowances", "facts", "dismissed",
  "offers",
];
export const grantKeys = [
  "product", "entitlement", "state", "start", "until", "trial", "offerUsed", "renews", "ownership",
  "quantity", "id",
];

/** A snapshot as a module reads it. `unknown: "ignore"` is for one of a newer server. */
export function whole(given, unknown) {
  if (unknown !== undefined && unknown !== "ignore" && unknown !== "refuse") {
    throw wrong("`unknown` is \"refuse\" or \"ignore\"", "unknown");
  }
  if (!isPlain(given)) throw wrong(`a snapshot must be an object, not ${outline(given)}`, "snapshot");
  const snapshot = plain(given);
  if (unknown !== "ignore") {
    checkKeys(snapshot, snapshotKeys, "key of a snapshot", "snapshot.");
    const grants = Array.isArray(snapshot.grants) ? snapshot.grants : [];
    for (const [place, grant] of grants.entries()) {
      if (isPlain(grant)) checkKeys(grant, grantKeys, "key of a grant", `snapshot.grants[${place}].`);
    }
  }
  return { schema: 1, ...snapshot };
}
