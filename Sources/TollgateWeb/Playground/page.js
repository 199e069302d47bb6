"use strict";
// The page as a whole: text → policy → what every tab shows.

const mostText = 1 << 20;
const storage = "tollgate-playground";
const tabs = ["person", "plans", "scenarios", "findings", "difference", "words", "picture"];
let editor, person;

const page = {
  tab: "person",
  current: null,
  start: "",
  generation: 0,

  /** Asks the engine; when it stopped, the policy is compiled again by the new instance. */
  ask(name, request) {
    try {
      return page.engine.ask(name, request);
    } catch (error) {
      if (error.code === "trap") {
        page.notice(say("stopped"));
        page.current = null;
        if (name !== "compile") queueMicrotask(() => page.read());
      }
      throw error;
    }
  },

  notice(text) {
    byId("notice").textContent = text;
    byId("notice").hidden = !text;
    clearTimeout(page.timer);
    if (text) page.timer = setTimeout(() => page.notice(""), 8_000);
  },

  // MARK: The text

  /** Reads the text anew, at every keystroke: colours, mistakes, and what the open tab shows. */
  read() {
    const text = editor.text;
    let compiled;
    try {
      compiled = page.ask("compile", { text });
      Object.assign(editor, page.ask("colour", { text }));
    } catch (error) {
      return page.notice(error.message);
    }
    const old = page.current;
    editor.findings = compiled.diagnostics;
    page.mistakes = compiled.diagnostics;
    if (compiled.policy) {
      if (old && old.generation === page.engine.generation) page.ask("release", { policy: old.policy });
      page.current = { policy: compiled.policy, text, generation: page.engine.generation };
      page.prepare();
    }
    editor.paint();
    page.problems();
    page.show();
    page.study();
    page.keep();
  },

  /** What every tab needs of a policy, in the language in use. */
  prepare() {
    const current = page.current;
    current.outline = page.ask("outline", { policy: current.policy, locale });
    current.table = page.ask("table", { policy: current.policy, at: person.base, locale });
    current.prices = new Map(current.table.columns.flatMap(({ products }) => products)
      .concat(current.table.addOns.map(({ product }) => product)).map(({ name, priceText }) => [name, priceText]));
    current.tests = current.findings = current.description = null;
  },

  /** What takes longer, after a pause: proved findings, scenarios, and what changed. */
  study: later(250, () => {
    const { current } = page;
    if (!current || current.text !== editor.text) return;
    try {
      current.findings = page.ask("lint", { text: current.text, at: person.base }).diagnostics;
      current.tests = page.ask("test", { text: current.text });
      current.difference = null;
      if (page.start !== current.text) {
        try {
          current.difference = page.ask("diff", { old: page.start, new: current.text, at: person.base });
        } catch (error) {
          if (error.code !== "compile") throw error;
        }
      }
    } catch (error) {
      return page.notice(error.message);
    }
    editor.findings = current.findings;
    editor.marks = new Map(current.tests.rules.map(({ line, missing }) => [line, missing.length ? "missing" : "covered"]));
    editor.paint();
    page.mistakes = current.findings.filter(({ level }) => level !== "note");
    page.problems();
    page.changedBar();
    if (["scenarios", "findings", "difference"].includes(page.tab)) page.show();
  }),

  problems() {
    const list = page.mistakes;
    const errors = list.filter(({ level }) => level === "error").length;
    byId("summary").textContent = list.length ? say("count", errors, list.length - errors) : say("fine");
    byId("summary").className = errors ? "bad" : "";
    fill(byId("problems"), list.slice(0, 5).map((finding) => findingItem(finding, false)));
  },

  /** One line under the text that says who gains and who loses; the tab says it exactly. */
  changedBar() {
    const { difference, outline } = page.current;
    const label = (name) => outline.targets.find((target) => target.name === name)?.label || name;
    const report = difference?.difference;
    const named = (side) => report ? [...new Set([
      ...report.changes.filter((change) => change[side]).flatMap(({ targets }) => targets),
      ...report.values.filter(({ change }) => change === side || change === "other").map(({ setting }) => setting)])].map(label) : [];
    const [gains, losses] = [named("gain"), named("loss")];
    const bar = byId("changed");
    bar.hidden = !gains.length && !losses.length;
    bar.className = losses.length ? "changed loses" : "changed gains";
    bar.textContent = bar.hidden ? "" : say("changedBar", gains.length ? gains : null, losses.length ? losses : null);
    byId("tab-difference").classList.toggle("news", !bar.hidden);
  },

  // MARK: Tabs

  choose(tab, focus = false) {
    page.tab = tab;
    for (const name of tabs) {
      const button = byId(`tab-${name}`);
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      byId(name).hidden = name !== tab;
    }
    if (focus) byId(`tab-${tab}`).focus();
    page.show();
  },

  makeTabs() {
    fill(byId("tabs"), tabs.map((name) => make("button", { id: `tab-${name}`, type: "button", role: "tab", "aria-controls": name,
      "aria-selected": String(name === page.tab), tabIndex: name === page.tab ? 0 : -1, click: () => page.choose(name),
      keydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) page.choose(tabs[(tabs.indexOf(name) + step + tabs.length) % tabs.length], true);
        else if (event.key === "Home") page.choose(tabs[0], true);
        else if (event.key === "End") page.choose(tabs[tabs.length - 1], true);
        else return;
        event.preventDefault();
      } }, say(name))));
  },

  /** Shows the open tab anew. While the text has a mistake, the last policy stays in sight. */
  show() {
    const { current, tab } = page;
    const panel = byId(tab);
    if (!current) return fill(panel, make("p", { class: "hint" }, say("mendFirst")));
    panel.classList.toggle("stale", current.text !== editor.text);
    try {
      if (tab === "person") return person.show(panel, current);
      if (tab === "words") current.description ??= page.ask("describe", { policy: current.policy, locale });
      const needed = { scenarios: "tests", findings: "findings" }[tab];
      if (needed && !current[needed]) return;
      views[tab](current, panel);
    } catch (error) {
      page.notice(error.message);
    }
  },

  addScenario() {
    const { outline } = page.current;
    const decisions = (person.decisions || []).filter(({ target }) => target === person.target);
    if (decisions.length) editor.append(person.scenario(outline, decisions));
  },

  /** The text from which changes are told is the one that is there now. */
  restart() {
    page.start = editor.text;
    page.read();
  },

  // MARK: Files and links

  begin(text, start = text) {
    page.start = start;
    byId("changed").hidden = true;
    editor.text = text;
  },

  async open(file) {
    if (file.size > mostText) return page.notice(say("tooLarge"));
    try {
      page.begin(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      page.notice(say("notText"));
    }
  },

  save() {
    const name = (page.current?.outline.label || "policy").replace(/[^\p{L}\p{N}._-]+/gu, "-");
    const link = make("a", { href: URL.createObjectURL(new Blob([editor.text], { type: "text/plain" })), download: `${name}.gate` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
  },

  async share() {
    const bytes = bytesOf(JSON.stringify({ text: editor.text, start: page.start === editor.text ? undefined : page.start, person: person.state, locale, tab: page.tab }));
    const packed = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    let text = "";
    for (const byte of packed) text += String.fromCharCode(byte);
    location.hash = `p=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
    try {
      await navigator.clipboard.writeText(location.href);
      page.notice(say("linkCopied"));
    } catch {
      page.notice(say("linkShown"));
    }
  },

  /** What a link carries; null without one. */
  async linked() {
    const match = location.hash.match(/^#p=([\w-]+)$/);
    if (!match) return null;
    try {
      const text = atob(match[1].replaceAll("-", "+").replaceAll("_", "/"));
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
      const parts = [];
      let length = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        length += part.value.length;
        if (length > 4 * mostText) throw new Error("too large");
        parts.push(part.value);
      }
      const value = JSON.parse(await new Blob(parts).text());
      if (typeof value.text !== "string" || value.text.length > mostText) throw new Error("no policy");
      return value;
    } catch {
      page.notice(say("badLink"));
      return null;
    }
  },

  /** The text outlives a reload. */
  keep: later(500, () => {
    try { localStorage.setItem(storage, JSON.stringify({ text: editor.text, start: page.start, person: person.state, locale })); } catch { /* private windows keep nothing */ }
  }),

  kept() {
    try { return JSON.parse(localStorage.getItem(storage)); } catch { return null; }
  },

  // MARK: Languages

  speak(name) {
    locale = pageWords[name] ? name : "en";
    byId("locale").value = locale;
    translatePage();
    page.makeTabs();
    if (page.current) {
      page.prepare();
      page.read();
    }
  },

  async run() {
    locale = navigator.language?.startsWith("zh") ? "zh-Hans" : "en";
    translatePage();
    page.makeTabs();
    page.notice(say("loading"));
    try {
      page.engine = await Engine.load();
    } catch (error) {
      clearTimeout(page.timer);
      byId("notice").textContent = say("noEngine") + error.message;
      return;
    }
    page.notice("");
    person = new Person(() => { page.show(); page.keep(); });
    editor = new Editor(() => page.read());
    const examples = window.tollgateExamples || [];
    fill(byId("examples"), examples.map(({ name }, index) => make("option", { value: String(index) }, name)));
    byId("examples").addEventListener("change", (event) => {
      person.clear();
      page.begin(examples[Number(event.target.value)].text);
    });
    byId("open").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", (event) => { if (event.target.files[0]) page.open(event.target.files[0]); event.target.value = ""; });
    byId("save").addEventListener("click", page.save);
    byId("share").addEventListener("click", page.share);
    byId("locale").addEventListener("change", (event) => page.speak(event.target.value));
    byId("changed").addEventListener("click", () => page.choose("difference", true));
    byId("format").addEventListener("click", () => {
      try { editor.replace(0, editor.text.length, page.ask("format", { text: editor.text }).text); } catch (error) { page.notice(error.message); }
    });
    window.addEventListener("hashchange", async () => { const link = await page.linked(); if (link && link.text !== editor.text) page.use(link); });
    const first = (await page.linked()) || page.kept();
    if (first && typeof first.text === "string") page.use(first);
    else page.begin(examples[0]?.text ?? "");
    document.documentElement.dataset.ready = "yes";
  },

  /** Begins with what a link or the last visit had. */
  use({ text, start, person: state, locale: name, tab }) {
    if (pageWords[name] && name !== locale) page.speak(name);
    person.state = state;
    page.begin(text, typeof start === "string" ? start : text);
    if (tabs.includes(tab)) page.choose(tab);
  },
};

page.run();
