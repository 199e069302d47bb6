// The same corpus natively and in WebAssembly: `node corpus.mjs TOLLGATE MODULE RUNTIME`, with the
// path of the native command and of both modules. TOLLGATE_CASES is how many random cases there are.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Engine, RuntimeEngine, TollgateError } from "../../Sources/Tools/TollgateWeb/JavaScript/engine.js";

const [command, whole, small] = process.argv.slice(2);
const root = new URL("../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "tollgate-corpus-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let engine = await Engine.from(readFileSync(whole));
const runtime = await RuntimeEngine.from(readFileSync(small));
let failures = 0;

function differ(what, native, web) {
  failures += 1;
  if (failures > 10) return;
  let place = 0;
  while (place < native.length && native[place] === web[place]) place += 1;
  console.error(`${what} differs at ${place}:\n  native: …${native.slice(place - 40, place + 120)}`
    + `\n  web:    …${web.slice(place - 40, place + 120)}`);
}

/** What the command prints; its status may tell of findings. */
function native(...given) {
  try {
    return execFileSync(command, given, {
      encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    if (error.status === 1 || error.status === 2) return error.stdout;
    throw error;
  }
}

// MARK: The texts: every `gate` block of the language suite, and the shipped policies

const texts = [];
for (const name of readdirSync(join(root, "Policies"))) {
  if (name.endsWith(".gate")) {
    texts.push([name, readFileSync(join(root, "Policies", name), "utf8")]);
  }
}
const pages = readdirSync(join(root, "Tests/LanguageSuite"), { recursive: true })
  .filter((name) => name.endsWith(".md")).sort();
for (const page of pages) {
  const text = readFileSync(join(root, "Tests/LanguageSuite", page), "utf8");
  for (const [index, found] of [...text.matchAll(/^```gate[^\n]*\n([\s\S]*?)^```$/gm)].entries()) {
    texts.push([`${page}#${index + 1}`, found[1]]);
  }
}

const compiled = [];
let diagnostics = 0;
texts.forEach(([name, text], index) => {
  writeFileSync(join(folder, `p${index}.gate`), text);
});
const files = texts.map((_, index) => join(folder, `p${index}.gate`));
// One run of the command lints all of them; a text that uses another file is read as its own.
const linted = new Map(files.map((file) => [file, []]));
for (let first = 0; first < files.length; first += 200) {
  const part = files.slice(first, first + 200);
  const found = JSON.parse(native(
    "lint", ...part, "--format", "json", "--today", "2026-06-01", "--within", "600s"));
  for (const each of found.diagnostics) linted.get(each.file)?.push(each);
}
texts.forEach(([name, text], index) => {
  // A policy of several files is no single text.
  if (/^\s*use\s+"/m.test(text)) return;
  const answer = engine.call("lint", {
    text, name: files[index], at: "2026-06-01T00:00:00Z", budget: 200_000,
  });
  const web = JSON.stringify(answer.diagnostics);
  const own = JSON.stringify(linted.get(files[index]));
  diagnostics += answer.diagnostics.length;
  if (web !== own) differ(`findings of ${name}`, own, web);
  try {
    compiled.push([name, files[index], engine.compile(text, `p${index}.gate`)]);
  } catch (error) {
    if (!(error instanceof TollgateError) || error.code !== "compile") throw error;
  }
});

// MARK: The compiled files, byte by byte

for (const [name, file, policy] of compiled) {
  native("compile", file, "-o", `${file}.compiled`);
  const own = readFileSync(`${file}.compiled`).toString("base64");
  if (own !== policy.compiled) differ(`compiled ${name}`, own, policy.compiled);
}

// MARK: Random cases, as lines of a batch

let seed = 20260601;
function random(count) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * count);
}
const pick = (list) => list[random(list.length)];
const instant = () => new Date(Date.UTC(2025, 6, 1) + random(800) * 43_200_000).toISOString();
const states = ["active", "trial", "grace", "cancelled", "hold", "paused", "pending", "expired",
  "refunded", "revoked"];

function randomLine(outline) {
  const grants = [];
  for (let left = random(3); left > 0; left -= 1) {
    const isProduct = outline.products.length > 0 && random(3) > 0;
    const grant = isProduct ? { product: pick(outline.products).name }
      : outline.entitlements.length ? { entitlement: pick(outline.entitlements).name } : null;
    if (!grant) break;
    if (random(2)) grant.state = pick(states);
    if (random(2)) grant.start = instant();
    if (random(2)) grant.until = instant();
    grants.push(grant);
  }
  const usage = {};
  for (const target of outline.targets) {
    if (target.kind !== "meter" || random(3) === 0) continue;
    const used = pick([0, 1, 2, 3, 9, 10, 49, 99, 100, 449, 499, 500, 501, 10_000]);
    usage[target.name] = random(2) ? used
      : { total: used, day: used, week: used, month: { used, resets: instant() } };
  }
  const facts = {};
  for (const fact of outline.facts) {
    if (random(4) === 0) continue;
    facts[fact.name] = {
      choice: () => pick([...fact.choices, "other"]), "yes-or-no": () => random(2) === 0,
      date: () => instant().slice(0, 10), number: () => random(2000),
      version: () => `${random(4)}.${random(10)}.${random(3)}`,
    }[fact.type]();
  }
  const line = {
    target: random(50) === 0 ? "nothing" : pick(outline.targets).name, at: instant(),
    snapshot: { schema: 1, subject: `user-${random(1000)}`, grants, usage, facts },
  };
  if (random(4)) line.snapshot.asOf = instant();
  if (random(3) === 0) line.adding = pick([0, 1, 2, 50, 500]);
  if (random(10) === 0) line.continuing = true;
  return line;
}

const cases = Number(process.env.TOLLGATE_CASES ?? 12_000);
// Each policy has its share, so that a shipped one with many rules has at least as many.
const asked = compiled.filter(([, , policy]) => policy.targets.length > 0);
let count = 0;
for (const [index, [name, file, policy]] of asked.entries()) {
  const share = Math.floor((cases * (index + 1)) / asked.length) - count;
  if (share <= 0) continue;
  const outline = engine.call("outline", { policy: policy.number, locale: "en" });
  const lines = Array.from({ length: share }, () => randomLine(outline));
  writeFileSync(`${file}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const own = native("check", file, "--batch", `${file}.jsonl`).trimEnd().split("\n");
  const loaded = runtime.load(policy.compiled);
  lines.forEach((line, place) => {
    const answer = Buffer.from(engine.callBytes("check",
      Buffer.from(JSON.stringify({ ...line, policy: policy.number })))).toString();
    if (own[place].startsWith('{"error"')) {
      // The command names the line in its own way; the words are the same.
      const { error } = JSON.parse(answer);
      if (!error || !JSON.parse(own[place]).error.endsWith(error.message)) {
        differ(`error about ${name}, line ${place + 1}`, own[place], answer);
      }
      return;
    }
    if (answer !== own[place]) differ(`decision about ${name}, line ${place + 1}`, own[place], answer);
    // The smaller module, without JSON, says the same.
    const target = loaded.targets.indexOf(line.target);
    if (target < 0) return;
    const prepared = loaded.prepare(line.snapshot);
    if (!line.continuing) {
      const verdict = prepared.verdict(target, { at: line.at, adding: line.adding ?? 1 });
      const { outcome, reason } = JSON.parse(own[place]);
      if (verdict.outcome !== outcome || verdict.reason !== reason) {
        differ(`verdict about ${name}, line ${place + 1}`, `${outcome} ${reason}`,
          `${verdict.outcome} ${verdict.reason}`);
      }
    }
    prepared.release();
  });
  loaded.release();
  count += share;
}
for (const [, , policy] of compiled) policy.release();

console.log(`corpus: ${texts.length} texts with ${diagnostics} findings, ${compiled.length} compiled`
  + ` files, ${count} decisions; ${failures} differences`);
if (failures > 0 || count < cases) process.exit(1);
