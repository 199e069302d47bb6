// The playground. `.ci/playground` puts it into one classic script with the files beside it, because
// browsers load no modules from `file:`.

const day = 86_400_000;
/** The longest text of a policy that the engine reads, in bytes. */
const mostText = 1 << 20;
const state = {
  locale: "en", text: "", began: "", kept: "", name: "", tab: "person", target: null, told: [],
  picture: null, person: noPerson(), typed: {}, base: Math.floor(Date.now() / day) * day, step: 0,
  view: null, findings: [], tested: null, rules: null, difference: null, jumps: [],
  isTooLarge: false, isReplacing: false, isPointing: false, opened: "", isDraft: false,
  typedAt: 0, mistakes: { told: [], missing: [] }, blanks: null,
};
const word = (key) => pageWords[state.locale][key];
const bytesOf = (text) => new TextEncoder().encode(text).length;
const size = (text) => {
  const bytes = typeof text === "number" ? text : bytesOf(text);
  return `${(bytes / (1 << 20)).toFixed(1)} MB`;
};

/** Says something, with something to do about it. */
function tell(text, ...actions) {
  $("status").replaceChildren(...(text ? [text] : []), ...actions.map(([key, act]) =>
    make("button", { className: "link", onclick: () => { tell(""); act(); } }, word(key))));
}

// MARK: The engine, in a worker

/** `module` is the compiled module, once it is there: an engine that begins anew loads nothing. */
const engineHost = {
  worker: null, waiting: new Map(), last: 0, ready: null, module: null, isMissing: false,
};

/** Begins an engine; `engineHost.ready` is kept, or fails where its module cannot be had. */
function startEngine() {
  const source = new Blob([workerScript], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  engineHost.worker = new Worker(address);
  engineHost.worker.onmessage = ({ data: { id, answer, error, loaded } }) => {
    if (loaded !== undefined) return showLoading(loaded);
    const asked = engineHost.waiting.get(id);
    engineHost.waiting.delete(id);
    if (error) asked?.reject(error);
    else asked?.resolve(answer);
  };
  engineHost.worker.onerror = (event) => {
    event.preventDefault();
    for (const asked of engineHost.waiting.values()) asked.reject({ code: "trap", message: event.message });
    engineHost.waiting.clear();
  };
  engineHost.ready = loadEngine();
  return engineHost.ready;
}

/** Where the page is served, the worker loads the module, and compiles it while it arrives; from a disk
    no file is loaded but scripts, so one has its bytes. */
async function loadEngine() {
  const isOnDisk = location.protocol === "file:";
  const source = engineHost.module ? { module: engineHost.module }
    : isOnDisk ? { module: await bytesOnDisk() }
    : { address: new URL("tollgate.wasm", location.href).href, size: moduleSize };
  engineHost.module = (await send({ source })).module;
  showLoading(1);
}

function bytesOnDisk() {
  return new Promise((resolve, reject) => {
    const script = make("script", { src: "module.js" });
    script.onload = () => resolve(Uint8Array.from(atob(moduleBytes), (each) => each.charCodeAt(0)));
    script.onerror = () => reject({ code: "missing", message: "module.js cannot be read" });
    document.head.append(script);
  });
}

/** How much of the module is there, from 0 to 1. */
function showLoading(part) {
  $("loading").value = Math.max(part, 0.02);
  $("loading").hidden = part >= 1;
}

/** Loads the engine, and says so where that fails. The page is there before, and after. */
async function loadAndLook() {
  showLoading(0);
  engineHost.isMissing = false;
  try {
    await startEngine();
    look();
  } catch (error) {
    Object.assign(engineHost, { ready: null, isMissing: true });
    engineHost.worker.terminate();
    showLoading(1);
    showPanel();
    tell(`${word("noEngine")} ${errorWords(error)}`, ["again", loadAndLook]);
  }
}

function send(data) {
  engineHost.last += 1;
  const id = engineHost.last;
  return new Promise((resolve, reject) => {
    engineHost.waiting.set(id, { resolve, reject });
    engineHost.worker.postMessage({ ...data, id });
  });
}

const engineAnswer = (name, request) => send({ name, request });

/** Ends the engine where it thinks for too long, and begins a new one. */
function restartEngine() {
  engineHost.worker.terminate();
  for (const asked of engineHost.waiting.values()) asked.reject({ code: "stopped", message: "" });
  engineHost.waiting.clear();
  startEngine().catch(() => {});
}

/** Asks, and says on the page what went wrong; null where there is no answer. What takes very long
    can be stopped, for as long as it takes; an engine that is being loaded is waited for. */
async function asking(name, request) {
  let isSlow = false;
  try {
    await engineHost.ready;
  } catch {
    return null;
  }
  if (!engineHost.ready) return null;
  const patience = setTimeout(() => {
    isSlow = true;
    tell(word("slow"), ["stop", restartEngine]);
  }, 8_000);
  try {
    return await engineAnswer(name, request);
  } catch (error) {
    isSlow = false;
    if (error.code === "stopped") tell("");
    else tell(error.code === "trap" ? word("trap") : errorWords(error));
    return null;
  } finally {
    clearTimeout(patience);
    if (isSlow) tell("");
  }
}

function errorWords({ code, message }) {
  if (state.locale === "en") return message;
  return codeWords[code] ?? word("noAnswer");
}

// MARK: Looking: one question at a time, about the newest text and person

const looking = { isBusy: false, isWanted: false };
let slow;

/** Asks for what the page shows, and then for what takes longer than a keystroke. */
async function look() {
  keepDraft();
  clearTimeout(slow);
  if (state.isTooLarge || !engineHost.module) return;
  looking.isWanted = true;
  if (looking.isBusy) return;
  looking.isBusy = true;
  while (looking.isWanted) {
    looking.isWanted = false;
    const { text, began, base, step, locale, target, picture, tab } = state;
    const typing = caretPlace();
    state.typedLine = typing?.line;
    const view = await asking("look", {
      text, typing, began, base, step, locale, target, picture, tab, snapshot: snapshot(),
    });
    if (view && view.text === state.text) show({ ...view, typing });
    if (!view) break;
  }
  looking.isBusy = false;
  slow = setTimeout(lookDeeper, 250);
}

/** What is known of a text later than its mistakes, one question after another: a keystroke waits for
    no more than one of them. */
async function lookDeeper() {
  const { text, began, base, locale } = state;
  const about = JSON.stringify([text, began, base, locale]);
  const isLate = () => looking.isBusy || !state.view?.isSound || state.view.text !== text
    || text !== state.text || locale !== state.locale || began !== state.began;
  if (isLate()) return;
  if (state.knownDeep === about) return showLines(marksOf(state.view, state.findings, state.rules));
  const request = { text, began, base, locale };
  const found = {};
  for (const name of ["findings", "tested", "difference"]) {
    found[name] = await asking(name, request);
    if (isLate()) return;
  }
  state.knownDeep = about;
  // Later the lines are others; the words of a finding are those that it was found in.
  state.findings = (found.findings?.diagnostics ?? []).map((each) => ({ ...each, piece: pieceOf(each, text) }));
  state.tested = found.tested;
  state.testedText = text;
  state.difference = found.difference;
  state.rules = new Map((found.tested?.rules ?? []).map((rule) => [rule.line, rule]));
  showLines(marksOf(state.view, state.findings, state.rules));
  showVerdict();
  showChange();
  showPanel();
}

/** Where somebody types; null where nobody does. */
function caretPlace() {
  const area = $("text");
  const { selectionStart, selectionEnd } = area;
  if (document.activeElement !== area || selectionStart !== selectionEnd) return null;
  const before = area.value.slice(0, selectionStart).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}

/** A line that the cursor leaves is not typed any more: its mistakes are told. */
function leaveLine() {
  leaveBlanks();
  if (state.view?.isSound !== false || state.typedLine === undefined) return;
  if (caretPlace()?.line === state.typedLine) return;
  state.typedAt = 0;
  look();
}

function show(view) {
  const old = state.view;
  state.view = view;
  // What takes longer stays until it is known anew.
  if (view.content === undefined && old?.content?.tab === state.tab) view.content = old.content;
  if (!view.outline && old?.outline) {
    for (const key of ["outline", "decisions", "figures", "steps", "step", "now", "content"]) view[key] = old[key];
  }
  if (view.outline && view.isSound) forget(view.outline);
  if (view.decisions === null) view.decisions = old?.decisions ?? null;
  state.step = view.step ?? 0;
  const error = view.errors[0];
  if (error) tell(error.code === "trap" ? word("trap") : errorWords(error));
  state.told = state.target ? view.told?.rules.map((rule) => rule.line) ?? [] : [];
  if (state.isPointing && state.told.length) scrollTo_(state.told[0]);
  state.isPointing = false;
  showMistakes();
  showOpen();
  showChange();
  showPanel();
}

// MARK: The text

/** Reads the text area after any change. */
function readText() {
  state.text = $("text").value.replaceAll("\r\n", "\n");
  forgetAddress();
  const isTooLarge = state.text.length > mostText / 4 && bytesOf(state.text) > mostText;
  if (isTooLarge !== state.isTooLarge) {
    state.isTooLarge = isTooLarge;
    document.querySelector(".editor").classList.toggle("plain", isTooLarge);
    showPanel();
  }
  if (isTooLarge) {
    state.view = null;
    state.mistakes = { told: [], missing: [] };
    shownLines = [];
    $("colours").replaceChildren();
    $("gutter").replaceChildren();
    showVerdict();
    showProblems();
    showChange();
    return;
  }
  showOpen();
  // The colours of an example are there before the engine.
  const example = shownLines.length ? null : examplePolicies[state.name];
  showLines(example?.text === state.text ? marksOf(example, []) : shifted(state.text));
  look();
}

/** An address that carries an older text would lie. */
function forgetAddress() {
  if (location.hash.length > 1) history.replaceState(null, "", location.pathname + location.search);
}

// MARK: Beginning, and what is kept

const workKeys = ["began", "name", "person", "base", "step", "kept"];
const workOfState = () => structuredClone(Object.fromEntries(workKeys.map((key) => [key, state[key]])));

/** Begins with another text. The browser's undo goes back over it, to the work of before. */
function begin(text, {
  name = "", began = text, person = noPerson(), base = state.base, step = 0, isFirst,
} = {}) {
  const before = { text: state.text, ...workOfState() };
  const hadWork = hasWork();
  Object.assign(state, {
    began, name, person, base, step, kept: text, target: null, told: [], picture: null,
    typed: {}, difference: undefined, findings: [], tested: null, knownDeep: "", blanks: null,
  });
  state.opened = workMark(text, person);
  if (isFirst) {
    $("text").value = text;
    readText();
  } else {
    const focused = document.activeElement;
    state.jumps.push({ before, after: { text, ...workOfState() } });
    replace(0, $("text").value.length, text);
    focused?.focus?.({ preventScroll: true });
    if (hadWork) tell(word("replaced"), ["undo", undo]);
    else tell("");
  }
  document.querySelector(".editor").scrollTop = 0;
  showPanel();
}

function undo() {
  const area = $("text");
  area.focus();
  document.execCommand("undo");
  // The browser selects all that it brings back, and the next key would erase it.
  area.setSelectionRange(0, 0);
}

/** After undo and redo: the work that belongs to the text that came back. */
function land(isUndo) {
  const text = $("text").value;
  for (const { before, after } of [...state.jumps].reverse()) {
    const [from, to] = isUndo ? [after, before] : [before, after];
    if (to.text !== text || state.began !== from.began || state.name !== from.name) continue;
    const { text: _, ...work } = structuredClone(to);
    Object.assign(state, work, { typed: {}, difference: undefined, blanks: null });
    tell("");
    return;
  }
}

/** The list says what is open: an example, or a text of one's own. */
function showOpen() {
  const isExample = Object.hasOwn(examplePolicies, state.name);
  const own = isExample ? "" : state.name || state.view?.name || word("ownText");
  const names = Object.keys(examplePolicies);
  const fresh = make("select", {}, [
    ...isExample ? [] : [make("option", { value: "", selected: true, id: "own" }, own)],
    ...names.map((name) => make("option", { value: name, id: `example-${name}` },
      name === state.name && state.text !== state.began ? `${name} (${word("edited")})` : name)),
  ]);
  patchChildren($("examples"), fresh);
  $("examples").value = isExample ? state.name : "";
}

const draftKey = "tollgate-playground-draft";
/** The draft that was there before work began on another text. */
const otherKey = "tollgate-playground-other-draft";
let draftTimer;

const workMark = (text, person) => JSON.stringify([text, person]);

/** Whether closing the page would lose something that nobody else has: what a link brought is in the
    link. */
const hasWork = () => workMark(state.text, state.person) !== state.opened;

/** Keeps the work in the browser, so that closing the page loses nothing. The draft of another page
    stays beside it. */
function keepDraft(isNow = false) {
  clearTimeout(draftTimer);
  const write = () => {
    try {
      if (hasWork() && !state.isTooLarge) {
        const other = state.isDraft ? null : localStorage.getItem(draftKey);
        if (other) localStorage.setItem(otherKey, other);
        state.isDraft = true;
        localStorage.setItem(draftKey, JSON.stringify({ text: state.text, ...workOfState() }));
      } else if (state.isDraft) localStorage.removeItem(draftKey);
    } catch {
      // A browser may keep nothing; leaving asks all the same.
    }
  };
  if (isNow) write();
  else draftTimer = setTimeout(write, 200);
}

function readDraft(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key));
    return typeof draft?.text === "string" ? { ...draft, ...work(draft) } : null;
  } catch {
    return null;
  }
}

/** Goes on with a draft: it is work, as if it had been typed here. */
function goOn(draft, isFirst = false) {
  begin(draft.text, { ...draft, isFirst });
  Object.assign(state, { kept: draft.kept, opened: "", isDraft: true });
}

/** Goes on with the draft that was set aside, and sets this one aside. */
function exchange(draft) {
  keepDraft(true);
  try {
    const own = localStorage.getItem(draftKey);
    if (own) localStorage.setItem(otherKey, own);
  } catch {
    // A browser may keep nothing.
  }
  goOn(draft);
}

// MARK: The page

function speak(locale) {
  state.locale = locale;
  document.documentElement.lang = locale;
  document.title = word("title");
  document.querySelectorAll("[data-word]").forEach((element) => {
    element.textContent = word(element.dataset.word);
  });
  $("language").textContent = locale === "en" ? "中文" : "English";
  $("language").lang = locale === "en" ? "zh-Hans" : "en";
  $("text").setAttribute("aria-label", word("policy"));
  $("loading").setAttribute("aria-label", word("loading"));
  tell("");
  showTabs();
  showOpen();
  if (!state.view) return;
  showVerdict();
  showProblems();
  look();
}

/** What a link or a draft says of the work, as far as it is of the right kinds. */
function work({ text, began, name, person, base, step, kept }) {
  const known = noPerson();
  for (const key of ["products", "entitlements", "usage", "facts"]) {
    if (typeof person?.[key] === "object" && !Array.isArray(person[key])) Object.assign(known[key], person[key]);
  }
  if (typeof person?.subject === "string") known.subject = person.subject;
  return {
    began: typeof began === "string" ? began : text, name: typeof name === "string" ? name : "",
    base: Number.isFinite(base) && Math.abs(base) < 8e13 ? base : state.base, person: known,
    step: Number.isInteger(step) && step > 0 ? step : 0,
    kept: typeof kept === "string" ? kept : text,
  };
}

/** Opens what a link carries; false where there is none. */
async function openLink(isFirst) {
  const { hash } = location;
  const linked = await workOf(hash);
  if (!linked) return false;
  if (linked.broken) {
    tell(word("brokenLink"));
    return false;
  }
  if (!isFirst && linked.text === state.text) return true;
  begin(linked.text, { ...work(linked), isFirst });
  history.replaceState(null, "", hash);
  if (linked.isUnchecked) tell(word("oldLink"));
  return true;
}

async function openFile(file) {
  if (!file) return;
  if (file.size > mostText) return tell(word("fileTooLarge")(file.name, size(file.size)));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    begin(text.replaceAll("\r\n", "\n"), { name: file.name });
  } catch {
    tell(word("noText")(file.name));
  }
}

async function share() {
  const { text, began, person, base, step, name } = state;
  const shared = { text, name, person, base, step, ...(began === text ? {} : { began }) };
  try {
    history.replaceState(null, "", `#${await linkOf(shared)}`);
  } catch (error) {
    return tell(`${word("noLink")} (${error.message})`);
  }
  state.kept = text;
  try {
    await navigator.clipboard.writeText(location.href);
    tell(word("copied"));
  } catch {
    tell(word("noCopy"));
  }
}

function listen() {
  const area = $("text");
  area.addEventListener("input", (event) => {
    if (state.isReplacing) return;
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      land(event.inputType === "historyUndo");
      // The browser selects all that it brings back, and the next key would erase it.
      if (area.selectionEnd - area.selectionStart === area.value.length) area.setSelectionRange(0, 0);
    }
    // A line that is ended is told its mistakes; one that is being typed is not, until one pauses.
    state.typedAt = event.inputType === "insertLineBreak" ? 0 : Date.now();
    readText();
    if (event.inputType === "insertLineBreak") document.querySelector(".editor").scrollLeft = 0;
    if (event.inputType === "insertText" && !event.isComposing) {
      narrow();
      complete(false);
    }
    else closeList();
  });
  area.addEventListener("blur", () => { closeList(); leaveLine(); });
  document.addEventListener("selectionchange", leaveLine);
  area.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      complete(true);
    } else if (listTakes(event) || blanksTake(event)) {
      event.preventDefault();
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      closeList();
    }
  });
  area.addEventListener("pointerdown", closeList);
  $("format").addEventListener("click", async () => {
    const asked = state.text;
    const answer = await asking("format", { text: asked });
    if (answer && asked === state.text && answer.text !== asked) replace(0, asked.length, answer.text);
  });
  $("language").addEventListener("click", () => speak(state.locale === "en" ? "zh-Hans" : "en"));
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async (event) => {
    await openFile(event.target.files[0]);
    event.target.value = "";
  });
  $("save").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([state.text], { type: "text/plain" }));
    const name = state.name.endsWith(".gate") ? state.name : `${state.view?.name || "policy"}.gate`;
    make("a", { href: address, download: name }).click();
    URL.revokeObjectURL(address);
    state.kept = state.text;
    tell(word("saved"));
  });
  $("share").addEventListener("click", share);
  addEventListener("hashchange", () => openLink(false));
  addEventListener("pagehide", () => keepDraft(true));
  addEventListener("beforeunload", (event) => {
    keepDraft(true);
    if (state.text !== state.kept) event.preventDefault();
  });
  $("examples").addEventListener("change", (event) => {
    const name = event.target.value;
    if (name) begin(examplePolicies[name].text, { name });
  });
}

async function main() {
  speak(navigator.language?.startsWith("zh") ? "zh-Hans" : "en");
  listen();
  const loading = loadAndLook();
  const draft = readDraft(draftKey);
  if (!(await openLink(true))) {
    const [name] = Object.keys(examplePolicies);
    const broken = $("status").textContent;
    if (draft) {
      const other = readDraft(otherKey);
      goOn(draft, true);
      if (!broken) {
        tell(word("draft"), ["anew", () => begin(examplePolicies[name].text, { name })],
          ...(other ? [["older", () => exchange(other)]] : []));
      }
    } else begin(examplePolicies[name].text, { name, isFirst: true });
  } else if (draft && workMark(draft.text, draft.person) !== state.opened) {
    tell(word("otherDraft"), ["openDraft", () => exchange(draft)]);
  }
  return loading;
}
main();
