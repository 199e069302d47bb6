// Every entry of the JavaScript module with every wrong type, one argument after the other:
// `node entries.mjs MODULE RUNTIME`. Each is a TollgateError, never an answer, a trap or another
// error. An entry that this page does not know fails it.
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import * as tollgate from "../../Sources/Tools/TollgateWeb/JavaScript/tollgate.js";
import { grantKeys, snapshotKeys } from "../../Sources/Tools/TollgateWeb/JavaScript/given.js";

const { Engine, LoadedPolicy, Policy, PreparedSnapshot, RuntimeEngine, TollgateError } = tollgate;
const [whole, small, command] = process.argv.slice(2);
const bytes = readFileSync(whole);
const engine = await Engine.from(bytes);
const runtime = await RuntimeEngine.from(new WebAssembly.Module(readFileSync(small)));

const circle = {};
circle.self = circle;
const wrongs = {
  undefined, null: null, true: true, NaN: NaN, infinity: Infinity, negative: -1, half: 0.5,
  number: 7, huge: 1e300, empty: "", unknown: "zzz", yesterday: "yesterday", february: "2026-02-30",
  bigint: 7n, symbol: Symbol("x"), function: () => 1, list: [], object: {}, invalidDate: new Date(NaN),
  date: new Date(0), map: new Map([["usage", 1]]), circle, promise: Promise.resolve({}),
  boxed: Object("b"), listOfName: ["b"], bytes: new Uint8Array(4), otherKey: { zzz: 1 },
  plural: { usages: { m: 1 } }, short: { add: 1 }, deep: { usage: { m: 7n } },
  holes: { usage: { m: NaN } }, badGrant: { grants: [{ prduct: "pro" }] },
};
const all = Object.keys(wrongs);
// What is right for each kind of argument, of the list above.
const takes = {
  optional: ["undefined"], instant: ["undefined", "number", "date", "negative", "half"],
  amount: ["undefined", "number"], place: [], options: ["undefined", "object"],
  snapshot: ["undefined", "object"], source: [], text: ["empty", "unknown", "yesterday", "february"],
  anything: all,
};
takes.optionalText = [...takes.text, "undefined"];
takes.nullableText = [...takes.text, "undefined", "null"];

const text = "tiers free < pro\nfeatures a, b\nmeter m\na requires nothing\nb requires pro\n"
  + "m > 5 requires pro\n";
const policy = engine.compile(text);
const small_ = runtime.load(policy.compiled);
const prepared = policy.prepare({ usage: { m: 1 } });
const own = { at: "instant", adding: "amount", locale: "nullableText", currency: "nullableText" };
const without = (...names) =>
  Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)));

// Each entry: how it is called, its right arguments, what each takes, and the members of the last.
const entries = {
  "engine": [(...a) => tollgate.engine(...a), ["tollgate.wasm"], ["optional"]],
  "compile": [(...a) => tollgate.compile(...a), [text, "x"], ["source", "optionalText"]],
  "load": [(...a) => tollgate.load(...a), [policy.compiled], ["source"]],
  "new RuntimeEngine": [(...a) => new RuntimeEngine(...a), [new WebAssembly.Module(bytes)], ["source"]],
  "new Engine": [(...a) => new Engine(...a), [new WebAssembly.Module(bytes)], ["source"]],
  "new LoadedPolicy": [(...a) => new LoadedPolicy(...a), [runtime, { targets: [] }], ["source", "source"]],
  "new Policy": [(...a) => new Policy(...a), [engine, { targets: [] }], ["source", "source"]],
  "new PreparedSnapshot": [(...a) => new PreparedSnapshot(...a), [policy, { schema: 1 }],
    ["source", "anything"]],
  "RuntimeEngine.from": [(...a) => RuntimeEngine.from(...a), [bytes], ["source"]],
  "Engine.from": [(...a) => Engine.from(...a), [bytes], ["source"]],
  "RuntimeEngine#run": [(...a) => engine.run(...a), [() => 1], [["function"]]],
  "RuntimeEngine#call": [(...a) => engine.call(...a), ["format", { text }], ["source", "source"]],
  "RuntimeEngine#callText": [(...a) => engine.callText(...a), ["format", JSON.stringify({ text })],
    ["source", "source"]],
  // Bytes that are no request are answered in bytes.
  "RuntimeEngine#callBytes": [(...a) => engine.callBytes(...a), ["format", new Uint8Array(2)],
    ["source", ["bytes"]]],
  "RuntimeEngine#load": [(...a) => runtime.load(...a), [policy.compiled], ["source"]],
  "RuntimeEngine#read": [(...a) => runtime.read(...a), [policy.compiled], ["source"]],
  "Engine#load": [(...a) => engine.load(...a), [policy.compiled], ["source"]],
  "Engine#compile": [(...a) => engine.compile(...a), [text, "x"], [["empty"], "optionalText"]],
  "LoadedPolicy#place": [(...a) => policy.place(...a), ["b"], ["place"]],
  "LoadedPolicy#prepare": [(...a) => small_.prepare(...a), [{}, {}], ["snapshot", "options"],
    { unknown: "optional" }],
  "Policy#check": [(...a) => policy.check(...a), ["m", {}, {}], ["text", "snapshot", "options"],
    { ...own, unknown: "optional", continuing: ["true", "undefined", "null"], reaching: [
      "undefined", "null", "number"], facts: ["undefined", "null", "object", "otherKey", "short"],
      usage: ["undefined", "null", "object", "otherKey", "short", "plural"] }],
  "Policy#explain": [(...a) => policy.explain(...a), ["m", {}, {}], ["text", "snapshot", "options"],
    { ...own, unknown: "optional" }],
  "Policy#access": [(...a) => policy.access(...a), [{}, {}], ["snapshot", "options"],
    { ...without("adding", "currency"), unknown: "optional" }],
  "Policy#table": [(...a) => policy.table(...a), [{}], ["options"],
    { at: "instant", locale: "optionalText" }],
  "Policy#describe": [(...a) => policy.describe(...a), [{}], ["options"], { locale: "optionalText" }],
  "Policy#graph": [(...a) => policy.graph(...a), [{}], ["options"],
    { target: ["undefined", "null"], snapshot: "snapshot", locale: "optionalText" }],
  "Policy#paywall": [(...a) => policy.paywall(...a), [{}, {}], ["snapshot", "options"],
    { target: ["undefined", "null"], at: "instant", locale: "optionalText", currency: "nullableText" }],
  "PreparedSnapshot#target": [(...a) => prepared.target(...a), ["b"], ["place"]],
  "PreparedSnapshot#isAllowed": [(...a) => prepared.isAllowed(...a), ["b", 0, 1],
    ["place", "instant", "amount"]],
  "PreparedSnapshot#verdict": [(...a) => prepared.verdict(...a), ["b", {}], ["place", "options"],
    { at: "instant", adding: "amount" }],
  "PreparedSnapshot#verdicts": [(...a) => prepared.verdicts(...a), [{}], ["options"],
    { at: "instant" }],
};
const harmless = ["TollgateError", "RuntimeEngine#check", "RuntimeEngine#begin", "RuntimeEngine#stopped",
  "Engine#check", "LoadedPolicy#release", "PreparedSnapshot#release"];

// Nothing that the module exports is missing above.
const exported = Object.entries(tollgate).flatMap(([name, value]) => {
  if (typeof value !== "function") return [];
  if (!value.prototype || !/^class/.test(String(value))) return [name];
  if (value === TollgateError) return [name];
  const methods = (one) => Object.getOwnPropertyNames(one).filter((each) =>
    typeof Object.getOwnPropertyDescriptor(one, each).value === "function" && each !== "constructor");
  return [`new ${name}`, ...methods(value).map((each) => `${name}.${each}`),
    ...methods(value.prototype).map((each) => `${name}#${each}`)];
});
for (const name of exported) {
  assert.ok(entries[name] || harmless.includes(name) || name === "Engine.from", `${name} is not tried`);
}

// What has types is what there is.
const types = readFileSync(
  new URL("../../Sources/Tools/TollgateWeb/JavaScript/engine.d.ts", import.meta.url), "utf8");
const inside = ["RuntimeEngine#run", "RuntimeEngine#read", ...harmless];
for (const name of exported.filter((each) => /[#.]/.test(each) && !inside.includes(each))) {
  const [kind, method] = name.split(/[#.]/);
  const body = types.match(new RegExp(`export class ${kind} [^]*?\n}`))?.[0] ?? "";
  assert.match(body, new RegExp(`^  (static )?${method}\\(`, "m"), `${name} has no type`);
}

let tried = 0;
async function outcome(call, given) {
  try {
    return { value: await call(...given) };
  } catch (error) {
    return { error };
  }
}
async function mustThrow(name, call, given, what) {
  const { value, error } = await outcome(call, given);
  assert.ok(error, `${name} takes ${what}: ${String(JSON.stringify(value)).slice(0, 80)}`);
  assert.ok(error instanceof TollgateError, `${name}, ${what}: ${error}`);
  assert.notEqual(error.code, "trap", `${name}, ${what}`);
  tried += 1;
}
const right = (kind) => (Array.isArray(kind) ? kind : takes[kind]);

// `engine`, `compile` and `load` of the module read files beside it; only wrong types are tried.
const needsFiles = ["engine", "compile", "load"];
for (const [name, [call, given, kinds, members]] of Object.entries(entries)) {
  if (!needsFiles.includes(name)) {
    const { error } = await outcome(call, given);
    assert.equal(error, undefined, `${name}: ${error}`);
  }
  for (const [place, kind] of kinds.entries()) {
    for (const wrong of all) {
      if (right(kind).includes(wrong)) {
        if (kind === "anything" || needsFiles.includes(name)) continue;
        const { error } = await outcome(call, given.with?.(place, wrongs[wrong])
          ?? given.map((each, index) => (index === place ? wrongs[wrong] : each)));
        assert.equal(error, undefined, `${name} refuses ${wrong}: ${error}`);
        continue;
      }
      const changed = given.map((each, index) => (index === place ? wrongs[wrong] : each));
      // The whole module's own text, for those that read a file first.
      if (needsFiles.includes(name) && typeof wrongs[wrong] === "string") continue;
      await mustThrow(name, call, changed, `${wrong} as argument ${place + 1}`);
    }
  }
  for (const [member, kind] of Object.entries(members ?? {})) {
    for (const wrong of all) {
      const isRight = right(kind).includes(wrong);
      const options = { ...given.at(-1), [member]: wrongs[wrong] };
      const changed = [...given.slice(0, -1), options];
      if (isRight) {
        const { error } = await outcome(call, changed);
        assert.equal(error, undefined, `${name} refuses ${member}: ${wrong}: ${error}`);
      } else await mustThrow(name, call, changed, `${member}: ${wrong}`);
    }
  }
}

// What is locked stays locked by every way of asking, and every place is the right one.
for (const at of [0, new Date(), "2026-06-01", undefined]) {
  assert.equal(prepared.isAllowed("a", at), true);
  assert.equal(prepared.isAllowed("b", at), false);
  assert.equal(prepared.isAllowed(prepared.target("b"), at), false);
}
assert.equal(prepared.isAllowed("m", 0, 4), true);
assert.equal(prepared.isAllowed("m", 0, 5), false);
assert.throws(() => prepared.verdict("b", { at: "yesterday" }), /`at` must be an instant.*"yesterday"/);
assert.throws(() => prepared.verdict("b", { adding: 0.5 }), /`adding` must be a whole number from 0.*0\.5/);
assert.throws(() => prepared.isAllowed("zzz", 0), /no target `zzz`; it has a, b, m/);
assert.throws(() => policy.check("m", {}, { add: 1 }), /no option `add`; did you mean `adding`/);
assert.throws(() => policy.check("m", { usages: {} }), /no key of a snapshot `usages`; did you mean `usage`/);
assert.throws(() => policy.check("m", circle), /contains itself/);
assert.throws(() => policy.check("m", { usage: { m: 7n } }), /`usage\.m` cannot be 7n; write `Number/);
assert.throws(() => policy.check("m", Promise.resolve({})), /an object \(Promise\)/);
// A newer server's snapshot, and what JSON leaves out.
assert.equal(policy.prepare({ later: 1 }, { unknown: "ignore" }).isAllowed("a", 0), true);
assert.equal(policy.check("m", { subject: undefined }).outcome, "denied");
// Time zones are one: the same instant in every form.
const dated = engine.compile("feature a\na is off until 2026-06-01\n").prepare({});
for (const [at, open] of [["2026-06-01", true], ["2026-05-31T23:59:59.999Z", false],
  ["2026-06-01T02:00+02:00", true], ["2026-06-01T01:59+02:00", false], [Date.UTC(2026, 5, 1), true],
  [new Date(Date.UTC(2026, 5, 1) - 1), false], [Date.UTC(2026, 5, 1) + 0.5, true]]) {
  assert.equal(dated.isAllowed("a", at), open, String(at));
}
// What the engine refuses in a snapshot is no instant here either.
assert.throws(() => dated.isAllowed("a", "2026-06-01T01:59+0200"), /`at` must be an instant/);
// What was given back answers no more, and giving back twice is nothing.
const gone = policy.prepare({});
gone.release();
gone.release();
assert.throws(() => gone.isAllowed("a", 0), /was released/);
const goneToo = engine.compile(text);
goneToo.release();
assert.throws(() => goneToo.check("a"), /was released/);
assert.throws(() => goneToo.prepare({}), /was released/);

// The keys that are known are those of the schema.
if (command) {
  const { execFileSync } = await import("node:child_process");
  const schema = JSON.parse(execFileSync(command, ["schema", "snapshot"], { encoding: "utf8" }));
  assert.deepEqual(Object.keys(schema.properties), snapshotKeys);
  const grant = schema.properties.grants.anyOf[0].items;
  assert.deepEqual(Object.keys(grant.properties), grantKeys);
}
console.log(`entries: ${Object.keys(entries).length} entries refuse ${tried} wrong arguments`);
