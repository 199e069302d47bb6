// Errors are errors and never traps; memory is flat; a trap is told, and the instance thrown away.
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { Engine, RuntimeEngine, TollgateError } from "../../Sources/Tools/TollgateWeb/JavaScript/engine.js";

const [whole, small] = process.argv.slice(2);
const engine = await Engine.from(readFileSync(whole));
const runtime = await RuntimeEngine.from(readFileSync(small));
const functions = (one) =>
  Object.keys(one.exports).filter((name) => name.startsWith("tollgate_"))
    .map((name) => name.slice(9))
    .filter((name) => !["allocate", "free", "verdict", "verdicts"].includes(name));
const codeOf = (body) => {
  try {
    body();
  } catch (error) {
    assert.ok(error instanceof TollgateError, String(error));
    return error.code;
  }
  return null;
};

// Requests that are none, to every function of both modules.
const bad = [
  "", "{", "null", "[]", "7", "\"text\"", "{\"policy\":1e9}", "{\"policy\":-1}", "{\"policy\":\"x\"}",
  "{\"text\":7}", "{\"text\":\"\\ud800\"}", "[".repeat(100_000), "{\"a\":".repeat(200),
  Uint8Array.of(0xff, 0xfe, 0x00), Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d),
];
let asked = 0;
for (const one of [engine, runtime]) {
  for (const name of functions(one)) {
    for (const request of bad) {
      const code = codeOf(() => one.callText(name, request));
      assert.notEqual(code, "trap", `${name} ${request.slice(0, 40)}`);
      assert.notEqual(code, null, `${name} takes ${request.slice(0, 40)}`);
      asked += 1;
    }
  }
}
// Texts of policies that are none, too large, or deep.
assert.equal(codeOf(() => engine.compile("x".repeat((1 << 20) + 1))), "too-large");
assert.equal(codeOf(() => engine.call("lint", { text: "x".repeat(5 << 20) })), "too-large");
assert.equal(codeOf(() => engine.compile(`a requires ${"(".repeat(50_000)}b`)), "compile");
assert.equal(codeOf(() => engine.compile("bills > requires")), "compile");
assert.equal(codeOf(() => engine.load("AAAA")), "compile");
assert.equal(codeOf(() => runtime.load("not base64!")), "request");
const broken = engine.compile("bills > 500 requires pro").compiled;
for (let place = 0; place < broken.length; place += 7) {
  const changed = broken.slice(0, place) + (broken[place] === "A" ? "B" : "A")
    + broken.slice(place + 1);
  assert.notEqual(codeOf(() => runtime.load(changed)), "trap");
}
// Numbers that are nothing.
assert.equal(engine.exports.tollgate_verdict(99, 0, 1, 0), -1);
assert.equal(engine.exports.tollgate_verdict(-1, 0, 1, NaN), -1);

// Memory: the same calls again and again.
const text = "tiers free < pro\nmeter bills\nfeature csv\nbills > 500 requires pro\ncsv requires pro\n";
const policy = engine.compile(text);
const user = { usage: { bills: 499 } };
const at = "2026-06-01T00:00:00Z";
function round(count) {
  for (let index = 0; index < count; index += 1) {
    policy.check("bills", user, { at });
    if (index % 10 === 0) policy.prepare(user).release();
    if (index % 20 === 0) engine.compile(text).release();
    if (index % 100 === 0) policy.explain("csv", user, { at, locale: "zh-Hans" });
  }
}
round(2_000);
const before = engine.memorySize;
round(100_000);
assert.equal(engine.memorySize, before, "memory grows");

// A trap, made by force: the error says so, and the next call works with a new instance.
const prepared = policy.prepare(user);
assert.equal(codeOf(() => engine.run(() => { throw new WebAssembly.RuntimeError("unreachable"); })),
  "trap");
assert.equal(policy.check("bills", user, { at }).outcome, "allowed");
assert.equal(prepared.verdict("bills", { at }).reason, "within-limit");

console.log(`limits: ${asked} bad requests are errors; memory flat at ${before} bytes over 100000 calls`);
