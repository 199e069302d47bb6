// The playground. `.ci/playground` puts it into one classic script with the engine's and the words',
// because browsers load no modules from `file:`.
const $ = (id) => document.getElementById(id);
const make = (tag, given = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((each) => each !== null && each !== undefined));
  return element;
};

const day = 86_400_000;
const state = {
  locale: "en", text: "", began: "", policy: null, outline: null, diagnostics: [], findings: [],
  tab: "person", target: null, told: [], coverage: new Map(), picture: null,
  person: { products: {}, entitlements: {}, usage: {}, facts: {}, subject: "" },
  base: Math.floor(Date.now() / day) * day, steps: [], step: 0,
};
let engine;
const word = (key) => pageWords[state.locale][key];

// MARK: Asking the engine

/** Asks, and says on the page what went wrong; null where there is no answer. */
function asking(body) {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof TollgateError)) throw error;
    $("status").textContent = error.code === "trap" ? word("trap") : error.message;
    return null;
  }
}

const iso = (time) => new Date(time).toISOString();
const now = () => state.steps[state.step] ?? state.base;

function snapshot() {
  const { person } = state;
  const grants = [];
  for (const [product, until] of Object.entries(person.products)) {
    grants.push(until ? { product, until } : { product });
  }
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

/** The instants at which time alone changes something, from the chosen day on. */
function findSteps() {
  const steps = [state.base];
  while (steps.length < 40) {
    const at = steps.at(-1);
    const next = asking(() => state.policy.access(snapshot(), { at }))?.targets
      .map((decision) => decision.validUntil).filter(Boolean).map((until) => Date.parse(until))
      .filter((until) => until > at);
    if (!next?.length) break;
    steps.push(Math.min(...next));
  }
  state.steps = steps;
  state.step = Math.min(state.step, steps.length - 1);
}

// MARK: The text

let slow;
function readText() {
  state.text = $("text").value;
  const answer = asking(() => engine.call("compile", { text: state.text }));
  if (!answer) return;
  $("status").textContent = "";
  state.diagnostics = answer.diagnostics;
  if (answer.policy !== null) {
    state.policy?.release();
    state.policy = new Policy(engine, answer);
    state.outline = engine.call("outline", { policy: state.policy.number, locale: state.locale });
    forget();
    findSteps();
  }
  state.findings = state.diagnostics;
  showText();
  showVerdict();
  showProblems();
  if (state.tab === "person") showPanel();
  clearTimeout(slow);
  slow = setTimeout(think, 250);
}

/** What a person had of things that the policy no longer has is forgotten. */
function forget() {
  const has = (list, name) => list.some((each) => each.name === name);
  const { person, outline } = state;
  for (const name of Object.keys(person.products)) {
    if (!has(outline.products, name)) delete person.products[name];
  }
  for (const name of Object.keys(person.entitlements)) {
    if (!has(outline.entitlements, name)) delete person.entitlements[name];
  }
  for (const name of Object.keys(person.facts)) {
    if (!has(outline.facts, name)) delete person.facts[name];
  }
  for (const key of Object.keys(person.usage)) {
    if (!has(outline.targets, key.split("\n")[0])) delete person.usage[key];
  }
}

/** What takes longer than a keystroke. */
function think() {
  const isSound = !state.diagnostics.some((each) => each.level === "error");
  if (isSound) {
    const found = asking(() => engine.call("lint", { text: state.text, at: iso(state.base) }));
    state.findings = found?.diagnostics ?? state.diagnostics;
    const tested = asking(() => engine.call("test", { text: state.text }));
    state.tested = tested;
    state.coverage = new Map((tested?.rules ?? []).map((rule) => [rule.line, rule]));
    showText();
    showVerdict();
    showProblems();
  } else {
    state.tested = null;
    state.coverage = new Map();
  }
  compare(isSound);
  showChange();
  if (state.tab !== "person") showPanel();
}

function showVerdict() {
  const errors = state.diagnostics.filter((each) => each.level === "error").length;
  $("verdict").textContent = errors ? word("mistakes")(errors) : word("noMistakes");
  $("verdict").className = errors ? "bad" : "";
}

/** The colours, the waves under mistakes, and the rule that is told, under the text. */
function showText() {
  const lines = state.text.split("\n");
  const colours = asking(() => engine.call("colour", { text: state.text }));
  const marks = lines.map(() => []);
  const numbers = colours?.tokens ?? [];
  for (let place = 0; place < numbers.length; place += 4) {
    const [line, start, length, kind] = numbers.slice(place, place + 4);
    marks[line]?.push({ start, end: start + length, name: colours.kinds[kind] });
  }
  for (const each of state.findings) {
    const name = each.level === "error" ? "wrong" : "doubt";
    for (let line = each.line; line <= each.endLine; line += 1) {
      const text = lines[line - 1];
      if (text === undefined) continue;
      const start = line === each.line ? units(text, each.column) : 0;
      const end = line === each.endLine ? units(text, each.endColumn) : text.length;
      marks[line - 1].push({ start, end: Math.max(end, start + 1), name });
    }
  }
  for (const line of state.told) {
    const text = lines[line - 1];
    if (text !== undefined) marks[line - 1].push({ start: 0, end: text.length, name: "told" });
  }
  const paper = document.createDocumentFragment();
  lines.forEach((text, line) => {
    paint(paper, text, marks[line]);
    paper.append("\n");
  });
  $("colours").replaceChildren(paper);
  const gutter = document.createDocumentFragment();
  lines.forEach((_, line) => {
    const rule = state.coverage.get(line + 1);
    const state_ = !rule ? "" : !rule.missing.length ? "all" : rule.covered.length ? "some" : "none";
    const title = rule?.missing.length ? `${word("missing")}: ${rule.missing.join(", ")}` : "";
    gutter.append(make("div", { className: state_, title }, String(line + 1)));
  });
  $("gutter").replaceChildren(gutter);
}

/** Columns count characters from 1; a text area counts units of UTF-16 from 0. */
function units(text, column) {
  let place = 0;
  let left = column - 1;
  for (const character of text) {
    if (left-- <= 0) break;
    place += character.length;
  }
  return place;
}

function paint(paper, text, marks) {
  const cuts = new Set([0, text.length]);
  for (const mark of marks) {
    cuts.add(Math.min(mark.start, text.length));
    cuts.add(Math.min(mark.end, text.length));
  }
  const places = [...cuts].sort((a, b) => a - b);
  for (let index = 0; index + 1 < places.length; index += 1) {
    const [start, end] = [places[index], places[index + 1]];
    const names = marks.filter((mark) => mark.start <= start && mark.end >= end)
      .map((mark) => mark.name);
    const piece = text.slice(start, end);
    if (names.length) paper.append(make("span", { className: names.join(" ") }, piece));
    else paper.append(piece);
  }
}

function showProblems() {
  const errors = state.diagnostics.filter((each) => each.level === "error");
  const items = errors.slice(0, 8).map((each) => {
    const item = make("li", {},
      make("button", { className: "link", onclick: () => goTo(each.line, each.column) },
        `${word("line")} ${each.line}`), ` ${each.message}`);
    for (const edit of each.edits.filter((one) => one.safety !== "shown")) {
      item.append(" ", make("button", { className: "fix", onclick: () => apply(edit) },
        `${word("apply")} ${edit.title}`));
    }
    return item;
  });
  if (errors.length && state.policy) items.push(make("li", { className: "doubt" }, word("old")));
  $("problems").replaceChildren(...items);
}

/** Where a line and a column are in the text area. */
function placeOf(line, column) {
  const lines = state.text.split("\n");
  let place = 0;
  for (let index = 0; index < line - 1; index += 1) place += (lines[index] ?? "").length + 1;
  return place + units(lines[line - 1] ?? "", column);
}

function goTo(line, column = 1) {
  const place = placeOf(line, column);
  $("text").focus();
  $("text").setSelectionRange(place, place);
  scrollTo_(line);
}

function scrollTo_(line) {
  const editor = document.querySelector(".editor");
  const top = (line - 1) * 20;
  if (top < editor.scrollTop || top > editor.scrollTop + editor.clientHeight - 60) {
    editor.scrollTop = Math.max(0, top - editor.clientHeight / 3);
  }
}

/** Replaces a piece of the text so that the browser can undo it. */
function replace(start, end, text) {
  const area = $("text");
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand("insertText", false, text)) area.setRangeText(text, start, end, "end");
  readText();
}

function apply(edit) {
  const bytes = new TextEncoder().encode(state.text);
  const text = (from, to) => new TextDecoder().decode(bytes.slice(from, to));
  const start = text(0, edit.offset).length;
  replace(start, start + text(edit.offset, edit.offset + edit.length).length, edit.replacement);
}

function append(scenario) {
  const end = state.text.length;
  replace(end, end, `${state.text.endsWith("\n") ? "\n" : "\n\n"}${scenario.trimEnd()}\n`);
  goTo(state.text.trimEnd().split("\n").length);
}

// MARK: Completion

const list = { items: [], at: 0, start: 0 };

function complete(isAsked) {
  const area = $("text");
  const before = area.value.slice(0, area.selectionStart).split("\n");
  const [line, character] = [before.length - 1, before.at(-1).length];
  const answer = asking(() => engine.call("complete", { text: area.value, line, character }));
  const written = before.at(-1).slice(answer?.start ?? character).toLowerCase();
  if (!answer || (!isAsked && !written)) return closeList();
  list.items = answer.items.filter((item) => item.label.toLowerCase().startsWith(written))
    .slice(0, 30);
  list.start = area.selectionStart - (character - answer.start);
  list.at = 0;
  const only = list.items.length === 1 && list.items[0].label.toLowerCase() === written;
  if (!list.items.length || (only && !isAsked)) return closeList();
  const box = $("completion");
  box.style.left = `${10 + answer.start * 8.1}px`;
  box.style.top = `${10 + (line + 1) * 20}px`;
  box.hidden = false;
  showList();
}

function showList() {
  $("completion").replaceChildren(...list.items.map((item, index) =>
    make("li", {
      id: `item-${index}`, role: "option", "aria-selected": String(index === list.at),
      onmousedown: (event) => { event.preventDefault(); choose(index); },
    }, item.label, item.detail ? make("small", {}, item.detail) : null)));
  $("text").setAttribute("aria-activedescendant", `item-${list.at}`);
  $("completion").children[list.at]?.scrollIntoView({ block: "nearest" });
}

function closeList() {
  $("completion").hidden = true;
  $("text").removeAttribute("aria-activedescendant");
}

function choose(index) {
  const text = list.items[index].text.replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d+/g, "");
  closeList();
  replace(list.start, $("text").selectionStart, text);
}

// MARK: A person

const reasonWords = {
  "zh-Hans": {
    "granted": "拥有所需权益", "within-limit": "在限额之内", "ungated": "人人可用", "off": "已关闭",
    "undecided": "尚未决定", "on-hold": "付款暂停", "pending": "等待处理", "limit-reached": "已达到限额",
    "revoked": "已退款或撤销", "expired": "已过期", "excluded": "因已有的权益而排除",
    "not-held": "没有所需权益", "stale": "数据太旧", "unknown-usage": "用量未知",
    "unknown-fact": "有情况未知", "undeclared": "没有声明",
  },
  en: {
    "granted": "they have what it takes", "within-limit": "within the limit",
    "ungated": "everybody may", "off": "switched off", "undecided": "not decided yet",
    "on-hold": "payment on hold", "pending": "purchase pending", "limit-reached": "limit reached",
    "revoked": "refunded or revoked", "expired": "has ended", "excluded": "not with what they have",
    "not-held": "needs what they do not have", "stale": "the data is too old",
    "unknown-usage": "use is not known", "unknown-fact": "something is not known",
    "undeclared": "not declared",
  },
};

const label = (name) =>
  state.outline?.targets.find((target) => target.name === name)?.label || name;

function showPerson(panel) {
  if (!state.policy) return panel.append(make("p", {}, word("broken")));
  // Whoever types in a field keeps it.
  const focused = document.activeElement?.id;
  const { outline, person } = state;
  const form = make("div", { className: "person" });
  const changed = () => { findSteps(); showPanel(); };
  if (outline.products.length) {
    form.append(make("fieldset", {}, make("legend", {}, word("bought")),
      ...outline.products.map((product) => {
        const has = product.name in person.products;
        const box = make("input", {
          type: "checkbox", id: `product-${product.name}`, checked: has, onchange: (event) => {
            if (event.target.checked) {
              person.products[product.name] = iso(state.base + 365 * day).slice(0, 10);
            } else delete person.products[product.name];
            changed();
          },
        });
        const row = make("div", { className: "row" },
          make("label", {}, box, ` ${product.label || product.name}`));
        if (has) {
          row.append(make("label", {}, `${word("until")} `, make("input", {
            type: "date", id: `until-${product.name}`, value: person.products[product.name],
            onchange: (event) => { person.products[product.name] = event.target.value; changed(); },
          })));
        }
        return row;
      })));
  }
  const given = outline.entitlements.slice(outline.tiers ? 1 : 0);
  if (!outline.products.length && given.length) {
    form.append(make("fieldset", {}, make("legend", {}, word("has")),
      ...given.map((entitlement) => make("div", { className: "row" }, make("label", {},
        make("input", {
          type: "checkbox", id: `has-${entitlement.name}`,
          checked: entitlement.name in person.entitlements, onchange: (event) => {
            if (event.target.checked) person.entitlements[entitlement.name] = true;
            else delete person.entitlements[entitlement.name];
            changed();
          },
        }), ` ${entitlement.label || entitlement.name}`)))));
  }
  const access = asking(() => state.policy.access(snapshot(), { at: now(), locale: state.locale }));
  const decisions = access?.targets ?? [];
  const meters = decisions.filter((decision) => decision.quota);
  if (meters.length) {
    form.append(make("fieldset", {}, make("legend", {}, word("used")),
      ...meters.map((decision) => {
        const window = decision.quota.window ?? "total";
        const key = `${decision.target}\n${window}`;
        return make("div", { className: "row" },
          make("label", { htmlFor: `used-${decision.target}` },
            label(decision.target) + (decision.quota.window ? ` / ${window}` : "")),
          make("input", {
            type: "number", min: 0, step: 1, id: `used-${decision.target}`,
            value: person.usage[key] ?? "", placeholder: word("unknown"), oninput: (event) => {
              const used = event.target.value;
              if (used === "" || !/^\d+$/.test(used)) delete person.usage[key];
              else person.usage[key] = Math.min(Number(used), Number.MAX_SAFE_INTEGER);
              changed();
            },
          }));
      })));
  }
  if (outline.facts.length || outline.hasRollouts) {
    form.append(make("fieldset", {}, make("legend", {}, word("facts")),
      ...outline.facts.map((fact) => factRow(fact, changed)),
      outline.hasRollouts ? make("div", { className: "row" },
        make("label", { htmlFor: "subject" }, word("rollout")),
        make("input", {
          type: "text", id: "subject", value: person.subject,
          oninput: (event) => { person.subject = event.target.value; changed(); },
        })) : null));
  }
  form.append(timeRow(changed));
  form.append(make("fieldset", {}, make("legend", {}, word("may")),
    make("ul", { className: "targets" }, ...decisions.map(targetRow))));
  panel.append(form);
  if (focused) document.getElementById(focused)?.focus();
}

function factRow(fact, changed) {
  const { facts } = state.person;
  const set = (value) => {
    if (value === "" || value === undefined) delete facts[fact.name];
    else facts[fact.name] = value;
    changed();
  };
  const id = `fact-${fact.name}`;
  let field;
  if (fact.type === "choice" || fact.type === "yes-or-no") {
    const options = fact.type === "choice"
      ? fact.choices.map((choice) => [choice, choice]) : [["yes", word("yes")], ["no", word("no")]];
    const present = facts[fact.name] === true ? "yes" : facts[fact.name] === false ? "no"
      : facts[fact.name] ?? "";
    field = make("select", {
      id, onchange: (event) => {
        const value = event.target.value;
        set(fact.type === "choice" || value === "" ? value : value === "yes");
      },
    }, ...[["", word("unknown")], ...options].map(([value, text]) =>
      make("option", { value, selected: value === present }, text)));
  } else {
    field = make("input", {
      id, type: fact.type === "date" ? "date" : fact.type === "number" ? "number" : "text",
      value: facts[fact.name] ?? "", placeholder: fact.type === "version" ? "1.0" : word("unknown"),
      onchange: (event) => {
        const value = event.target.value;
        set(fact.type === "number" && /^\d+$/.test(value) ? Number(value) : value);
      },
    });
  }
  return make("div", { className: "row" }, make("label", { htmlFor: id }, fact.name), field);
}

function timeRow(changed) {
  const box = make("fieldset", {}, make("legend", {}, word("time")),
    make("div", { className: "row" }, make("label", { htmlFor: "day" }, word("today")),
      make("input", {
        type: "date", id: "day", value: iso(state.base).slice(0, 10), onchange: (event) => {
          const time = Date.parse(event.target.value);
          if (!Number.isNaN(time)) state.base = time;
          state.step = 0;
          changed();
        },
      })));
  if (state.steps.length > 1) {
    const text = when(now());
    box.append(make("label", { htmlFor: "step" }, `${word("step")}: `, make("strong", {}, text)),
      make("input", {
        type: "range", id: "step", min: 0, max: state.steps.length - 1, value: state.step,
        "aria-valuetext": text,
        oninput: (event) => { state.step = Number(event.target.value); showPanel(); },
      }));
  } else {
    box.append(make("p", { className: "faint" }, word("noSteps")));
  }
  return box;
}

const when = (time) => iso(time).replace("T00:00:00.000Z", "").replace("T", " ").replace(".000Z", " UTC");

function figures(decision) {
  const { quota, value } = decision;
  const number = (amount) => amount.toLocaleString(state.locale === "en" ? "en" : "zh-Hans");
  if (quota && quota.limit !== null) {
    return `${quota.used === null ? "?" : number(quota.used)} / ${number(quota.limit)}`;
  }
  if (quota?.unlimited) return "∞";
  if (value) return value.unlimited ? "∞" : String(value.value);
  return "";
}

function targetRow(decision) {
  const isOpen = decision.outcome === "allowed";
  const isTold = state.target === decision.target;
  const why = [figures(decision), reasonWords[state.locale][decision.reason]].filter(Boolean);
  const until = decision.validUntil ? ` · ${word("until")} ${when(Date.parse(decision.validUntil))}` : "";
  const row = make("li", { className: isOpen ? "open" : "locked", "data-target": decision.target },
    make("button", {
      className: "target", id: `target-${decision.target}`, "aria-expanded": String(isTold),
      onclick: () => {
        state.target = isTold ? null : decision.target;
        if (isTold) state.told = [];
        showPanel();
        showText();
        if (state.told.length) scrollTo_(state.told[0]);
      },
    },
    make("span", { className: "mark", role: "img",
      "aria-label": word(isOpen ? "open_" : decision.outcome === "warned" ? "warned" : "locked"),
    }, isOpen ? "✓" : decision.outcome === "warned" ? "!" : "✕"),
    make("span", {}, label(decision.target)),
    make("span", { className: "why" }, why.join(" · ") + until)));
  if (isTold) row.append(details(decision));
  return row;
}

function details(decision) {
  const told = asking(() => state.policy.explain(decision.target, snapshot(), {
    at: now(), locale: state.locale,
  }));
  if (!told) return "";
  state.told = told.rules.map((rule) => rule.line);
  const box = make("div", { className: "details" }, make("p", {}, told.headline));
  if (told.message) box.append(make("p", {}, `“${told.message}”`));
  if (told.waysIn.length) {
    box.append(make("strong", {}, word("ways")),
      make("ul", {}, ...told.waysIn.map((way) => make("li", {}, way))));
  }
  if (told.rules.length) {
    box.append(make("strong", {}, word("rules")),
      make("ul", {}, ...told.rules.map((rule) => make("li", {},
        make("button", { className: "link", onclick: () => goTo(rule.line) },
          `${word("line")} ${rule.line}`),
        ` ${rule.rule} — `,
        word(rule.holds === true ? "holds" : rule.holds === false ? "fails" : "unsure")))));
  }
  return box;
}

/** A scenario that says what is so for this person. */
function scenarioOfPerson() {
  const { person } = state;
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
    const fact = state.outline.facts.find((each) => each.name === name);
    if (value === true) given.push(name);
    else if (value === false) given.push(`not ${name}`);
    else given.push(fact?.type === "choice" ? `${name} is ${value}` : `${name} ${value}`);
  }
  if (person.subject) given.push(`subject "${person.subject.replace(/["\\]/g, "")}"`);
  given.push(`verified ${iso(state.base).slice(0, 10)}`);
  const access = asking(() => state.policy.access(snapshot(), { at: now() }));
  const groups = new Map();
  for (const decision of access?.targets ?? []) {
    const says = `${decision.outcome} because ${decision.reason}`;
    groups.set(says, [...(groups.get(says) ?? []), decision.target]);
  }
  const at = iso(now()).replace("T00:00:00.000Z", "").replace(".000Z", "Z");
  return [
    `scenario "${word("scenarioTitle")}, ${at}"`,
    `  given ${given.join(", ")}`,
    `  at ${at}`,
    ...[...groups].map(([says, names]) => `  expect ${names.join(", ")} ${says}`),
  ].join("\n");
}

// MARK: The tabs

const tabs = {
  person: showPerson,
  changed: showDifference,
  scenarios(panel) {
    const { tested } = state;
    panel.append(make("p", {},
      make("button", { id: "write", onclick: () => append(scenarioOfPerson()) }, word("write")), " ",
      make("button", {
        id: "suggest", onclick: () => {
          const answer = asking(() => engine.call("test", { text: state.text, suggest: true }));
          if (answer?.suggestions.length) append(answer.suggestions.join("\n"));
        },
      }, word("suggest"))));
    if (!tested) return panel.append(make("p", {}, word("broken")));
    panel.append(make("p", {}, word("coverage")(tested.covered, tested.total)));
    if (!tested.scenarios.length) panel.append(make("p", {}, word("noScenarios")));
    for (const scenario of tested.scenarios) {
      panel.append(make("div", { className: `card ${scenario.passed ? "good" : ""}` },
        make("p", {}, make("button", { className: "link", onclick: () => goTo(scenario.line) },
          scenario.title), ` — ${word(scenario.passed ? "passed" : "failed")}`),
        ...scenario.failures.map((failure) => make("p", {},
          `${word("line")} ${failure.line}, ${failure.target}: ${word("expected")} ${failure.expected}, `
          + `${word("actual")} ${failure.actual}`))));
    }
    if (tested.claims.length) panel.append(make("h3", {}, word("claims")));
    for (const claim of tested.claims) {
      panel.append(make("div", { className: `card ${claim.verdict === "proved" ? "good" : ""}` },
        make("p", {}, make("code", {}, claim.claim), ` — ${word(claim.verdict)}`),
        claim.words ? make("p", {}, `${word("example_")}: ${claim.words}`) : null));
    }
  },
  plans(panel) {
    const table = state.policy
      && asking(() => state.policy.table({ at: now(), locale: state.locale }));
    if (!table) return panel.append(make("p", {}, word("broken")));
    const head = make("tr", {}, make("th", { scope: "col" }, ""),
      ...table.columns.map((column) => make("th", { scope: "col" }, column.title)));
    const prices = make("tr", {}, make("th", { scope: "row" }, word("price")),
      ...table.columns.map((column) => make("td", {}, ...planPrices(column))));
    const rows = table.rows.flatMap((row, place) => {
      const line = make("tr", {}, make("th", { scope: "row" }, row.title), ...row.cells.map(planCell));
      if (!row.section || row.section === table.rows[place - 1]?.section) return [line];
      return [make("tr", {}, make("th", { scope: "rowgroup", colSpan: table.columns.length + 1 },
        row.section)), line];
    });
    panel.append(make("div", { className: "wide", tabIndex: 0 },
      make("table", {}, make("thead", {}, head), make("tbody", {}, prices, ...rows))));
    for (const { product, adds } of table.addOns) {
      panel.append(make("p", {}, make("strong", {}, product.title),
        `: ${[product.priceText, ...planAdds(adds), ...product.terms].join("; ")}`));
    }
  },
  picture(panel) {
    if (!state.policy) return panel.append(make("p", {}, word("broken")));
    const names = state.outline.targets.map((target) => target.name);
    if (!names.includes(state.picture)) {
      state.picture = names.length > 12 ? names[0] : "";
    }
    panel.append(make("p", {}, make("label", {}, `${word("targetOf")} `,
      make("select", { id: "picture", onchange: (event) => {
        state.picture = event.target.value;
        showPanel();
      } }, ...["", ...names].map((name) => make("option", {
        value: name, selected: name === state.picture,
      }, name ? label(name) : word("everything")))))));
    const svg = asking(() => state.policy.graph({
      target: state.picture || undefined, snapshot: snapshot(), at: now(), locale: state.locale,
    }));
    if (!svg) return panel.append(make("p", {}, word("large")));
    const box = make("div", { className: "wide", tabIndex: 0 });
    // The engine escapes every text of the policy in it.
    box.innerHTML = svg.slice(svg.indexOf("<svg"));
    panel.append(box);
  },
  words(panel) {
    const told = state.policy && asking(() => state.policy.describe({ locale: state.locale }));
    if (!told) return panel.append(make("p", {}, word("broken")));
    for (const section of told.sections) {
      panel.append(make("h3", {}, section.title),
        ...section.notes.map((note) => make("p", { className: "faint" }, note)));
      for (const entry of section.entries) {
        panel.append(make("div", { className: "card plain" }, make("strong", {}, entry.title),
          make("ul", {}, ...entry.statements.map((sentences) =>
            make("li", {}, sentences.join(state.locale === "en" ? " " : ""))))));
      }
    }
  },
  findings(panel) {
    if (!state.findings.length) return panel.append(make("p", {}, word("noFindings")));
    for (const finding of state.findings) {
      const card = make("div", { className: `card ${finding.level === "error" ? "" : "doubt"}` },
        make("p", {}, make("button", {
          className: "link", onclick: () => goTo(finding.line, finding.column),
        }, `${word("line")} ${finding.line}`), ` ${finding.message} `,
        make("small", { className: "faint" }, finding.code)));
      for (const note of finding.notes) card.append(make("p", { className: "faint" }, note));
      if (finding.example) {
        card.append(make("p", {}, `${word("example_")}: ${finding.example.words}`));
        if (finding.example.scenario) {
          card.append(make("pre", {}, finding.example.scenario), make("button", {
            onclick: () => append(finding.example.scenario),
          }, word("insert")));
        }
      }
      for (const edit of finding.edits.filter((one) => one.safety !== "shown")) {
        card.append(" ", make("button", { className: "fix", onclick: () => apply(edit) },
          `${word("apply")} ${edit.title}`));
      }
      panel.append(card);
    }
  },
};

function planPrices(column) {
  if (!column.products.length) return [column.free ? word("free") : "–"];
  // What a product adds is in the cells of a column of its own.
  return column.products.map((product) => make("div", {}, [`${product.title}: ${product.priceText}`,
    ...column.kind === "tier" && !column.bringsMore ? planAdds(product.adds) : []].join("; ")));
}

function planAdds(adds) {
  return adds.length ? [word("adds")(adds.join(state.locale === "en" ? ", " : "、"))] : [];
}

function planCell(cell) {
  if (!cell.until && cell.answer === "included") return make("td", { className: "cell-yes" }, "✓");
  if (!cell.until && cell.answer === "excluded") return make("td", { className: "cell-no" }, "–");
  return make("td", {}, cell.text);
}

function showTabs() {
  $("tabs").replaceChildren(...Object.keys(tabs).map((name) => make("button", {
    role: "tab", id: `tab-${name}`, "aria-selected": String(name === state.tab),
    "aria-controls": "panel", tabIndex: name === state.tab ? 0 : -1,
    onclick: () => openTab(name),
    onkeydown: (event) => {
      const names = Object.keys(tabs);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      openTab(names[(names.indexOf(name) + by + names.length) % names.length]);
      $(`tab-${state.tab}`).focus();
    },
  }, word(name))));
  $("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
}

function openTab(name) {
  state.tab = name;
  showTabs();
  showPanel();
  $(`tab-${name}`).focus();
}

function showPanel() {
  const panel = document.createDocumentFragment();
  tabs[state.tab](panel);
  const focused = document.activeElement?.id;
  $("panel").replaceChildren(panel);
  if (focused) document.getElementById(focused)?.focus();
}

// MARK: The changes

/** Compares with the text that one started with; not a text with a mistake. */
function compare(isSound) {
  state.difference = isSound && state.text !== state.began
    ? asking(() =>
      engine.call("diff", {
        old: state.began, new: state.text, at: iso(state.base), locale: state.locale,
      }))
    : null;
}

/** Who gains and loses, in sentences with the words in colour. */
function sentences(difference) {
  const lines = [];
  for (const change of difference.changes) {
    for (const side of ["loss", "gain"]) {
      if (!change[side]) continue;
      const people = change[side].for.map((each) => [
        make("span", { className: side === "loss" ? "loses" : "gains" },
          word(side === "loss" ? "loses" : "gains")), ` ${each}`,
      ]);
      for (const each of people) {
        lines.push({ parts: [`${change.targets.map(label).join(", ")} — `, ...each],
          example: change[side].example });
      }
    }
  }
  for (const name of difference.removed) {
    lines.push({ parts: [make("span", { className: "loses" }, word("removed")), ` ${name}`] });
  }
  for (const name of difference.added) {
    lines.push({ parts: [make("span", { className: "gains" }, word("added")), ` ${label(name)}`] });
  }
  for (const change of difference.values) {
    lines.push({ parts: [`${label(change.setting)} — `, make("span", {
      className: change.change === "gain" ? "gains" : "loses",
    }, word(change.change === "gain" ? "gains" : "loses")), ` ${change.users.for.join(state.locale === "en" ? "; " : "；")}`] });
  }
  return lines;
}

function showChange() {
  const box = $("change");
  if (state.text === state.began) return box.replaceChildren(make("p", {}, word("change")));
  if (!state.difference) return box.replaceChildren(make("p", {}, word("broken")));
  const lines = sentences(state.difference.difference);
  const plans = state.difference.plans.flatMap((plan) =>
    plan.sentences.map((sentence) => make("p", {}, make("strong", {}, plan.title), `: ${sentence}`)));
  box.replaceChildren(make("p", { className: "faint" }, word("against")),
    ...plans.slice(0, 3), ...lines.slice(0, 3).map((line) => make("p", {}, ...line.parts)),
    ...(lines.length ? [] : [make("p", {}, word("same"))]),
    make("button", { className: "link", id: "all", onclick: () => openTab("changed") },
      word("details")));
}

function showDifference(panel) {
  panel.append(make("p", {}, make("button", {
    onclick: () => { state.began = state.text; think(); showChange(); },
  }, word("restart"))));
  if (state.text === state.began) return panel.append(make("p", {}, word("change")));
  if (!state.difference) return panel.append(make("p", {}, word("broken")));
  const { difference, plans, products } = state.difference;
  for (const entry of [...plans, ...products]) {
    panel.append(make("div", { className: "card plain" }, make("strong", {}, entry.title),
      make("ul", {}, ...entry.sentences.map((sentence) => make("li", {}, sentence)))));
  }
  const lines = sentences(difference);
  if (!lines.length) panel.append(make("p", {}, word("same")));
  for (const line of lines) {
    const card = make("div", { className: "card plain" }, make("p", {}, ...line.parts));
    if (line.example) {
      const { words, before, after } = line.example;
      const side = (one) => reasonWords[state.locale][one.reason];
      card.append(make("p", { className: "faint" }, `${word("example_")}: ${words}${state.locale === "en" ? ": " : "："}`
        + `${word("before")} ${side(before)}, ${word("now")} ${side(after)}`));
    }
    panel.append(card);
  }
  for (const one of difference.undecided) {
    panel.append(make("p", {}, `${word("undecidedTargets")}: ${one.targets.join(", ")}`));
  }
  if (difference.alsoChanged.length) panel.append(make("h3", {}, word("also")));
  for (const change of difference.alsoChanged) {
    panel.append(make("p", {}, `${change.what}: ${change.old ?? "–"} → ${change.new ?? "–"}`));
  }
}

// MARK: The page

function begin(text) {
  Object.assign(state, {
    began: text, target: null, told: [], step: 0, picture: null, difference: null,
    person: { products: {}, entitlements: {}, usage: {}, facts: {}, subject: "" },
  });
  $("text").value = text;
  document.querySelector(".editor").scrollTop = 0;
  readText();
  clearTimeout(slow);
  think();
  showPanel();
}

function speak(locale) {
  state.locale = locale;
  document.documentElement.lang = locale;
  document.querySelectorAll("[data-word]").forEach((element) => {
    element.textContent = word(element.dataset.word);
  });
  $("language").textContent = locale === "en" ? "中文" : "English";
  $("language").lang = locale === "en" ? "zh-Hans" : "en";
  $("text").setAttribute("aria-label", word("policy"));
  if (state.policy) {
    state.outline = engine.call("outline", { policy: state.policy.number, locale });
    showVerdict();
    showProblems();
    compare(state.difference !== null);
    showChange();
  }
  showTabs();
  if (engine) showPanel();
}

const encode = (text) => {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
const decode = (link) => {
  const bytes = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
};

function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1)).get("policy");
  if (!link) return null;
  try {
    return decode(link);
  } catch {
    return null;
  }
}

function listen() {
  const area = $("text");
  area.addEventListener("input", (event) => {
    readText();
    if (event.inputType === "insertText") complete(false);
    else closeList();
  });
  area.addEventListener("blur", closeList);
  area.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return complete(true);
    }
    if ($("completion").hidden) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) list.at = (list.at + by + list.items.length) % list.items.length;
    else if (event.key === "Tab" || (event.key === "Enter" && list.items.length)) choose(list.at);
    else if (event.key === "Escape") closeList();
    else return;
    event.preventDefault();
    if (by) showList();
  });
  $("format").addEventListener("click", () => {
    const answer = asking(() => engine.call("format", { text: state.text }));
    if (answer && answer.text !== state.text) replace(0, state.text.length, answer.text);
  });
  $("language").addEventListener("click", () => speak(state.locale === "en" ? "zh-Hans" : "en"));
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (file) begin(await file.text());
  });
  $("save").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([state.text], { type: "text/plain" }));
    make("a", { href: address, download: `${state.policy?.name || "policy"}.gate` }).click();
    URL.revokeObjectURL(address);
    $("status").textContent = word("saved");
  });
  $("share").addEventListener("click", async () => {
    location.hash = `policy=${encode(state.text)}`;
    try {
      await navigator.clipboard.writeText(location.href);
      $("status").textContent = word("copied");
    } catch {
      $("status").textContent = word("noCopy");
    }
  });
  addEventListener("hashchange", () => {
    const text = fromLink();
    if (text !== null && text !== state.text) begin(text);
  });
  const names = Object.keys(examplePolicies);
  $("examples").append(...names.map((name) => make("option", { value: name }, name)));
  $("examples").addEventListener("change", (event) => begin(examplePolicies[event.target.value]));
}

async function main() {
  speak(navigator.language?.startsWith("zh") ? "zh-Hans" : "en");
  $("status").textContent = word("loading");
  const bytes = Uint8Array.from(atob(moduleBytes), (each) => each.charCodeAt(0));
  engine = await Engine.from(bytes);
  listen();
  begin(fromLink() ?? examplePolicies[$("examples").value]);
}
main();
