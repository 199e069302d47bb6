// A person: the form, and what that person may do.

const reasonWords = {
  "zh-Hans": {
    "granted": "拥有所需权益", "within-limit": "在限额之内", "ungated": "人人可用", "off": "已关闭",
    "undecided": "尚未决定", "on-hold": "付款暂停", "pending": "等待处理", "limit-reached": "已达到限额",
    "revoked": "已退款或撤销", "expired": "已过期", "excluded": "因已有的权益而排除",
    "overage": "超出限额，需付费",
    "in-trial": "只在试用期内拥有", "not-held": "没有所需权益", "stale": "数据太旧", "unknown-usage": "用量未知",
    "unknown-fact": "有情况未知", "undeclared": "没有声明",
  },
  en: {
    "granted": "part of what they have", "within-limit": "within the limit",
    "ungated": "everybody may", "off": "switched off", "undecided": "not decided yet",
    "on-hold": "payment on hold", "pending": "purchase pending", "limit-reached": "limit reached",
    "revoked": "refunded or revoked", "expired": "their purchase has ended", "excluded": "not with what they have",
    "overage": "beyond the limit, for money",
    "in-trial": "only in a trial", "not-held": "not part of what they have", "stale": "the data is too old",
    "unknown-usage": "use is not known", "unknown-fact": "something is not known",
    "undeclared": "not declared",
  },
};

/** The states of a purchase, in Chinese. */
const stateWords = {
  active: "有效", trial: "试用中", grace: "宽限期内", cancelled: "已取消续订", hold: "付款未成功",
  paused: "已暂停", pending: "等待处理", expired: "已过期", refunded: "已退款", revoked: "已撤销",
};

/** Shorter, for the boxes of a picture in Chinese. */
const shortReasons = {
  "overage": "超额付费",
  "in-trial": "试用中", "not-held": "未拥有", "limit-reached": "已达限额", "within-limit": "限额内", "granted": "已拥有",
  "excluded": "被排除", "revoked": "已撤销",
};

const label = (name) =>
  state.view?.outline?.targets.find((target) => target.name === name)?.label || name;

const noPerson = () => ({ products: {}, entitlements: {}, usage: {}, facts: {}, subject: "" });

function snapshot() {
  const { person } = state;
  const grants = Object.entries(person.products)
    .map(([product, until]) => (until ? { product, until } : { product }));
  for (const entitlement of Object.keys(person.entitlements)) grants.push({ entitlement });
  const usage = {};
  for (const [key, used] of Object.entries(person.usage)) {
    const [meter, window] = key.split("\n");
    usage[meter] = { ...usage[meter], [window]: used };
  }
  const known = { asOf: iso(state.base), grants, usage, facts: { ...person.facts } };
  if (person.subject) known.subject = person.subject;
  return known;
}

/** What a person had of things that the policy no longer has is forgotten. */
function forget(outline) {
  const { person } = state;
  const keep = (from, list, nameOf = (key) => key) => {
    for (const key of Object.keys(from)) {
      if (!list.some((each) => each.name === nameOf(key))) delete from[key];
    }
  };
  keep(person.products, outline.products);
  keep(person.entitlements, outline.entitlements);
  keep(person.facts, outline.facts);
  keep(person.usage, outline.targets, (key) => key.split("\n")[0]);
}

function showPerson(panel) {
  const { outline, decisions } = state.view;
  const { person } = state;
  const form = make("div", { className: "person" });
  if (outline.products.length) {
    form.append(make("fieldset", {}, make("legend", {}, word("bought")),
      outline.products.map(productRow)));
  }
  const given = outline.entitlements.slice(outline.tiers ? 1 : 0);
  if (!outline.products.length && given.length) {
    form.append(make("fieldset", {}, make("legend", {}, word("has")),
      given.map((entitlement) => make("div", { className: "row" }, make("label", {},
        make("input", {
          type: "checkbox", id: `has-${entitlement.name}`,
          checked: entitlement.name in person.entitlements, onchange: (event) => {
            if (event.target.checked) person.entitlements[entitlement.name] = true;
            else delete person.entitlements[entitlement.name];
            look();
          },
        }), ` ${entitlement.label || entitlement.name}`)))));
  }
  const meters = outline.targets.filter((target) => target.kind === "meter");
  if (meters.length) {
    form.append(make("fieldset", {}, make("legend", {}, word("used")), meters.flatMap(meterRows)));
  }
  if (outline.facts.length || outline.hasRollouts) {
    form.append(make("fieldset", {}, make("legend", {}, word("facts")), outline.facts.map(factRow),
      outline.hasRollouts ? make("div", { className: "row" },
        make("label", { htmlFor: "subject" }, word("rollout")),
        make("input", {
          type: "text", id: "subject", value: person.subject,
          oninput: (event) => { person.subject = event.target.value; look(); },
        })) : null));
  }
  form.append(timeRow());
  form.append(make("fieldset", {}, make("legend", {}, word("may")),
    make("ul", { className: "targets" }, (decisions ?? []).map(targetRow))));
  panel.append(form);
}

function productRow(product) {
  const { products } = state.person;
  const has = product.name in products;
  const row = make("div", { className: "row", id: `row-${product.name}` }, make("label", {},
    make("input", {
      type: "checkbox", id: `product-${product.name}`, checked: has, onchange: (event) => {
        // The day that is shown stays, also where no step leads to it any more.
        state.base = state.view?.now ?? state.base;
        state.step = 0;
        // What is paid for once does not end.
        if (!event.target.checked) delete products[product.name];
        else products[product.name] = product.once ? "" : iso(state.base + 365 * day).slice(0, 10);
        look();
      },
    }), ` ${product.label || product.name}`));
  if (has) {
    row.append(...dateField(`until-${product.name}`, products[product.name], (until) => {
      products[product.name] = until;
    }, word("ends")), products[product.name] || state.typed[`until-${product.name}`]
      ? "" : make("small", { className: "faint" }, word("endless")));
  }
  return row;
}

/** A field for a date: what is none, or not whole yet, changes nothing and says so. */
function dateField(id, value, set, title) {
  const isWrong = state.typed[id] !== undefined;
  const field = make("input", {
    type: "date", id, value, "aria-invalid": isWrong ? "true" : undefined,
    "aria-describedby": isWrong ? `${id}-note` : undefined,
    onchange: (event) => {
      delete state.typed[id];
      if (event.target.validity.badInput) state.typed[id] = "";
      else set(event.target.value);
      look();
    },
  });
  return [title ? make("label", {}, `${title} `, field) : field,
    isWrong ? make("small", { className: "note", id: `${id}-note` }, word("wholeDate")) : ""];
}

/** A field for a number: what is none stays as it was typed, and says so. */
function numberRow(id, text, present, set) {
  const typed = state.typed[id];
  return make("div", { className: "row", id: `row-${id}` },
    make("label", { htmlFor: id }, text),
    make("input", {
      type: "text", inputMode: "numeric", id, value: typed ?? present ?? "",
      placeholder: word("unknown"), autocomplete: "off",
      "aria-invalid": typed === undefined ? undefined : "true",
      "aria-describedby": typed === undefined ? undefined : `${id}-note`,
      oninput: (event) => {
        const value = event.target.value.trim();
        const isNumber = /^\d+$/.test(value) && Number.isSafeInteger(Number(value));
        delete state.typed[id];
        if (value !== "" && !isNumber) state.typed[id] = event.target.value;
        set(isNumber ? Number(value) : undefined);
        look();
      },
    }),
    typed === undefined ? null
      : make("small", { className: "note", id: `${id}-note` }, word("wholeNumber")));
}

function meterRows(target) {
  const { usage } = state.person;
  return target.windows.map((window) => {
    const key = `${target.name}\n${window}`;
    const id = `used-${target.name}${window === "total" ? "" : `-${window.replace(" ", "-")}`}`;
    const name = label(target.name)
      + (window === "total" && target.windows.length === 1 ? "" : word("in_")(word("per")(window)));
    return numberRow(id, name, usage[key], (used) => {
      if (used === undefined) delete usage[key];
      else usage[key] = used;
    });
  });
}

function factRow(fact) {
  const { facts } = state.person;
  const set = (value) => {
    if (value === "" || value === undefined) delete facts[fact.name];
    else facts[fact.name] = value;
  };
  const id = `fact-${fact.name}`;
  const name = fact.label || fact.name;
  if (fact.type === "number") return numberRow(id, name, facts[fact.name], set);
  let field;
  if (fact.type === "date") {
    return make("div", { className: "row", id: `row-${id}` },
      make("label", { htmlFor: id }, name), dateField(id, facts[fact.name] ?? "", set));
  }
  if (fact.type === "choice" || fact.type === "yes-or-no") {
    const options = fact.type === "choice"
      ? fact.choices.map((choice) => [choice, choice]) : [["yes", word("yes")], ["no", word("no")]];
    const present = facts[fact.name] === true ? "yes" : facts[fact.name] === false ? "no"
      : facts[fact.name] ?? "";
    field = make("select", {
      id, onchange: (event) => {
        const value = event.target.value;
        set(fact.type === "choice" || value === "" ? value : value === "yes");
        look();
      },
    }, [["", word("unknown")], ...options].map(([value, text]) =>
      make("option", { value, selected: value === present }, text)));
  } else {
    field = make("input", {
      id, type: "text", value: facts[fact.name] ?? "",
      placeholder: fact.type === "version" ? "1.0" : word("unknown"),
      onchange: (event) => { set(event.target.value); look(); },
    });
  }
  return make("div", { className: "row", id: `row-${id}` }, make("label", { htmlFor: id }, name), field);
}

function timeRow() {
  const { view } = state;
  const box = make("fieldset", {}, make("legend", {}, word("time")),
    make("div", { className: "row" }, make("label", { htmlFor: "day" }, word("today")),
      make("input", {
        // The day that is shown, also where the slider chose it.
        type: "date", id: "day", value: iso(view.now ?? state.base).slice(0, 10), onchange: (event) => {
          const time = Date.parse(event.target.value);
          if (Number.isNaN(time)) return;
          state.base = time;
          state.step = 0;
          look();
        },
      })));
  if (view.steps.length > 1) {
    const text = when(view.now);
    box.append(make("label", { htmlFor: "step" }, `${word("step")}: `, make("strong", {}, text)),
      make("input", {
        type: "range", id: "step", min: 0, max: view.steps.length - 1, value: view.step,
        "aria-valuetext": text,
        oninput: (event) => { state.step = Number(event.target.value); look(); },
      }));
  } else {
    box.append(make("p", { className: "faint" }, word("noSteps")));
  }
  return box;
}

const iso = (time) => new Date(time).toISOString();
const when = (time) => iso(time).replace("T00:00:00.000Z", "").replace("T", " ").replace(".000Z", " UTC");

function targetRow(decision, place) {
  const isOpen = decision.outcome === "allowed";
  // What nobody reported is no refusal: the answer is not there yet.
  const isUnknown = ["unknown-usage", "unknown-fact", "stale"].includes(decision.reason);
  const isTold = state.target === decision.target;
  const why = [state.view.figures[place], reasonWords[state.locale][decision.reason]].filter(Boolean);
  const until = decision.validUntil ? ` · ${word("until")} ${when(Date.parse(decision.validUntil))}` : "";
  const row = make("li", {
    id: `row-of-${decision.target}`, className: isOpen ? "open"
      : decision.outcome === "warned" ? "warned" : isUnknown ? "unknown" : "locked",
    "data-target": decision.target,
  },
    make("button", {
      className: "target", id: `target-${decision.target}`, "aria-expanded": String(isTold),
      onclick: () => {
        state.target = isTold ? null : decision.target;
        state.isPointing = !isTold;
        look();
      },
    },
    make("span", { className: "mark", role: "img",
      "aria-label": word(isOpen ? "open_" : decision.outcome === "warned" ? "warned"
        : isUnknown ? "unsure" : "locked"),
    }, isOpen ? "✓" : decision.outcome === "warned" ? "!" : isUnknown ? "?" : "✕"),
    make("span", {}, label(decision.target)),
    make("span", { className: "why" }, why.join(" · ") + until)));
  if (isTold && state.view.told) row.append(details(state.view.told));
  return row;
}

function details(told) {
  const box = make("div", { className: "details" }, make("p", {}, told.headline));
  if (told.message) box.append(make("p", {}, `“${told.message}”`));
  if (told.waysIn.length) {
    box.append(make("strong", {}, word("ways")),
      make("ul", {}, told.waysIn.map((way) => make("li", {}, way))));
  }
  if (told.rules.length) {
    box.append(make("strong", {}, word("rules")),
      make("ul", {}, told.rules.map((rule) => make("li", {},
        make("button", { className: "link", onclick: () => goTo(rule.line) },
          `${word("line")} ${rule.line}`),
        ` ${rule.rule} — `,
        word(rule.holds === true ? "holds" : rule.holds === false ? "fails" : "unsure")))));
  }
  return box;
}

/** A scenario that says what is so for this person. */
function scenarioOfPerson() {
  const { person, view } = state;
  const given = [];
  for (const [product, until] of Object.entries(person.products)) {
    given.push(`product ${product}${until ? ` until ${until}` : ""}`);
  }
  for (const entitlement of Object.keys(person.entitlements)) given.push(entitlement);
  for (const [key, used] of Object.entries(person.usage)) {
    const [meter, window] = key.split("\n");
    given.push(`${meter} ${used}${window === "total" ? "" : ` per ${window}`}`);
  }
  for (const [name, value] of Object.entries(person.facts)) {
    const fact = view.outline.facts.find((each) => each.name === name);
    if (value === true) given.push(name);
    else if (value === false) given.push(`not ${name}`);
    else given.push(fact?.type === "choice" ? `${name} is ${value}` : `${name} ${value}`);
  }
  if (person.subject) given.push(`subject "${person.subject.replace(/["\\]/g, "")}"`);
  given.push(`verified ${iso(state.base).slice(0, 10)}`);
  const groups = new Map();
  for (const decision of view.decisions ?? []) {
    const says = `${decision.outcome} because ${decision.reason}`;
    groups.set(says, [...(groups.get(says) ?? []), decision.target]);
  }
  const at = iso(view.now).replace("T00:00:00.000Z", "").replace(".000Z", "Z");
  return [
    `scenario "${word("scenarioTitle")}, ${at}"`,
    `  given ${given.join(", ")}`,
    `  at ${at}`,
    ...[...groups].map(([says, names]) => `  expect ${names.join(", ")} ${says}`),
  ].join("\n");
}
