"use strict";
// One person: what they bought, used and are, when it is, and what they may do then.

class Person {
  constructor(changed) {
    this.changed = changed;
    this.base = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000).toISOString().replace(".000Z", "Z");
    this.clear();
  }

  clear() {
    this.products = {};
    this.entitlements = {};
    this.usage = {};
    this.facts = {};
    this.at = this.base;
    this.target = null;
  }

  /** What a link carries. */
  get state() {
    const { products, entitlements, usage, facts, at, target, base } = this;
    return { products, entitlements, usage, facts, at, target, base };
  }

  set state(state) {
    this.clear();
    const plain = (value) => value && typeof value === "object" && !Array.isArray(value) ? value : {};
    for (const key of ["products", "entitlements", "usage", "facts"]) this[key] = { ...plain(state?.[key]) };
    const instant = (text) => typeof text === "string" && !Number.isNaN(Date.parse(text)) ? text : null;
    this.base = instant(state?.base) || this.base;
    this.at = instant(state?.at) || this.base;
    this.target = typeof state?.target === "string" ? state.target : null;
  }

  /** The snapshot of the person, of the names that the policy has now. */
  snapshot(outline) {
    const grants = [];
    for (const product of outline.products) {
      const bought = this.products[product.name];
      if (bought) grants.push({ product: product.name, ...(bought.until ? { until: bought.until } : {}) });
    }
    for (const entitlement of outline.entitlements) {
      if (this.entitlements[entitlement.name]) grants.push({ entitlement: entitlement.name });
    }
    const usage = {};
    for (const meter of outline.meters) {
      for (const window of meter.windows) {
        const used = this.usage[`${meter.name}/${window ?? ""}`];
        if (used === undefined) continue;
        (usage[meter.name] ??= {})[window ?? "total"] = used;
      }
    }
    const facts = {};
    for (const fact of outline.facts) {
      if (this.facts[fact.name] !== undefined) facts[fact.name] = this.facts[fact.name];
    }
    return { schema: 1, subject: "person", asOf: this.base, grants, usage, facts };
  }

  /** The person as the lines of a scenario. */
  scenario(outline, decisions) {
    const given = [];
    const day = (instant) => instant.replace("T00:00:00Z", "").replace(/:00Z$/, "Z");
    for (const product of outline.products) {
      const bought = this.products[product.name];
      if (bought) given.push(`product ${product.name}${bought.until ? ` until ${day(bought.until)}` : ""}`);
    }
    for (const { name } of outline.entitlements) if (this.entitlements[name]) given.push(name);
    for (const meter of outline.meters) {
      for (const window of meter.windows) {
        const used = this.usage[`${meter.name}/${window ?? ""}`];
        if (used !== undefined) given.push(`${meter.name} ${used}${window ? ` per ${window}` : ""}`);
      }
    }
    for (const fact of outline.facts) {
      const value = this.facts[fact.name];
      if (value === undefined) continue;
      given.push(fact.type === "yes-or-no" ? `${fact.name} is ${value ? "yes" : "no"}` : `${fact.name} is ${value}`);
    }
    const lines = [`scenario "${say("scenarioTitle")}"`];
    if (given.length) lines.push(`  given ${given.join(", ")}`);
    lines.push(`  at ${day(this.at)}`);
    for (const decision of decisions) lines.push(`  expect ${decision.target} ${decision.outcome} because ${decision.reason}`);
    return lines.join("\n");
  }

  // MARK: Time

  /** The instants from the first one on at which a decision ends, at most twelve. */
  moments(policy, snapshot) {
    const found = [this.base];
    while (found.length < 12) {
      let next = null;
      for (const { validUntil } of page.ask("access", { policy, snapshot, at: found[found.length - 1] }).targets) {
        if (validUntil && (next === null || validUntil < next)) next = validUntil;
      }
      if (!next || next <= found[found.length - 1]) break;
      found.push(next);
    }
    return found;
  }

  // MARK: What is seen

  /** The form and the answers for a policy. */
  show(panel, current) {
    const { policy, outline, prices } = current;
    const snapshot = this.snapshot(outline);
    const moments = this.moments(policy, snapshot);
    const access = page.ask("access", { policy, snapshot, at: this.at, locale });
    this.decisions = access.targets;
    if (!access.targets.some(({ target }) => target === this.target)) {
      this.target = (access.targets.find(({ outcome }) => outcome === "denied") || access.targets[0])?.target ?? null;
    }
    fill(panel,
      make("div", { class: "form" },
        this.boughtForm(outline, prices), this.usedForm(outline), this.factsForm(outline), this.timeForm(moments)),
      make("h3", {}, say("may"), access.tier ? make("span", { class: "tier" }, this.label(outline.entitlements, access.tier)) : null),
      make("ul", { id: "answers", class: "answers" }, access.targets.slice(0, 200).map((decision) => this.row(decision, outline))),
      access.targets.length > 200 ? make("p", { class: "hint" }, say("tooMany", access.targets.length - 200)) : null,
      this.target ? this.explanation(policy, snapshot) : null);
  }

  label(list, name) { return list.find((item) => item.name === name)?.label || name; }

  boughtForm(outline, prices) {
    const others = outline.entitlements.slice(outline.tiers);
    return make("fieldset", {}, make("legend", {}, say("bought")),
      outline.products.length ? null : make("p", { class: "hint" }, say("nothingSold")),
      outline.products.map((product) => {
        const bought = this.products[product.name];
        return make("div", { class: "choice" },
          make("label", {},
            make("input", { type: "checkbox", id: `product-${product.name}`, checked: Boolean(bought), change: (event) => {
              if (event.target.checked) this.products[product.name] = {}; else delete this.products[product.name];
              this.changed();
            } }), " ", product.label, prices.get(product.name) ? make("small", {}, prices.get(product.name)) : null),
          bought ? make("label", { class: "until" }, say("until"), " ", make("input", {
            type: "date", id: `until-${product.name}`, value: (bought.until || "").slice(0, 10), change: (event) => {
              this.products[product.name] = event.target.value ? { until: `${event.target.value}T00:00:00Z` } : {};
              this.changed();
            } })) : null);
      }),
      others.map((entitlement) => make("div", { class: "choice" }, make("label", {},
        make("input", { type: "checkbox", id: `entitlement-${entitlement.name}`, checked: Boolean(this.entitlements[entitlement.name]),
          change: (event) => { this.entitlements[entitlement.name] = event.target.checked; this.changed(); } }),
        " ", say("has"), " ", entitlement.label))));
  }

  usedForm(outline) {
    const fields = outline.meters.flatMap((meter) => meter.windows.map((window) => {
      const key = `${meter.name}/${window ?? ""}`;
      const id = `used-${meter.name}${window ? `-${window.replaceAll(" ", "-")}` : ""}`;
      return make("label", { class: "field" }, make("span", {}, window ? say("perWindow", meter.label, window) : meter.label),
        make("input", { type: "number", id, min: "0", step: "1", value: this.usage[key] === undefined ? "" : String(this.usage[key]),
          placeholder: "0", input: (event) => {
            const used = Number(event.target.value);
            if (event.target.value === "" || !Number.isSafeInteger(used) || used < 0) delete this.usage[key]; else this.usage[key] = used;
            this.changed();
          } }));
    }));
    return fields.length ? make("fieldset", {}, make("legend", {}, say("used")), fields) : null;
  }

  factsForm(outline) {
    if (!outline.facts.length) return null;
    const set = (name, value) => {
      if (value === "" || value === undefined) delete this.facts[name]; else this.facts[name] = value;
      this.changed();
    };
    const select = (fact, options) => make("select", { id: `fact-${fact.name}`, change: (event) => set(fact.name, options[event.target.value]?.value) },
      make("option", { value: "" }, say("unknown")),
      Object.entries(options).map(([key, { text, value }]) => make("option", { value: key, selected: this.facts[fact.name] === value }, text)));
    return make("fieldset", {}, make("legend", {}, say("facts")), outline.facts.map((fact) => {
      let field;
      if (fact.type === "yes-or-no") field = select(fact, { y: { text: say("yes"), value: true }, n: { text: say("no"), value: false } });
      else if (fact.type === "choice") field = select(fact, Object.fromEntries(fact.choices.map((name) => [name, { text: name, value: name }])));
      else {
        const type = { date: "date", number: "number" }[fact.type] || "text";
        field = make("input", { type, id: `fact-${fact.name}`, value: this.facts[fact.name] === undefined ? "" : String(this.facts[fact.name]),
          placeholder: say("unknown"), change: (event) => set(fact.name, type === "number" && event.target.value !== "" ? Number(event.target.value) : event.target.value) });
      }
      return make("label", { class: "field" }, make("span", {}, fact.label), field);
    }));
  }

  timeForm(moments) {
    const shown = (instant) => instant.replace("T", " ").replace(/(:00)?Z$/, "");
    let place = moments.findLastIndex((moment) => moment <= this.at);
    if (place < 0) place = 0;
    return make("fieldset", { class: "time" }, make("legend", {}, say("time")),
      make("input", { type: "datetime-local", id: "time", "aria-label": say("time"), value: this.at.slice(0, 16), change: (event) => {
        if (!event.target.value) return;
        this.at = `${event.target.value.slice(0, 16)}:00Z`;
        this.changed();
      } }),
      moments.length > 1 ? make("input", { type: "range", id: "moments", min: "0", max: String(moments.length - 1), step: "1", value: String(place),
        "aria-label": say("steps", moments.length - 1), "aria-valuetext": shown(moments[place]), input: (event) => {
          this.at = moments[Number(event.target.value)];
          this.changed();
        } }) : null,
      make("span", { class: "hint" }, moments.length > 1 ? say("steps", moments.length - 1) : say("noSteps")));
  }

  row(decision, outline) {
    const state = { allowed: "open_", warned: "warned", denied: "locked" }[decision.outcome];
    const quota = decision.quota;
    let more = "";
    if (quota && quota.used !== null && quota.limit !== null && !quota.unlimited) {
      more = say("of", quota.used, quota.limit);
      if (quota.window) more = say("perWindow", more, quota.window);
    }
    const target = outline.targets.find(({ name }) => name === decision.target);
    return make("li", {}, make("button", { type: "button", id: `target-${decision.target}`, class: `answer ${decision.outcome}`,
      "aria-pressed": String(decision.target === this.target), click: () => {
        this.target = decision.target;
        this.changed();
        editor.light(decision.blockers.map(({ line }) => line));
      } },
    make("span", { class: "sign", "aria-hidden": "true" }, decision.outcome === "denied" ? "🔒" : "✓"),
    make("span", { class: "name" }, target?.label || decision.target),
    make("span", { class: "more" }, more), make("span", { class: "state" }, say(state))));
  }

  explanation(policy, snapshot) {
    const told = page.ask("explain", { policy, target: this.target, snapshot, at: this.at, locale });
    const decision = told.decision;
    const until = decision.validUntil ? say("validUntil", decision.validUntil.replace("T", " ").replace(/(:00)?Z$/, "")) : say("validAlways");
    const lines = told.rules.filter(({ holds }) => holds !== true).map(({ line }) => line);
    if (lines.length) queueMicrotask(() => { editor.lit = new Set(lines); editor.paint(); });
    return make("section", { id: "explanation", class: `explanation ${decision.outcome}`, "aria-live": "polite" },
      make("h3", {}, told.headline),
      told.message ? make("p", { class: "message" }, told.message) : null,
      told.waysIn.length ? [make("h4", {}, say("waysIn")), make("ol", { class: "ways" }, told.waysIn.map((way) => make("li", {}, way)))] : null,
      told.rules.length ? [make("h4", {}, say("rules")), make("ul", { class: "rules" }, told.rules.map((rule) => make("li", { class: rule.holds === true ? "holds" : "fails" },
        make("button", { type: "button", class: "link", click: () => editor.goTo(rule.line, 1) }, make("code", {}, rule.rule), " ", make("small", {}, say("line", rule.line))))))] : null,
      make("p", { class: "hint" }, until),
      make("details", {}, make("summary", {}, say("details")), make("pre", {}, told.text)));
  }
}
