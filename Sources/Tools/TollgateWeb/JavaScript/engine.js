// The modules of WebAssembly behind objects of JavaScript. No file, no network, no dependency.
import {
  TollgateError, amount, instantText, milliseconds, optional, options, outline, plain, text, whole,
  wrong,
} from "./given.js";

export { TollgateError };

export const outcomes = ["allowed", "warned", "denied"];
/** The reasons, in the order of the numbers of a verdict. */
export const reasons = [
  "granted", "within-limit", "ungated", "off", "undecided", "on-hold", "pending", "limit-reached",
  "revoked", "expired", "excluded", "not-held", "stale", "unknown-usage", "unknown-fact",
  "undeclared", "in-trial", "overage",
];

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** The longest request that a module reads. */
const mostBytes = 4 << 20;
/** What a module exports that takes no request. */
const withoutRequest = ["allocate", "free", "verdict", "verdicts"];

const asBytes = (given) =>
  given instanceof Uint8Array ? given
  : ArrayBuffer.isView(given) ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  : given instanceof ArrayBuffer ? new Uint8Array(given) : null;

function base64(bytes) {
  const pieces = [];
  for (let place = 0; place < bytes.length; place += 4096) {
    pieces.push(String.fromCharCode(...bytes.subarray(place, place + 4096)));
  }
  return btoa(pieces.join(""));
}

/** A module that runs. A trap throws its instance away; the next call begins a new one. */
export class RuntimeEngine {
  #module;
  #exports = null;
  /** Rises with each instance: what was numbered before is gone. */
  generation = 0;

  constructor(module) {
    if (!(module instanceof WebAssembly.Module)) {
      throw wrong(`an engine is made from a WebAssembly.Module, not from ${outline(module)}`);
    }
    this.#module = module;
    this.check(WebAssembly.Module.exports(module).map((each) => each.name));
  }

  check(names) {
    if (!names.includes("tollgate_load")) {
      throw new TollgateError("missing", "this is no module of Tollgate");
    }
  }

  /** An engine of a compiled module, as a worker at the edge has it, or of its bytes. */
  static async from(source) {
    const given = await source;
    if (given instanceof WebAssembly.Module) return (await new this(given).begin());
    const bytes = asBytes(given);
    if (!bytes) {
      throw wrong(`an engine is made from a WebAssembly.Module or bytes, not from ${outline(given)}`);
    }
    let module;
    try {
      module = await WebAssembly.compile(bytes);
    } catch (error) {
      throw new TollgateError("missing", `this is no module of Tollgate: ${error.message}`);
    }
    return (await new this(module).begin());
  }

  /** The first instance, made without blocking a page. */
  async begin() {
    this.#exports ??= (await WebAssembly.instantiate(this.#module, {})).exports;
    return this;
  }

  get exports() {
    if (!this.#exports) this.#exports = new WebAssembly.Instance(this.#module, {}).exports;
    return this.#exports;
  }

  /** The bytes of memory that the instance has. */
  get memorySize() {
    return this.exports.memory.buffer.byteLength;
  }

  /** Runs a function of the module. A trap is an error with the code `trap`. */
  run(body) {
    if (typeof body !== "function") throw wrong("`run` takes a function");
    try {
      return body(this.exports);
    } catch (error) {
      throw error instanceof TollgateError ? error : this.stopped(error);
    }
  }

  /** Throws the instance away after a trap. */
  stopped(error) {
    this.#exports = null;
    this.generation += 1;
    return new TollgateError("trap", `the module stopped: ${error?.message ?? error}`);
  }

  /** One call with JSON in and JSON out: `engine.call("lint", {text})`. */
  call(name, request) {
    return this.callText(name, JSON.stringify(plain(request, "request")));
  }

  /** The same with the text, or the bytes, of a request. */
  callText(name, request) {
    const bytes = typeof request === "string" ? encoder.encode(request) : request;
    const answer = JSON.parse(decoder.decode(this.callBytes(name, bytes)));
    if (answer.error) throw new TollgateError(answer.error.code, answer.error.message, answer.error);
    return answer;
  }

  /** The bytes of the answer to a request in bytes. */
  callBytes(name, request) {
    text(name, "name");
    const bytes = asBytes(request);
    if (!bytes) throw wrong(`a request must be text or bytes, not ${outline(request)}`, "request");
    if (bytes.length > mostBytes) {
      throw new TollgateError("too-large", "a request has at most 4 MiB");
    }
    return this.run((exports) => {
      const call = withoutRequest.includes(name) ? null : exports["tollgate_" + name];
      if (!call) throw new TollgateError("missing", `this module has no \`${name}\``);
      const input = exports.tollgate_allocate(bytes.length);
      if (input === 0) throw new TollgateError("memory", "there is no memory left");
      new Uint8Array(exports.memory.buffer, input, bytes.length).set(bytes);
      const result = call(input, bytes.length);
      exports.tollgate_free(input);
      if (result === 0) throw new TollgateError("memory", "there is no memory left");
      const length = new DataView(exports.memory.buffer).getUint32(result, true);
      const copy = new Uint8Array(exports.memory.buffer, result + 4, length).slice();
      exports.tollgate_free(result);
      return copy;
    });
  }

  /** A policy that was compiled before: its bytes, or base64 of them, as `policy.compiled` has it. */
  load(compiled) {
    return new LoadedPolicy(this, this.read(compiled));
  }

  /** What a module says of a compiled policy. */
  read(compiled) {
    const bytes = asBytes(compiled);
    if (!bytes && typeof compiled !== "string") {
      throw wrong(`a compiled policy must be bytes, or base64 of them, not ${outline(compiled)}`,
        "compiled");
    }
    const given = bytes ? base64(bytes) : compiled;
    return { ...this.call("load", { compiled: given }), compiled: given };
  }
}

/** The whole module: it also compiles, decides with reasons, and tells. */
export class Engine extends RuntimeEngine {
  check(names) {
    super.check(names);
    if (!names.includes("tollgate_compile")) {
      throw new TollgateError("missing",
        "this is the smaller module, which has no `compile`: use RuntimeEngine");
    }
  }

  /** Compiles a text; a TollgateError with `diagnostics` where it has a mistake. */
  compile(source, name = "policy.gate") {
    const answer = this.call("compile", { text: text(source, "text"), name: text(name, "name") });
    if (answer.policy === null) {
      const errors = answer.diagnostics.filter((each) => each.level === "error");
      const first = errors[0] ? `${errors[0].line}:${errors[0].column}: ${errors[0].message}` : "";
      throw new TollgateError("compile", `${name}:${first}`, { diagnostics: answer.diagnostics });
    }
    return new Policy(this, answer);
  }

  load(compiled) {
    return new Policy(this, this.read(compiled));
  }
}

/** A policy in an engine, for verdicts. */
export class LoadedPolicy {
  #engine;
  #number;
  #generation;
  #places;
  #isReleased = false;

  constructor(engine, answer) {
    if (!(engine instanceof RuntimeEngine) || !Array.isArray(answer?.targets)) {
      throw wrong("a policy is made by `compile` or `load`");
    }
    this.#engine = engine;
    this.#number = answer.policy;
    this.#generation = engine.generation;
    this.#places = new Map(answer.targets.map((name, place) => [name, place]));
    this.name = answer.name;
    this.fingerprint = answer.fingerprint;
    this.targets = Object.freeze([...answer.targets]);
    this.compiled = answer.compiled;
    this.diagnostics = answer.diagnostics ?? [];
  }

  get engine() {
    return this.#engine;
  }

  /** Its number in the engine; after a trap it is loaded again. */
  get number() {
    if (this.#isReleased) throw new TollgateError("policy", "the policy was released");
    if (this.#generation !== this.#engine.generation) {
      this.#number = this.#engine.call("load", { compiled: this.compiled }).policy;
      this.#generation = this.#engine.generation;
    }
    return this.#number;
  }

  /** The place of a target among `targets`, by its name or as a place that is one. */
  place(target) {
    if (typeof target === "number") {
      if (Number.isInteger(target) && target >= 0 && target < this.targets.length) return target;
      throw wrong(`the policy has no target at the place ${target}`, "target");
    }
    const place = this.#places.get(text(target, "target"));
    if (place !== undefined) return place;
    throw wrong(`the policy has no target \`${target}\`; it has ${this.targets.slice(0, 20).join(", ")}`,
      "target");
  }

  /** A snapshot worked out once for many questions. Give it back with `release()`. */
  prepare(snapshot = {}, given = {}) {
    const { unknown } = options(given, ["unknown"]);
    return new PreparedSnapshot(this, whole(snapshot, unknown));
  }

  /** Gives its memory back. */
  release() {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#generation !== this.#engine.generation) return;
    this.#engine.call("release", { policy: this.#number });
  }
}

const askKeys = [
  "at", "adding", "reaching", "continuing", "facts", "usage", "locale", "currency", "unknown",
];

/** A policy in the whole engine. */
export class Policy extends LoadedPolicy {
  #call(name, request) {
    return this.engine.call(name, { policy: this.number, ...request });
  }

  #ask(target, snapshot, given) {
    const { at, unknown, adding, ...ask } = options(given, askKeys);
    if (adding !== undefined) ask.adding = amount(adding, "adding");
    for (const key of ["locale", "currency"]) ask[key] = optional(ask[key], key);
    return {
      ...ask, target: text(target, "target"), snapshot: whole(snapshot, unknown), at: instantText(at),
    };
  }

  /** Decides: `policy.check("bills", snapshot, {adding: 1, at})`. */
  check(target, snapshot = {}, ask = {}) {
    return typed(this.#call("check", this.#ask(target, snapshot, ask)));
  }

  /** The decision in words, and every rule about the target. */
  explain(target, snapshot = {}, ask = {}) {
    const request = this.#ask(target, snapshot, ask);
    const answer = this.#call("explain", { ...request, locale: request.locale ?? "en" });
    return { ...answer, decision: typed(answer.decision) };
  }

  /** Every target for one user. */
  access(snapshot = {}, given = {}) {
    const { at, locale, unknown } = options(given, ["at", "locale", "unknown"]);
    const answer = this.#call("access", {
      snapshot: whole(snapshot, unknown), at: instantText(at), locale: optional(locale, "locale"),
    });
    return { ...answer, targets: answer.targets.map(typed) };
  }

  /** The plans, as a pricing page shows them. */
  table(given = {}) {
    const { at, locale = "en" } = options(given, ["at", "locale"]);
    return this.#call("table", { at: instantText(at), locale: text(locale, "locale") });
  }

  /** The policy in plain sentences. */
  describe(given = {}) {
    const { locale = "en" } = options(given, ["locale"]);
    return this.#call("describe", { locale: text(locale, "locale") });
  }

  /** A drawing of the rules, as SVG; null if it would be too large to read. */
  graph(given = {}) {
    const { target, snapshot, at, locale = "en", unknown } =
      options(given, ["target", "snapshot", "at", "locale", "unknown"]);
    const situation = snapshot === undefined ? {}
      : { snapshot: whole(snapshot, unknown), at: instantText(at) };
    return this.#call("graph", {
      target: this.#known(target), locale: text(locale, "locale"), ...situation,
    }).svg;
  }

  /** The products as one user finds them. */
  paywall(snapshot = {}, given = {}) {
    const { target, at, locale = "en", currency, unknown } =
      options(given, ["target", "at", "locale", "currency", "unknown"]);
    return this.#call("paywall", {
      snapshot: whole(snapshot, unknown), target: this.#known(target), at: instantText(at),
      locale: text(locale, "locale"), currency: optional(currency, "currency"),
    });
  }

  /** The name of a target that the policy has; null for none. */
  #known(target) {
    return target === undefined || target === null ? null
      : this.targets[this.place(text(target, "target"))];
  }
}

/** A snapshot in the terms of a policy: answers without JSON. */
export class PreparedSnapshot {
  #policy;
  #snapshot;
  #number = 0;
  #generation = -1;
  #verdict = null;
  #results = 0;
  #isReleased = false;

  constructor(policy, snapshot) {
    if (!(policy instanceof LoadedPolicy)) throw wrong("a snapshot is prepared by a policy");
    this.#policy = policy;
    this.#snapshot = snapshot;
    this.#begin();
  }

  #begin() {
    if (this.#isReleased) throw new TollgateError("policy", "the snapshot was released");
    const { engine } = this.#policy;
    this.#number =
      engine.call("prepare", { policy: this.#policy.number, snapshot: this.#snapshot }).snapshot;
    this.#generation = engine.generation;
    this.#verdict = engine.exports.tollgate_verdict;
    this.#results = 0;
  }

  /** The bits of a verdict; an error where there is none. */
  #bits(target, at, adding) {
    const place = this.#policy.place(target);
    if (this.#generation !== this.#policy.engine.generation) this.#begin();
    let bits;
    try {
      bits = this.#verdict(this.#number, place, amount(adding, "adding"), milliseconds(at));
    } catch (error) {
      throw error instanceof TollgateError ? error : this.#policy.engine.stopped(error);
    }
    if (bits >= 0) return bits;
    throw wrong("the module has no verdict about this question");
  }

  /** The place of a target, looked up once: a little faster than its name. */
  target(name) {
    return this.#policy.place(text(name, "target"));
  }

  /** Whether a use may go ahead: of a name, or of a place from `target`. */
  isAllowed(target, at, adding = 1) {
    return (this.#bits(target, at, adding) & 3) !== 2;
  }

  /** The outcome and the reason about a target. */
  verdict(target, given = {}) {
    const { at, adding = 1 } = options(given, ["at", "adding"]);
    return reading(this.#bits(target, at, adding));
  }

  /** The verdict about every target, in the order of `policy.targets`. */
  verdicts(given = {}) {
    const now = milliseconds(options(given, ["at"]).at);
    if (this.#generation !== this.#policy.engine.generation) this.#begin();
    const { engine, targets } = this.#policy;
    return engine.run((exports) => {
      if (!this.#results) this.#results = exports.tollgate_allocate(Math.max(1, targets.length) * 24);
      if (!this.#results) throw new TollgateError("memory", "there is no memory left");
      const count = exports.tollgate_verdicts(this.#number, now, this.#results, targets.length);
      if (count !== targets.length) throw wrong("the module has no verdicts about this question");
      const numbers = new Float64Array(exports.memory.buffer, this.#results, count * 3);
      return Array.from({ length: count }, (_, place) => ({
        target: targets[place],
        ...reading(numbers[3 * place]),
        limit: Number.isNaN(numbers[3 * place + 1]) ? null : numbers[3 * place + 1],
        used: Number.isNaN(numbers[3 * place + 2]) ? null : numbers[3 * place + 2],
      }));
    });
  }

  /** Gives its memory back. */
  release() {
    if (this.#isReleased) return;
    this.#isReleased = true;
    const { engine } = this.#policy;
    if (this.#generation !== engine.generation) return;
    if (this.#results) engine.exports.tollgate_free(this.#results);
    engine.call("release", { snapshot: this.#number });
    this.#generation = -1;
  }
}

function reading(bits) {
  const outcome = outcomes[bits & 3];
  return { isAllowed: outcome !== "denied", outcome, reason: reasons[(bits >> 2) & 31] };
}

function typed(decision) {
  return { ...decision, isAllowed: decision.outcome !== "denied" };
}
