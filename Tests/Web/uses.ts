// What TypeScript takes and refuses of the package: every entry once, and each wrong use.
import {
  Access, Decision, Description, Engine, LoadedPolicy, Paywall, PlanTable, Policy, RuntimeEngine,
  Snapshot, TollgateError, Verdict, WayIn, compile, engine, load, outcomes, reasons,
} from "tollgate";
import { Engine as Edge } from "tollgate/engine";
import module from "tollgate/tollgate.wasm";

const user: Snapshot = {
  subject: "ada", asOf: new Date(), grants: [{ product: "annual", state: "trial" }],
  usage: { bills: 499, exports: { day: 2, "3 hours": { used: 1, resets: "2026-06-01" } } },
  facts: { country: "de", members: 3, beta: true },
};

export async function everything(text: string, stored: Uint8Array): Promise<string[]> {
  const whole: Engine = await engine();
  const small: RuntimeEngine = await engine("tollgate-runtime.wasm");
  const edge = await Edge.from(module);
  const policy: Policy = await compile(text, "shop.gate");
  const decision: Decision = policy.check("bills", user, { adding: 1, at: new Date(), locale: "de" });
  const ways = decision.waysIn.map((way: WayIn) => {
    switch (way.kind) {
      case "refresh": return way.missing.facts.join();
      case "fix-payment": return way.product;
      case "buy": return way.products.join() + way.prices.map((price) => price?.amount ?? "").join();
      case "trial-ends": return way.product + way.at;
      case "wait": return way.until;
      case "reduce": return `${way.meter} ${way.by.toFixed()}`;
    }
  });
  const charged = decision.blockers.map(({ charge }) => charge && `${charge.units} ${charge.amount}`);
  const most: number | null | undefined = decision.quota?.beyond?.upTo;
  const isCharged: boolean = decision.reason === "overage";
  const access: Access = policy.access(user, { at: 0 });
  const isOpen: boolean[] = access.targets.map((each) => each.isAllowed);
  const table: PlanTable = policy.table({ locale: "zh-Hans" });
  const cells = table.rows.flatMap((row) => row.cells.map((cell) => `${row.title}: ${cell.text}`));
  const paywall: Paywall = policy.paywall(user, { target: "bills", currency: "EUR" });
  const prices = paywall.products.map((each) => each.priceText + each.opens.map((one) => one.label));
  const told: Description = policy.describe();
  const svg: string | null = policy.graph({ target: "bills", snapshot: user });
  const prepared = policy.prepare(user, { unknown: "ignore" });
  const place: number = prepared.target("bills");
  const verdict: Verdict = prepared.verdict("bills", { adding: 2 });
  const open: boolean = prepared.isAllowed("bills") && prepared.isAllowed(place, Date.now(), 1);
  const used: (number | null)[] = prepared.verdicts({ at: "2026-06-01" }).map((each) => each.used);
  const compiled: LoadedPolicy = await load(stored);
  compiled.prepare(user).release();
  const again: Policy = whole.load(policy.compiled);
  again.release();
  small.load(stored);
  edge.compile(text);
  try {
    await compile("x");
  } catch (error) {
    if (error instanceof TollgateError) return error.diagnostics.map((each) => each.message);
  }
  return [
    ...ways, ...cells, ...prices, ...told.sections.map((each) => each.title), svg ?? "", verdict.reason,
    String(open), String(used), String(isOpen), outcomes[0], reasons[0],
    policy.explain("bills", user).waysIn.join(), ...charged.map(String), String(most ?? isCharged),
  ];
}

export async function mistakes(policy: Policy): Promise<void> {
  const loaded = await load("");
  // @ts-expect-error The smaller module decides nothing with reasons.
  loaded.check("bills");
  // @ts-expect-error There is no option of this name.
  policy.check("bills", user, { add: 1 });
  // @ts-expect-error There is no key of this name.
  policy.check("bills", { usages: {} });
  // @ts-expect-error A count is a number.
  policy.check("bills", { usage: { bills: "500" } });
  // @ts-expect-error A target has a name.
  policy.check(undefined);
  // @ts-expect-error A snapshot that was not awaited is none.
  policy.check("bills", Promise.resolve(user));
  // @ts-expect-error The states are known.
  policy.prepare({ grants: [{ product: "annual", state: "activ" }] });
  // @ts-expect-error There are two modules.
  await engine("other.wasm");
  // @ts-expect-error Only the engine makes policies.
  new Policy();
  // @ts-expect-error The targets are those of the policy.
  policy.targets.push("x");
}
