// The text: its colours and waves, the mistakes below it, and completion.

const lineHeight = 20;
/** What each line shows: its text and the marks of the last answer that it still has. */
let shownLines = [];

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

/** The lines of an answer about just this text, with the marks of its findings and, where they are
    known, the rules that scenarios cover. */
function marksOf(view, findings, rules) {
  const lines = view.text.split("\n");
  const marks = lines.map(() => []);
  const numbers = view.colours?.tokens ?? [];
  for (let place = 0; place < numbers.length; place += 4) {
    const [line, start, length, kind] = numbers.slice(place, place + 4);
    marks[line]?.push({ start, end: start + length, name: view.colours.kinds[kind] });
  }
  for (const each of findings) {
    const name = each.level === "error" ? "wrong" : "doubt";
    for (let line = each.line; line <= each.endLine; line += 1) {
      const text = lines[line - 1];
      if (text === undefined) continue;
      const start = line === each.line ? units(text, each.column) : 0;
      const end = line === each.endLine ? units(text, each.endColumn) : text.length;
      marks[line - 1].push({ start, end: Math.max(end, start + 1), name });
    }
  }
  return lines.map((text, line) => {
    // What takes longer than a keystroke stays until it is known anew.
    const old = rules || shownLines[line]?.text !== text ? undefined : shownLines[line];
    const doubts = old?.marks.filter((mark) => mark.name === "doubt") ?? [];
    return { text, marks: [...marks[line], ...doubts], rule: rules ? rules.get(line + 1) : shownLines[line]?.rule };
  });
}

/** The lines of a new text: those before and after what was typed keep their marks. */
function shifted(text) {
  const lines = text.split("\n");
  let before = 0;
  while (before < lines.length && lines[before] === shownLines[before]?.text) before += 1;
  let after = 0;
  while (after < lines.length - before && after < shownLines.length - before
    && lines.at(-1 - after) === shownLines.at(-1 - after).text) after += 1;
  return lines.map((line, place) => {
    if (place < before) return shownLines[place];
    if (place >= lines.length - after) return shownLines[shownLines.length - (lines.length - place)];
    return { text: line, rule: shownLines[place]?.rule, marks: shownLines[place]?.marks.filter((mark) =>
      line.slice(0, mark.end) === shownLines[place].text.slice(0, mark.end)) ?? [] };
  });
}

function paintLine({ text, marks }) {
  const cuts = new Set([0, text.length]);
  for (const mark of marks) {
    cuts.add(Math.min(mark.start, text.length));
    cuts.add(Math.min(mark.end, text.length));
  }
  const places = [...cuts].sort((a, b) => a - b);
  const pieces = [];
  for (let index = 0; index + 1 < places.length; index += 1) {
    const [start, end] = [places[index], places[index + 1]];
    const names = marks.filter((mark) => mark.start <= start && mark.end >= end)
      .map((mark) => mark.name);
    const piece = text.slice(start, end);
    pieces.push(names.length ? make("span", { className: names.join(" ") }, piece) : piece);
  }
  // A line without a character has its height all the same.
  return [...pieces, "\n"];
}

/** What a line shows, worked out once. */
const key = (line) => line && (line.key ??= line.text + JSON.stringify(line.marks));

const coverageMarks = { all: "●", some: "◐", none: "○", "": "" };

function showLines(lines) {
  shownLines = lines;
  const paper = $("colours");
  const gutter = $("gutter");
  while (paper.children.length > lines.length) paper.lastChild.remove();
  while (gutter.children.length > lines.length) gutter.lastChild.remove();
  lines.forEach((line, place) => {
    const told = state.told.includes(place + 1) ? "line told" : "line";
    const element = paper.children[place] ?? paper.appendChild(make("div"));
    if (element.shown !== line && key(element.shown) !== key(line)) {
      element.replaceChildren(...paintLine(line));
    }
    element.shown = line;
    if (element.className !== told) element.className = told;
    const { rule } = line;
    const covered = !rule ? "" : !rule.missing.length ? "all" : rule.covered.length ? "some" : "none";
    const number = gutter.children[place] ?? gutter.appendChild(make("div"));
    const text = `${coverageMarks[covered]} ${place + 1}`.trim();
    if (number.textContent !== text || number.className !== covered) {
      number.className = covered;
      number.title = rule?.missing.length && state.locale === "en" ? `${word("missing")}: ${rule.missing.join(", ")}` : "";
      number.textContent = text;
    }
  });
}

// MARK: Mistakes

/** How long one pauses before the line that one types is told what is wrong with it. */
const pause = 1_000;
let pauseEnds;

/** The mistakes that are told: while somebody types, or fills in the blanks of a sentence, no new ones;
    and what the line lacks yet is no mistake. */
function findMistakes(view) {
  const errors = view.diagnostics.filter((each) => each.level === "error");
  const line = view.typing?.line;
  const written = view.text.split("\n")[line]?.trimEnd() ?? "";
  // What is missing stands at the end of the line, or at the cursor, and is no piece of the text.
  const isAtCursor = (each) => each.column === each.endColumn && each.line === each.endLine
    && units(written, each.column) === view.typing.character;
  const lacks = (each) => each.line - 1 === line
    && (units(written, each.column) >= written.length || isAtCursor(each));
  const missing = errors.filter(lacks);
  const wrong = errors.filter((each) => !lacks(each));
  const isTyping = state.blanks || missing.length || Date.now() < state.typedAt + pause;
  const key_ = (each) => each.code + each.message;
  const known = new Set(state.mistakes.told.map(key_));
  const told = isTyping ? wrong.filter((each) => known.has(key_(each))) : wrong;
  return { told, missing, isWaiting: told.length < wrong.length };
}

/** Shows the mistakes, and those that wait as soon as nobody types. */
function showMistakes() {
  const { view } = state;
  state.mistakes = findMistakes(view);
  clearTimeout(pauseEnds);
  const rest = state.typedAt + pause - Date.now();
  if (state.mistakes.isWaiting && rest > 0) {
    pauseEnds = setTimeout(() => { if (state.view === view) showMistakes(); }, rest);
  }
  showLines(marksOf(view, state.mistakes.told));
  showVerdict();
  showProblems();
}

function showVerdict() {
  const { told, missing, isWaiting } = state.mistakes;
  const isBad = state.isTooLarge || told.length > 0;
  $("verdict").textContent = state.isTooLarge ? word("tooLarge")(size(state.text))
    : !state.view ? "" : told.length ? word("mistakes")(told.length)
    : missing.length || isWaiting ? word("writing") : word("noMistakes");
  $("verdict").className = isBad ? "bad" : "";
  const failing = state.view?.isSound ? state.tested?.scenarios.filter((each) => !each.passed).length ?? 0 : 0;
  $("failing").replaceChildren(...(failing ? [make("button", {
    className: "link", onclick: () => openTab("scenarios"),
  }, word("failing")(failing))] : []));
}

/** The piece of a text that a message is about. */
function pieceOf(each, text) {
  const line = text.split("\n")[each.line - 1] ?? "";
  const [start, end] = [units(line, each.column),
    each.endLine === each.line ? units(line, each.endColumn) : line.length];
  return line.slice(start, end).trim() || line.slice(0, start).trim().split(/\s+/).at(-1);
}

/** A message of the engine in the language of the page: in Chinese what kind it is, and the piece of
    the text that it is about. */
function message(each) {
  const title = codeWords[each.code];
  const [, missing] = /^expected (.*), found the end of the (?:line|word)$/.exec(each.message) ?? [];
  if (missing && state.locale === "en") return [` ${word("next")}: ${missing}`];
  if (state.locale === "en" || !title) return [` ${each.message}`];
  const words = (missing ?? "").split(/, | or | and /).map((part) =>
    (part.startsWith("`") ? part : missingWords[part])).filter(Boolean);
  if (missing) return [` ${word("unfinished")}${words.length ? `，接下来是：${words.join(" / ")}` : ""}`];
  const piece = each.piece ?? pieceOf(each, state.text);
  return [` ${title}`, ...piece ? ["：", make("code", {}, piece)] : []];
}

function fixButton(edit) {
  const written = /^write `([^]*?)`/.exec(edit.title);
  const title = state.locale === "en" ? edit.title
    : written ? word("write_")(written[1])
    : edit.replacement.trim() ? word("write_")(edit.replacement.trim()) : word("remove");
  return make("button", { className: "fix", title: state.locale === "en" ? edit.title : title, onclick: () => apply(edit) },
    `${word("apply")}${state.locale === "en" ? " " : ""}${title}`);
}

function showProblems() {
  const { told, missing } = state.mistakes;
  const toLine = (each) => make("button", {
    className: "link", onclick: () => goTo(each.line, each.column),
  }, `${word("line")} ${each.line}`);
  const items = state.isTooLarge ? [] : told.slice(0, 8).map((each) => make("li", {}, toLine(each),
    ...message(each),
    ...each.edits.filter((one) => one.safety !== "shown").flatMap((edit) => [" ", fixButton(edit)])));
  const rest = told.length - items.length;
  if (!state.isTooLarge && rest > 0) items.push(make("li", { className: "calm" }, word("more")(rest)));
  const calm = state.isTooLarge ? [] : state.blanks
    ? [make("li", { className: "calm" }, word("blanks")(state.blanks.names.join(word("and"))))]
    : missing.slice(0, 1).map((each) => make("li", { className: "calm" }, toLine(each), ...message(each)));
  patchChildren($("problems"), make("ol", { id: "problems" }, [...calm, ...items]));
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
  state.told = [line];
  showLines(shownLines);
  scrollTo_(line);
  // On a phone the text is above what one reads.
  document.querySelector(".editor").scrollIntoView({ block: "nearest" });
}

function scrollTo_(line) {
  const editor = document.querySelector(".editor");
  const top = (line - 1) * lineHeight;
  if (top < editor.scrollTop || top > editor.scrollTop + editor.clientHeight - 60) {
    editor.scrollTop = Math.max(0, top - editor.clientHeight / 3);
  }
  editor.scrollLeft = 0;
}

/** Replaces a piece of the text so that the browser can undo it. */
function replace(start, end, text) {
  const area = $("text");
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  state.isReplacing = true;
  const isDone = text === "" && start === end
    || document.execCommand(text === "" ? "delete" : "insertText", false, text);
  if (!isDone) area.setRangeText(text, start, end, "end");
  state.isReplacing = false;
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

/** `moved`: whether the person chose in the list, so that Enter means the choice. */
const list = {
  items: [], at: 0, start: 0, written: "", moved: false, asked: 0, isBusy: false, wanted: null,
};

/** Asks what may stand at the cursor: one question at a time, however quickly one types. */
async function complete(isAsked) {
  list.asked += 1;
  list.wanted = { isAsked };
  if (list.isBusy) return;
  list.isBusy = true;
  while (list.wanted) {
    const wanted = list.wanted;
    list.wanted = null;
    await openList(wanted.isAsked);
  }
  list.isBusy = false;
}

async function openList(isAsked) {
  const area = $("text");
  const text = area.value;
  const place = area.selectionStart;
  const before = text.slice(0, place).split("\n");
  const [line, character] = [before.length - 1, before.at(-1).length];
  const { asked } = list;
  const answer = await engineAnswer("complete", { text, line, character }).catch(() => null);
  // What was typed meanwhile asks for itself.
  if (asked !== list.asked || area.value !== text || area.selectionStart !== place) return;
  const written = before.at(-1).slice(answer?.start ?? character);
  if (!answer || (!isAsked && !written)) return closeList();
  list.items = answer.items
    .filter((item) => item.label.toLowerCase().startsWith(written.toLowerCase())).slice(0, 30);
  Object.assign(list, { start: place - (character - answer.start), at: 0, written, moved: isAsked && !written });
  const only = list.items.length === 1 && list.items[0].label === written;
  if (!list.items.length || (only && !isAsked)) return closeList();
  const box = $("completion");
  box.hidden = false;
  Object.assign(list, { line, left: leftOf(line, answer.start) });
  showList();
}

/** Puts the list below its line, or above where it has more room, and no larger than what one sees. */
function placeList() {
  const editor = document.querySelector(".editor");
  const box = $("completion");
  const [top, end] = [10 + list.line * lineHeight, 10 + (list.line + 1) * lineHeight];
  const above = top - editor.scrollTop;
  const below = editor.scrollTop + editor.clientHeight - end;
  box.style.maxHeight = "";
  const isBelow = box.offsetHeight <= below || below >= above;
  box.style.maxHeight = `min(14rem, ${Math.floor(isBelow ? below : above) - 4}px)`;
  const width = editor.clientWidth - $("gutter").offsetWidth - 8;
  box.style.maxWidth = `min(26rem, ${width}px)`;
  const right = editor.scrollLeft + width - box.offsetWidth;
  box.style.left = `${Math.max(editor.scrollLeft, Math.min(list.left, right))}px`;
  box.style.top = `${isBelow ? end : top - box.offsetHeight}px`;
}

/** How far to the right a character is, as the browser draws it: Chinese letters are wider. */
function leftOf(line, character) {
  const element = $("colours").children[line];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = character;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.data.length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left);
      const found = range.getClientRects()[0] ?? range.getBoundingClientRect();
      return found.left - $("colours").getBoundingClientRect().left;
    }
    left -= node.data.length;
  }
  return 10;
}

function itemDetail(item) {
  if (state.locale === "en") return item.detail;
  const own = [...state.view?.outline?.targets ?? [], ...state.view?.outline?.products ?? [],
    ...state.view?.outline?.entitlements ?? []].find((each) => each.name === item.label);
  return own && own.label !== own.name ? own.label : detailWords[item.detail] ?? "";
}

function showList() {
  const fresh = make("ul", {}, list.items.map((item, index) => make("li", {
    id: `item-${index}`, role: "option", "aria-selected": String(index === list.at),
    onmousedown: (event) => { event.preventDefault(); choose(index); },
  }, item.label, itemDetail(item) ? make("small", {}, itemDetail(item)) : null)));
  patchChildren($("completion"), fresh);
  placeList();
  $("text").setAttribute("aria-activedescendant", `item-${list.at}`);
  $("completion").children[list.at]?.scrollIntoView({ block: "nearest" });
}

function closeList() {
  list.asked += 1;
  $("completion").hidden = true;
  $("text").removeAttribute("aria-activedescendant");
}

/** Keeps of an open list what still fits, at once: the engine's answer about this key is on its way. */
function narrow() {
  if ($("completion").hidden) return;
  list.written = $("text").value.slice(list.start, $("text").selectionStart);
  const items = list.items.filter((item) =>
    item.label.toLowerCase().startsWith(list.written.toLowerCase()));
  if (!items.length || !list.written) return closeList();
  if (items.length === list.items.length) return;
  Object.assign(list, { items, at: 0, moved: false });
  showList();
}

function choose(index) {
  const parts = list.items[index].text.split(/\$\{\d+:([^}]*)\}/);
  const text = parts.join("");
  const { start } = list;
  closeList();
  state.typedAt = Date.now();
  replace(start, $("text").selectionStart, text);
  // What is behind a blank does not change while one fills it in.
  const end = state.text.length - (start + text.length);
  let left = text.length;
  const blanks = [];
  parts.forEach((part, place) => {
    if (place % 2) blanks.push({ behind: end + left - part.length, length: part.length, name: part });
    left -= part.length;
  });
  if (blanks.length) fillIn({ blanks, end, first: state.text.slice(0, start).split("\n").length - 1 });
}

/** Chooses the first blank of a sentence that is not filled in, for whoever types next. */
function fillIn({ blanks: [next, ...blanks], end, first }) {
  const area = $("text");
  const to = area.value.length - next.behind;
  state.blanks = { blanks, end, first, names: [next, ...blanks].map((each) => each.name) };
  area.setSelectionRange(to - next.length, to);
  showProblems();
}

/** Whether the cursor is in the sentence whose blanks are filled in. */
function isInBlanks() {
  const area = $("text");
  const line = (place) => area.value.slice(0, place).split("\n").length - 1;
  const last = line(area.value.length - state.blanks.end);
  const at = line(area.selectionStart);
  return document.activeElement === area && at >= state.blanks.first && at <= last;
}

/** Ends what is filled in: what is wrong with it is told. */
function leaveBlanks() {
  if (!state.blanks || isInBlanks()) return;
  state.blanks = null;
  state.typedAt = 0;
  look();
}

/** Tab goes to the next blank, and from the last one behind the sentence. */
function blanksTake(event) {
  if (!state.blanks || event.isComposing || event.shiftKey) return false;
  if (event.key === "Escape") {
    state.blanks = null;
    showMistakes();
    return true;
  }
  if (event.key !== "Tab") return false;
  const { blanks, end } = state.blanks;
  if (blanks.length) {
    fillIn(state.blanks);
  } else {
    state.blanks = null;
    const place = $("text").value.length - end;
    $("text").setSelectionRange(place, place);
    look();
  }
  return true;
}

/** A key while the list is open; true if the list took it. */
function listTakes(event) {
  if ($("completion").hidden || event.isComposing) return false;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by) {
    list.at = (list.at + by + list.items.length) % list.items.length;
    list.moved = true;
    showList();
    return true;
  }
  if (event.key === "Escape") {
    closeList();
    return true;
  }
  if (event.key === "Enter") {
    // A word that is already whole needs nothing of the list: Enter is a new line.
    const isWhole = (item) => item.label === list.written && !item.text.includes("${");
    if (!list.moved && list.items.some(isWhole)) {
      closeList();
      return false;
    }
    choose(list.at);
    return true;
  }
  if (event.key !== "Tab" || event.shiftKey) return false;
  choose(list.at);
  return true;
}
