// 22 gates asked from JavaScript: nanoseconds of each, with a prepared snapshot, beside a `switch`
// by hand and beside rules in JSON that are interpreted. Prints; asserts no time.
import { readFileSync } from "node:fs";
import { Engine } from "../../Sources/Tools/TollgateWeb/JavaScript/engine.js";

const engine = await Engine.from(readFileSync(process.argv[2]));
const features = Array.from({ length: 20 }, (_, index) => `f${index + 1}`);
const policy = engine.compile([
  "tiers free < pro < max", "meters bills, seats", `features ${features.join(", ")}`,
  "bills > 500 requires pro", "seats > 3 requires max",
  `${features.slice(0, 10).join(", ")} require pro`, `${features.slice(10).join(", ")} require max`,
].join("\n"));
const user = { grants: [{ entitlement: "pro" }], usage: { bills: 499, seats: 2 } };
const prepared = policy.prepare(user);
const places = policy.targets.map((name) => prepared.target(name));
const at = Date.UTC(2026, 5, 1);

const own = { tier: 1, bills: 499, seats: 2 };
function byHand(place, adding) {
  switch (policy.targets[place]) {
    case "bills": return own.bills + adding <= 500 || own.tier >= 1;
    case "seats": return own.seats + adding <= 3 || own.tier >= 2;
    case "f1": case "f2": case "f3": case "f4": case "f5": case "f6": case "f7": case "f8":
    case "f9": case "f10": return own.tier >= 1;
    default: return own.tier >= 2;
  }
}
const rules = policy.targets.map((name, place) => {
  const tier = (least) => ({ ">=": [{ var: "tier" }, least] });
  const limit = (most) => ({ "<=": [{ "+": [{ var: name }, { var: "adding" }] }, most] });
  if (name === "bills") return { or: [limit(500), tier(1)] };
  if (name === "seats") return { or: [limit(3), tier(2)] };
  return tier(features.indexOf(name) < 10 ? 1 : 2);
});
function interpret(rule, data) {
  if (typeof rule !== "object") return rule;
  const [operator] = Object.keys(rule);
  const given = rule[operator];
  switch (operator) {
    case "var": return data[given];
    case "or": return given.some((each) => interpret(each, data));
    case ">=": return interpret(given[0], data) >= interpret(given[1], data);
    case "<=": return interpret(given[0], data) <= interpret(given[1], data);
    default: return interpret(given[0], data) + interpret(given[1], data);
  }
}
const kinds = {
  "tollgate, prepared": (place) => prepared.isAllowed(place, at, 1),
  "switch by hand": (place) => byHand(place, 1),
  "rules in JSON": (place) => interpret(rules[place], { ...own, adding: 1 }),
};
const answers = Object.values(kinds).map((ask) => places.map(ask).join());
if (new Set(answers).size !== 1) throw new Error(`the three disagree: ${answers.join(" | ")}`);
for (const [name, ask] of Object.entries(kinds)) {
  let best = Infinity;
  for (let run = 0; run < 7; run += 1) {
    let open = 0;
    const begin = process.hrtime.bigint();
    for (let round = 0; round < 20_000; round += 1) {
      for (const place of places) open += ask(place) ? 1 : 0;
    }
    const spent = Number(process.hrtime.bigint() - begin) / (20_000 * places.length);
    if (open > 0) best = Math.min(best, spent);
  }
  console.log(`speed: ${best.toFixed(1)} ns  ${name}`);
}
