// The tabs beside the text, each from what the engine said last.

const tabs = {
  person(panel) {
    if (!state.view?.outline) return panel.append(make("p", {}, word("broken")));
    showPerson(panel);
  },
  changed: showDifference,
  scenarios(panel) {
    const { tested } = state;
    panel.append(make("p", {},
      make("button", { id: "write", onclick: () => append(scenarioOfPerson()) }, word("write")), " ",
      make("button", {
        id: "suggest", onclick: async () => {
          const answer = await asking("suggest", { text: state.text });
          if (answer?.suggestions.length) append(answer.suggestions.join("\n"));
        },
      }, word("suggest"))));
    if (!tested) return panel.append(waiting());
    panel.append(make("p", {}, word("coverage")(tested.covered, tested.total)));
    if (!tested.scenarios.length) panel.append(make("p", {}, word("noScenarios")));
    // Those that fail come first.
    for (const scenario of [...tested.scenarios].sort((one, other) => one.passed - other.passed)) {
      panel.append(make("div", {
        className: `card ${!scenario.asks ? "doubt" : scenario.passed ? "good" : ""}`,
      },
        make("p", {}, make("button", { className: "link", onclick: () => goTo(scenario.line) },
          scenario.title), ` — ${word(!scenario.asks ? "asksNothing"
          : scenario.passed ? "passed" : "failed")}`),
        scenario.failures.flatMap((failure) => [make("p", {},
          make("button", { className: "link", onclick: () => goTo(failure.line) },
            `${word("line")} ${failure.line}`), `${word("comma")}${label(failure.target)}${word("colon")}`
          + `${word("expected")} `, make("code", {}, valueWords(failure.expected)),
          `${word("comma")}${word("actual")} `, make("code", {}, valueWords(failure.actual))),
        rulesOf(failure)])));
    }
    if (tested.claims.length) panel.append(make("h3", {}, word("claims")));
    for (const claim of tested.claims) {
      panel.append(make("div", { className: `card ${claim.verdict === "proved" ? "good" : ""}` },
        make("p", {}, make("code", {}, claim.claim), ` — ${word(claim.verdict)}`),
        !claim.words ? null : state.locale === "en"
          ? make("p", {}, `${word("example_")}${word("colon")}${claim.words}`)
          : make("pre", {}, claim.scenario)));
    }
    const uncovered = tested.rules.filter((rule) => rule.missing.length);
    if (!uncovered.length) return;
    panel.append(make("h3", {}, word("uncovered")), make("ul", { className: "plainList" },
      uncovered.slice(0, 20).map((rule) => make("li", {},
        make("button", { className: "link", onclick: () => goTo(rule.line) },
          `${word("line")} ${rule.line}`),
        ` ${state.testedText.split("\n")[rule.line - 1]?.trim() ?? ""}`,
        state.locale === "en" ? make("span", { className: "original" },
          `${word("missing")}: ${rule.missing.join(", ")}`) : null))));
  },
  plans(panel) {
    const table = contentOf("plans");
    if (!table) return panel.append(waiting());
    const head = make("tr", {}, make("th", { scope: "col" }, ""),
      table.columns.map((column) => make("th", { scope: "col" }, column.title)));
    const prices = make("tr", {}, make("th", { scope: "row" }, word("price")),
      table.columns.map((column) => make("td", {}, planPrices(column))));
    const rows = table.rows.flatMap((row, place) => {
      const line = make("tr", { className: "plan-row" }, make("th", { scope: "row" }, row.title),
        row.cells.map(planCell));
      if (!row.section || row.section === table.rows[place - 1]?.section) return [line];
      return [make("tr", {}, make("th", { scope: "rowgroup", colSpan: table.columns.length + 1 },
        row.section)), line];
    });
    panel.append(make("h2", { className: "onPaper" }, state.view.outline.label || state.view.name));
    panel.append(make("p", { className: "noPrint" },
      make("button", { id: "print", onclick: () => print() }, word("print"))));
    panel.append(make("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": word("plans") },
      make("table", {}, make("thead", {}, head), make("tbody", {}, prices, rows))));
    for (const remark of priceRemarks(table)) {
      panel.append(make("p", { className: "faint remark" }, remark));
    }
    for (const { product, adds } of table.addOns) {
      panel.append(make("p", {}, make("strong", {}, product.title),
        `: ${[product.priceText, ...planAdds(adds), ...product.terms].join("; ")}`));
    }
  },
  picture(panel) {
    const drawn = contentOf("picture");
    if (!drawn) return panel.append(waiting());
    state.picture = drawn.picture;
    const names = state.view.outline.targets.map((target) => target.name);
    panel.append(make("p", {}, make("label", {}, `${word("targetOf")} `,
      make("select", { id: "picture", onchange: (event) => {
        state.picture = event.target.value;
        look();
      } }, ["", ...names].map((name) => make("option", {
        value: name, selected: name === state.picture,
      }, name ? label(name) : word("everything")))))));
    if (!drawn.svg) return panel.append(make("p", {}, word("large")));
    const box = make("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": word("picture") });
    // The engine escapes every text of the policy in it.
    box.innerHTML = inWords(drawn.svg.slice(drawn.svg.indexOf("<svg")));
    panel.append(box);
  },
  words(panel) {
    const told = contentOf("words");
    if (!told) return panel.append(waiting());
    for (const section of told.sections) {
      panel.append(make("h3", {}, section.title),
        ...section.notes.map((note) => make("p", { className: "faint" }, note)));
      for (const entry of section.entries) {
        panel.append(make("div", { className: "card plain" }, make("strong", {}, entry.title),
          make("ul", {}, entry.statements.map((sentences) =>
            make("li", {}, sentences.join(state.locale === "en" ? " " : ""))))));
      }
    }
  },
  findings(panel) {
    if (!state.knownDeep) return panel.append(waiting());
    if (!state.findings.length) return panel.append(make("p", {}, word("noFindings")));
    for (const finding of state.findings) {
      const card = make("div", { className: `card ${finding.level === "error" ? "" : "doubt"}` },
        make("p", {}, make("button", {
          className: "link", onclick: () => goTo(finding.line, finding.column),
        }, `${word("line")} ${finding.line}`), message(finding), " ",
        make("small", { className: "faint" }, finding.code)));
      // The engine's sentences are English; a scenario says the same in the words of the policy.
      const isEnglish = state.locale === "en";
      for (const note of isEnglish ? finding.notes : []) {
        card.append(make("p", { className: "faint" }, note));
      }
      if (finding.example) {
        card.append(make("p", {}, word("example_"), word("colon"),
          isEnglish ? finding.example.words : ""));
        if (finding.example.scenario) {
          card.append(make("pre", {}, finding.example.scenario), make("button", {
            onclick: () => append(finding.example.scenario),
          }, word("insert")));
        }
      }
      for (const edit of finding.edits.filter((one) => one.safety !== "shown")) {
        card.append(" ", fixButton(edit));
      }
      panel.append(card);
    }
  },
};

/** A picture with words for the codes of reasons: short ones, which its boxes have room for. */
const inWords = (svg) => plainInstants(svg).replace(/(?<=: |：|，)([a-z]+(?:-[a-z]+)*)(?=<)/g, (code) =>
  (state.locale === "en" ? code.replaceAll("-", " ")
    : shortReasons[code] ?? reasonWords[state.locale][code] ?? stateWords[code] ?? code));

/** The rule by which a failing scenario is what it is. */
const rulesOf = (failure) => (failure.why.length ? make("ul", { className: "plainList" },
  failure.why.map(({ line, rule }) => make("li", {}, `${word("decidedBy")} `,
    make("button", { className: "link", onclick: () => goTo(line) }, `${word("line")} ${line}`),
    word("colon"), make("code", {}, rule)))) : make("p", { className: "faint" }, word("noRule")));

/** Prices that cannot be compared with the others: in another currency, or for another time. */
function priceRemarks(table) {
  const products = table.columns.flatMap((column) => column.products).filter((one) => one.price);
  const rest = (kind, of) => {
    const counts = new Map();
    for (const one of products) counts.set(of(one), (counts.get(of(one)) ?? 0) + 1);
    const [usual] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
    return products.filter((one) => of(one) !== usual)
      .map((one) => word(kind)(one.title, one.priceText));
  };
  const periods = rest("otherPeriod", (one) => one.price.period ?? "once");
  // Some currency may be common to all of them: then they are compared in it.
  const currencies = products.map((one) => new Set(one.prices.map((each) => each.currency)));
  const isShared = currencies.length && [...currencies[0]].some((each) =>
    currencies.every((one) => one.has(each)));
  return [...(isShared ? [] : rest("otherCurrency", (one) => one.price.currency)), ...periods];
}

/** What the engine said for a tab; null while it has not. */
const contentOf = (tab) =>
  state.view?.content?.tab === tab ? state.view.content.value : null;
const waiting = () => make("p", {}, word(state.view?.outline ? "waiting" : "broken"));

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
  if (!cell.until && cell.answer === "included") {
    return make("td", { className: "cell-yes" }, make("span", { role: "img", "aria-label": cell.text }, "✓"));
  }
  if (!cell.until && cell.answer === "excluded") {
    return make("td", { className: "cell-no" }, make("span", { role: "img", "aria-label": cell.text }, "–"));
  }
  const isSure = ["limited", "unlimited", "value"].includes(cell.answer);
  return make("td", { className: isSure ? "cell-amount" : "cell-perhaps" }, cell.text);
}

function showTabs() {
  const names = Object.keys(tabs);
  const fresh = make("div", {}, names.map((name) => make("button", {
    role: "tab", id: `tab-${name}`, "aria-selected": String(name === state.tab),
    "aria-controls": "panel", tabIndex: name === state.tab ? 0 : -1,
    onclick: () => openTab(name),
    onkeydown: (event) => {
      const at = names.indexOf(name);
      const to = {
        ArrowRight: at + 1, ArrowLeft: at - 1 + names.length, Home: 0, End: names.length - 1,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      openTab(names[to % names.length]);
    },
  }, word(name))));
  patchChildren($("tabs"), fresh);
  $("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
}

function openTab(name) {
  state.tab = name;
  showTabs();
  showPanel();
  look();
  $(`tab-${name}`).focus();
}

function showPanel() {
  const panel = make("div");
  if (state.isTooLarge) panel.append(make("p", {}, word("tooLarge")(size(state.text))));
  else if (!engineHost.module) {
    panel.append(make("p", { className: "faint" }, word(engineHost.isMissing ? "noEngine" : "loading")));
  } else tabs[state.tab](panel);
  // Each tab has its own elements, and keeps those that it had.
  if ($("panel").dataset.tab !== state.tab) $("panel").replaceChildren();
  $("panel").dataset.tab = state.tab;
  patchChildren($("panel"), panel);
}

// MARK: The changes

/** A sentence of the engine with the labels of things, where it has their names. */
function said(sentence) {
  const { outline } = state.view ?? {};
  if (state.locale === "en" || !outline) return sentence;
  const labels = new Map([...outline.targets, ...outline.entitlements, ...outline.products,
    ...outline.facts].filter((each) => each.label && each.label !== each.name)
    .map((each) => [each.name, each.label]));
  return sentence.replace(/[A-Za-z][\w-]*/g, (name) => labels.get(name) ?? name)
    .replace(/(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])/g, "");
}

/** What the user of an example asks for: one with 300 wants the 301st. */
function asked({ target, adding, reaching }) {
  const isMeter = state.view.outline.targets.some((each) => each.name === target && each.kind === "meter");
  if (!isMeter) return "";
  return adding ? word("wants")(adding) : reaching === undefined ? "" : word("reach")(reaching);
}

/** Who gains and loses, in sentences with the words in colour. */
function sentences(difference) {
  const lines = [];
  const mark = (side) => make("span", { className: side === "loss" ? "loses" : "gains" },
    word(side === "loss" ? "loses" : "gains"));
  for (const change of difference.changes) {
    for (const side of ["loss", "gain"]) {
      for (const each of change[side]?.for ?? []) {
        lines.push({
          parts: [`${change.targets.map(label).join(word("and"))} — `, mark(side), ` ${said(each)}`],
          example: change[side].example,
        });
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
    lines.push({ parts: [`${label(change.setting)} — `, mark(change.change),
      ` ${change.users.for.map(said).join(state.locale === "en" ? "; " : "；")}`] });
  }
  return lines;
}

/** What there is instead of a difference; null where one is known. */
function noDifference() {
  if (state.isTooLarge) return word("tooLarge")(size(state.text));
  if (state.text === state.began) return word("change");
  if (state.difference) return null;
  return word(state.view?.isOld ? "old" : state.view?.outline === undefined && state.view ? "broken" : "waiting");
}

function showChange() {
  const fresh = make("div");
  const isOld = state.view?.isOld === true;
  document.querySelector(".right").classList.toggle("old", isOld);
  const none = noDifference();
  if (none) {
    fresh.append(make("p", {}, none));
  } else {
    const lines = sentences(state.difference.difference);
    const of = (entries) => entries.flatMap((entry) => entry.sentences.map((sentence) =>
      make("p", {}, make("strong", {}, entry.title), `${word("colon")}${change(sentence)}`)));
    const more = [...of(state.difference.plans).slice(0, 3), ...of(state.difference.products).slice(0, 3)];
    fresh.append(make("p", { className: "faint" }, word(isOld ? "old" : "against")),
      ...more, ...lines.slice(0, 3).map((line) => make("p", {}, line.parts)),
      ...(lines.length ? [] : [make("p", {}, word("same"))]),
      make("button", { className: "link", id: "all", onclick: () => openTab("changed") },
        word("details")));
  }
  patchChildren($("change"), fresh);
}

function showDifference(panel) {
  panel.append(make("p", {}, make("button", {
    id: "restart", onclick: () => {
      Object.assign(state, { began: state.text, difference: undefined });
      showPanel();
      showChange();
      look();
    },
  }, word("restart"))));
  const none = noDifference();
  if (none) return panel.append(make("p", {}, none));
  const { difference, plans, products } = state.difference;
  for (const entry of [...plans, ...products]) {
    panel.append(make("div", { className: "card plain" }, make("strong", {}, entry.title),
      make("ul", {}, entry.sentences.map((sentence) => make("li", {}, change(sentence))))));
  }
  const lines = sentences(difference);
  if (!lines.length) panel.append(make("p", {}, word("same")));
  for (const line of lines) {
    const card = make("div", { className: "card plain" }, make("p", {}, line.parts));
    if (line.example) {
      const { words, before, after } = line.example;
      const gap = state.locale === "en" ? " " : "";
      const side = (one) => gap + reasonWords[state.locale][one.reason];
      card.append(make("p", { className: "faint" }, `${word("example_")}${word("colon")}${said(words)}`
        + `${asked(line.example)}${word("colon")}${word("before")}${side(before)}${word("comma")}${word("now")}${side(after)}`));
    }
    panel.append(card);
  }
  for (const one of difference.undecided) {
    panel.append(make("p", {}, `${word("undecidedTargets")}${word("colon")}${one.targets.map(label).join(word("and"))}`));
  }
  if (difference.alsoChanged.length) panel.append(make("h3", {}, word("also")));
  for (const change of difference.alsoChanged) {
    panel.append(make("p", {}, `${subject(change.what)}${word("colon")}${valueWords(change.old)} → ${valueWords(change.new)}`));
  }
}
