"use strict";
// The other tabs. Each is a function from the current policy to elements.

const views = {
  plans({ table }, panel) {
    const free = (column) => column.free && !column.products.length;
    fill(panel,
      make("div", { class: "cards" }, table.columns.map((column) => make("section", { class: column.recommended ? "card best" : "card" },
        make("h3", {}, column.label),
        column.products.length ? make("ul", {}, column.products.map((product) => make("li", {}, make("b", {}, product.priceText), make("small", {}, product.label)))) :
          make("p", {}, free(column) ? "" : ""),
        column.benefits.map((benefit) => make("p", { class: "hint" }, benefit))))),
      make("div", { class: "scroll" }, make("table", {},
        make("thead", {}, make("tr", {}, make("td", {}), table.columns.map((column) => make("th", { scope: "col" }, column.label)))),
        make("tbody", {}, table.rows.map((row) => make("tr", {}, make("th", { scope: "row" }, row.label || row.name),
          row.cells.map((cell) => make("td", { class: `cell ${cell.answer}` },
            cell.text === cell.answer && cell.answer === "included" ? "✓" : cell.answer === "excluded" || cell.answer === "notIncluded" ? "–" : cell.text))))))),
      table.addOns.length ? [make("h3", {}, say("addOns")), make("ul", {}, table.addOns.map(({ product, adds }) =>
        make("li", {}, make("b", {}, product.label), ` ${product.priceText ?? ""} `, make("small", {}, (adds || []).map((add) => add.text ?? add).join(", ")))))] : null);
  },

  scenarios({ tests }, panel) {
    const suggest = () => {
      const { suggestions } = page.ask("test", { text: editor.text, suggest: true });
      if (suggestions.length) editor.append(suggestions.join("\n"));
    };
    fill(panel,
      make("div", { class: "row-buttons" },
        make("button", { id: "add-scenario", type: "button", click: () => page.addScenario() }, say("addScenario")),
        tests.covered < tests.total ? make("button", { id: "suggest", type: "button", click: suggest }, say("suggest")) : null),
      make("p", { class: "coverage" }, make("progress", { max: tests.total || 1, value: tests.covered, "aria-label": say("coverage", tests.covered, tests.total) }),
        " ", say("coverage", tests.covered, tests.total)),
      tests.scenarios.length ? make("ul", { class: "tests" }, tests.scenarios.map((scenario) => make("li", { class: scenario.passed ? "passed" : "failed" },
        make("button", { type: "button", class: "link", click: () => editor.goTo(scenario.line, 1) }, scenario.title),
        make("span", { class: "state" }, say(scenario.passed ? "passed" : "failed")),
        scenario.failures.map((failure) => make("p", {}, make("code", {}, failure.target), ` ${say("expected")}: ${failure.expected} · ${say("actual")}: ${failure.actual}`))))) :
        make("p", { class: "hint" }, say("noScenarios")),
      tests.claims.length ? [make("h3", {}, say("claims")), make("ul", { class: "tests" }, tests.claims.map((claim) => make("li", { class: claim.verdict === "proved" ? "passed" : "failed" },
        make("button", { type: "button", class: "link", click: () => editor.goTo(claim.line, 1) }, make("code", {}, claim.claim)),
        make("span", { class: "state" }, say(claim.verdict)),
        claim.words ? make("p", {}, claim.words) : null)))] : null,
      tests.rules.some(({ missing }) => missing.length) ? [make("h3", {}, say("missing")), make("ul", {}, tests.rules.filter(({ missing }) => missing.length).map((rule) =>
        make("li", {}, make("button", { type: "button", class: "link", click: () => editor.goTo(rule.line, 1) }, say("line", rule.line)), ` ${rule.missing.join(", ")}`)))] : null);
  },

  findings({ findings }, panel) {
    fill(panel, findings.length ? make("ol", { class: "findings" }, findings.map((finding) => findingItem(finding, true))) :
      make("p", { class: "hint" }, say("noFindings")));
  },

  difference({ difference }, panel) {
    if (!difference) return fill(panel, make("p", { class: "hint" }, say("noChange")));
    const report = difference.difference;
    const side = (part, name) => part && make("div", { class: name },
      make("p", {}, make("b", {}, say(name)), ": ", part.for.join("; ")),
      part.lines.map(({ old, new: next }) => make("p", { class: "lines" },
        old ? make("del", {}, old.rule) : null, " ", next ? make("ins", {}, next.rule) : null)),
      part.example ? make("p", { class: "hint" }, `${say("example_")}: ${part.example.words}`,
        part.example.before ? ` (${say("before")}: ${outcome(part.example.before)}, ${say("after")}: ${outcome(part.example.after)})` : "") : null);
    const outcome = ({ outcome: name }) => say({ allowed: "open_", warned: "warned", denied: "locked" }[name]);
    const entries = [...difference.plans, ...difference.products];
    const isSame = !entries.length && !report.changes.length && !report.values.length && !report.added.length && !report.removed.length && !report.alsoChanged.length;
    fill(panel,
      make("div", { class: "row-buttons" }, make("button", { id: "restart", type: "button", click: () => page.restart() }, say("restart"))),
      isSame ? make("p", { class: "hint" }, say("noChange")) : null,
      entries.length ? [make("h3", {}, say("plansTitle")), make("dl", { id: "plan-changes" }, entries.flatMap(({ title, sentences }) =>
        [make("dt", {}, title), sentences.map((sentence) => make("dd", {}, sentence))]))] : null,
      report.changes.length || report.values.length ? make("h3", {}, say("exactly")) : null,
      report.changes.map((change) => make("section", { class: "change" }, make("h4", {}, change.targets.join(", ")),
        side(change.loss, "loses"), side(change.gain, "gains"))),
      report.values.map((change) => make("section", { class: "change" }, make("h4", {}, change.setting),
        side(change.users, change.change === "gain" ? "gains" : "loses"))),
      report.added.length ? make("p", {}, make("b", {}, say("added")), ": ", report.added.join(", ")) : null,
      report.removed.length ? make("p", {}, make("b", {}, say("removed")), ": ", report.removed.join(", ")) : null,
      report.alsoChanged.length ? [make("h3", {}, say("alsoChanged")), make("ul", {}, report.alsoChanged.map(({ what, old, new: next }) =>
        make("li", {}, `${what}: `, make("del", {}, old ?? "–"), " → ", make("ins", {}, next ?? "–"))))] : null,
      report.equal.length ? make("p", { class: "hint" }, `${say("sameFor")}: ${report.equal.join(", ")}`) : null);
  },

  words({ description }, panel) {
    fill(panel, description.sections.map((section) => make("section", { class: "prose" },
      make("h3", {}, section.title),
      section.notes.map((note) => make("p", { class: "hint" }, note)),
      section.entries.map((entry) => [entry.title ? make("h4", {}, entry.title) : null,
        make("ul", {}, entry.statements.map((statement) => make("li", {}, statement[0],
          statement.length > 1 ? make("ul", {}, statement.slice(1).map((text) => make("li", {}, text))) : null)))]))));
  },

  picture({ policy, outline }, panel) {
    const chosen = views.pictured && outline.targets.some(({ name }) => name === views.pictured) ? views.pictured : "";
    const request = { policy, locale, ...(chosen ? { target: chosen, snapshot: person.snapshot(outline), at: person.at } : {}) };
    let svg = null;
    try { svg = page.ask("graph", request).svg; } catch { svg = null; }
    fill(panel,
      make("label", {}, say("ofThis"), " ", make("select", { id: "pictured", change: (event) => { views.pictured = event.target.value; page.show(); } },
        make("option", { value: "" }, say("whole")), outline.targets.slice(0, 200).map(({ name, label }) => make("option", { value: name, selected: name === chosen }, label)))),
      // An image runs no script, whatever a policy says.
      svg ? make("div", { class: "scroll" }, make("img", { class: "drawing", alt: chosen || outline.label, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` })) :
        make("p", { class: "hint" }, say("noPicture")));
  },
};

/** A finding with its fixes; with its example and help if it is shown at length. */
function findingItem(finding, isLong) {
  return make("li", { class: `finding ${finding.level}` },
    make("button", { type: "button", class: "link", click: () => editor.goTo(finding.line, finding.column) },
      make("span", { class: "level" }, say("level")[finding.level] ?? finding.level), ` ${say("line", finding.line)}: ${finding.message}`),
    isLong ? [finding.label ? make("p", { class: "hint" }, finding.label) : null,
      finding.notes.map((note) => make("p", { class: "hint" }, note)), finding.help.map((help) => make("p", {}, help))] : null,
    finding.example && isLong ? make("div", { class: "sample" }, make("p", {}, `${say("example_")}: ${finding.example.words}`),
      finding.example.scenario ? make("button", { type: "button", click: () => editor.append(finding.example.scenario) }, say("addExample")) : null) : null,
    finding.edits.map((edit) => make("button", { type: "button", class: "fix", click: () => editor.apply(edit) },
      edit.title, edit.safety === "safe" ? null : make("small", {}, say("fixUnsafe")))));
}
