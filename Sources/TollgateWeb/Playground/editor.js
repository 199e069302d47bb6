"use strict";
// A text area under coloured text: everything that a browser does with text works (undo, input
// methods, screen readers), and the colours are only looked at.

const bytesOf = (text) => new TextEncoder().encode(text);

class Editor {
  constructor(changed) {
    this.changed = changed;
    this.area = byId("text");
    this.colours = byId("colours");
    this.gutter = byId("gutter");
    this.list = byId("completion");
    this.tokens = [];
    this.kinds = [];
    this.findings = [];
    this.marks = new Map();
    this.lit = new Set();
    this.items = [];
    this.area.addEventListener("input", () => {
      this.tokens = [];
      this.lit.clear();
      this.changed();
      if (this.items.length || /[\p{L}-]$/u.test(this.text.slice(0, this.area.selectionStart))) this.offer(false);
      else this.close();
    });
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.area.addEventListener("click", () => this.close());
  }

  get text() { return this.area.value; }

  /** Replaces part of the text as if it were typed, so that it can be undone. */
  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const done = text ? document.execCommand("insertText", false, text) : start === end || document.execCommand("delete");
    if (!done) {
      this.area.setRangeText(text, start, end, "end");
      this.area.dispatchEvent(new Event("input"));
    }
    this.close();
  }

  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.tokens = [];
    this.changed();
  }

  /** Appends a paragraph, and shows it. */
  append(text) {
    const now = this.text.replace(/\s+$/, "");
    this.replace(now.length, this.text.length, `${now ? "\n\n" : ""}${text.trim()}\n`);
    this.area.scrollIntoView({ block: "end" });
  }

  /** Applies an edit of a finding; its places are bytes. */
  apply(edit) {
    const bytes = bytesOf(this.text);
    const length = (from, to) => new TextDecoder().decode(bytes.slice(from, to)).length;
    const start = length(0, edit.offset);
    this.replace(start, start + length(edit.offset, edit.offset + edit.length), edit.replacement);
  }

  /** Shows a line, from 1, without moving the caret. */
  light(lines) {
    this.lit = new Set(lines);
    this.paint();
    const row = this.gutter.children[Math.min(...lines) - 1];
    if (row) byId("editor").scrollTo({ top: row.offsetTop - 120, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  goTo(line, column) {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const place = before + [...(lines[line - 1] || "")].slice(0, column - 1).join("").length;
    this.area.focus();
    this.area.setSelectionRange(place, place);
    this.light([line]);
  }

  // MARK: Colours

  paint() {
    const lines = this.text.split("\n");
    const pieces = lines.map(() => []);
    for (let place = 0; place + 3 < this.tokens.length; place += 4) {
      const [line, start, length, kind] = this.tokens.slice(place, place + 4);
      pieces[line]?.push({ start, end: start + length, class: `t-${this.kinds[kind]}` });
    }
    const waves = lines.map(() => []);
    for (const finding of this.findings) {
      for (let line = finding.line; line <= Math.min(finding.endLine, lines.length); line++) {
        const scalars = [...lines[line - 1]];
        const units = (column) => scalars.slice(0, column - 1).join("").length;
        const start = line === finding.line ? units(finding.column) : 0;
        const end = line === finding.endLine ? Math.max(units(finding.endColumn), start + 1) : lines[line - 1].length;
        waves[line - 1].push({ start, end, level: finding.level });
      }
    }
    const paper = document.createDocumentFragment();
    const numbers = document.createDocumentFragment();
    lines.forEach((text, index) => {
      const row = make("span", { class: this.lit.has(index + 1) ? "row lit" : "row" });
      const bounds = new Set([0, text.length]);
      for (const piece of [...pieces[index], ...waves[index]]) bounds.add(Math.min(piece.start, text.length)).add(Math.min(piece.end, text.length));
      const sorted = [...bounds].sort((a, b) => a - b);
      sorted.slice(0, -1).forEach((start, place) => {
        const end = sorted[place + 1];
        const covers = (piece) => piece.start <= start && piece.end >= end;
        const wave = waves[index].find(covers);
        const names = [pieces[index].find(covers)?.class, wave && `wave ${wave.level}`].filter(Boolean).join(" ");
        row.append(names ? make("span", { class: names }, text.slice(start, end)) : text.slice(start, end));
      });
      if (waves[index].some((wave) => wave.start >= text.length)) row.append(make("span", { class: "wave error" }, " "));
      row.append("\n");
      paper.append(row);
      const mark = this.marks.get(index + 1);
      const level = waves[index].length ? ` has-${waves[index][0].level}` : "";
      numbers.append(make("span", { class: `number${level}${mark ? ` mark-${mark}` : ""}${this.lit.has(index + 1) ? " lit" : ""}` }, String(index + 1)));
    });
    this.colours.replaceChildren(paper);
    this.gutter.replaceChildren(numbers);
  }

  // MARK: Completion

  offer(always) {
    const place = this.area.selectionStart;
    const before = this.text.slice(0, place);
    const line = before.split("\n").length - 1;
    const character = place - (before.lastIndexOf("\n") + 1);
    let answer;
    try {
      answer = page.ask("complete", { text: this.text, line, character });
    } catch {
      return this.close();
    }
    const typed = before.slice(before.length - (character - answer.start));
    const items = answer.items.filter((item) => item.label.startsWith(typed) && item.label !== typed);
    if (!items.length || (!always && typed.length < 2)) return this.close();
    this.items = items.slice(0, 50);
    this.start = place - typed.length;
    this.choice = 0;
    this.show();
  }

  show() {
    fill(this.list, this.items.map((item, index) => make("li", {
      id: `item-${index}`, role: "option", "aria-selected": String(index === this.choice), class: index === this.choice ? "chosen" : "",
      mousedown: (event) => { event.preventDefault(); this.accept(index); },
    }, make("b", {}, item.label), item.detail ? make("span", {}, item.detail) : null)));
    const before = this.text.slice(0, this.start);
    const row = before.split("\n").length;
    const style = getComputedStyle(this.area);
    Editor.ruler ??= document.createElement("canvas").getContext("2d");
    Editor.ruler.font = `${style.fontSize} ${style.fontFamily}`;
    const left = Editor.ruler.measureText(before.slice(before.lastIndexOf("\n") + 1)).width;
    this.list.style.left = `${left + parseFloat(style.paddingLeft)}px`;
    this.list.style.top = `${row * parseFloat(style.lineHeight) + parseFloat(style.paddingTop) + 2}px`;
    this.list.hidden = false;
    this.area.setAttribute("aria-activedescendant", `item-${this.choice}`);
    byId(`item-${this.choice}`)?.scrollIntoView({ block: "nearest" });
  }

  accept(index) {
    this.replace(this.start, this.area.selectionStart, this.items[index].text);
  }

  close() {
    this.items = [];
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  key(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.offer(true);
    }
    if (this.items.length) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        this.choice = (this.choice + step + this.items.length) % this.items.length;
        return this.show();
      }
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        return this.accept(this.choice);
      }
      if (event.key === "Escape") {
        event.preventDefault();
        return this.close();
      }
    } else if (event.key === "Enter" && !event.isComposing && !event.ctrlKey && !event.metaKey) {
      // A new line begins below the one before it.
      const place = this.area.selectionStart;
      const line = this.text.slice(this.text.lastIndexOf("\n", place - 1) + 1, place);
      const indent = line.match(/^ */)[0];
      if (indent) {
        event.preventDefault();
        this.replace(place, this.area.selectionEnd, "\n" + indent);
      }
    }
  }
}
