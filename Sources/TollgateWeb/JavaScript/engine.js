// The modules of WebAssembly behind objects of JavaScript. No file, no network, no dependency.

/** What can be wrong: the request, the policy, or the module itself (`trap`). */
export class TollgateError extends Error {
  constructor(code, message, { path = "", diagnostics = [] } = {}) {
    super(message);
    this.name = "TollgateError";
    this.code = code;
    this.path = path;
    this.diagnostics = diagnostics;
  }
}

export const outcomes = ["allowed", "warned", "denied"];
/** The reasons, in the order of the numbers of a verdict. */
export const reasons = [
  "granted", "within-limit", "ungated", "off", "undecided", "on-hold", "pending", "limit-reached",
  "revoked", "expired", "excluded", "not-held", "stale", "unknown-usage", "unknown-fact",
  "undeclared",
];

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** The longest request that a module reads. */
const mostBytes = 4 << 20;

const instantText = (at) =>
  at === undefined ? new Date().toISOString()
  : at instanceof Date ? at.toISOString()
  : typeof at === "number" ? new Date(at).toISOString()
  : at;
const milliseconds = (at) =>
  at === undefined ? Date.now() : typeof at === "number" ? at : new Date(at).getTime();

/** A module that runs. A trap throws its instance away; the next call begins a new one. */
export class Engine {
  #module;
  #exports = null;
  /** Rises with each instance: what was numbered before is gone. */
  generation = 0;

  constructor(module) {
    this.#module = module;
  }

  /** An engine from the bytes of `tollgate.wasm` or `tollgate-runtime.wasm`. */
  static async from(bytes) {
    const engine = new Engine(await WebAssembly.compile(bytes));
    engine.#exports = (await WebAssembly.instantiate(engine.#module, {})).exports;
    return engine;
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
    try {
      return body(this.exports);
    } catch (error) {
      if (error instanceof TollgateError) throw error;
      this.#exports = null;
      this.generation += 1;
      throw new TollgateError("trap", `the module stopped: ${error.message}`);
    }
  }

  /** One call with JSON in and JSON out: `engine.call("lint", {text})`. */
  call(name, request) {
    return this.callText(name, JSON.stringify(request));
  }

  /** The same with the text, or the bytes, of a request. */
  callText(name, request) {
    const bytes = typeof request === "string" ? encoder.encode(request) : request;
    if (bytes.length > mostBytes) {
      throw new TollgateError("too-large", "a request has at most 4 MiB");
    }
    const answer = JSON.parse(decoder.decode(this.callBytes(name, bytes)));
    if (answer.error) throw new TollgateError(answer.error.code, answer.error.message, answer.error);
    return answer;
  }

  /** The bytes of the answer to a request in bytes. */
  callBytes(name, bytes) {
    return this.run((exports) => {
      const call = exports["tollgate_" + name];
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

  /** Compiles a text; a TollgateError with `diagnostics` where it has a mistake. */
  compile(text, name = "policy.gate") {
    const answer = this.call("compile", { text, name });
    if (answer.policy === null) {
      const errors = answer.diagnostics.filter((each) => each.level === "error");
      const first = errors[0] ? `${errors[0].line}:${errors[0].column}: ${errors[0].message}` : "";
      throw new TollgateError("compile", `${name}:${first}`, { diagnostics: answer.diagnostics });
    }
    return new Policy(this, answer);
  }

  /** A policy that was compiled before: base64 of the bytes, as `policy.compiled` has it. */
  load(compiled) {
    return new Policy(this, { ...this.call("load", { compiled }), compiled });
  }
}

/** A policy in an engine. */
export class Policy {
  #engine;
  #number;
  #generation;

  constructor(engine, answer) {
    this.#engine = engine;
    this.#number = answer.policy;
    this.#generation = engine.generation;
    this.name = answer.name;
    this.fingerprint = answer.fingerprint;
    this.targets = answer.targets;
    this.compiled = answer.compiled;
    this.diagnostics = answer.diagnostics ?? [];
  }

  get engine() {
    return this.#engine;
  }

  /** Its number in the engine; after a trap it is loaded again. */
  get number() {
    if (this.#generation !== this.#engine.generation) {
      this.#number = this.#engine.call("load", { compiled: this.compiled }).policy;
      this.#generation = this.#engine.generation;
    }
    return this.#number;
  }

  #call(name, request) {
    return this.#engine.call(name, { policy: this.number, ...request });
  }

  /** Decides: `policy.check("bills", snapshot, {adding: 1, at})`. */
  check(target, snapshot = {}, { at, ...ask } = {}) {
    return typed(this.#call("check", request(target, snapshot, at, ask)));
  }

  /** The decision in words, and every rule about the target. */
  explain(target, snapshot = {}, { at, ...ask } = {}) {
    const answer = this.#call("explain", request(target, snapshot, at, ask));
    return { ...answer, decision: typed(answer.decision) };
  }

  /** Every target for one user. */
  access(snapshot = {}, { at, locale } = {}) {
    const answer = this.#call("access", {
      snapshot: whole(snapshot), at: instantText(at), locale: locale ?? null,
    });
    return { ...answer, targets: answer.targets.map(typed) };
  }

  /** The plans, as a pricing page shows them. */
  table({ at, locale = "en" } = {}) {
    return this.#call("table", { at: instantText(at), locale });
  }

  /** The policy in plain sentences. */
  describe({ locale = "en" } = {}) {
    return this.#call("describe", { locale });
  }

  /** A drawing of the rules, as SVG; null if it would be too large to read. */
  graph({ target, snapshot, at, locale = "en" } = {}) {
    const situation =
      snapshot === undefined ? {} : { snapshot: whole(snapshot), at: instantText(at) };
    return this.#call("graph", { target: target ?? null, locale, ...situation }).svg;
  }

  /** The products as one user finds them. */
  paywall(snapshot = {}, { target, at, locale = "en", currency } = {}) {
    return this.#call("paywall", {
      snapshot: whole(snapshot), target: target ?? null, at: instantText(at), locale,
      currency: currency ?? null,
    });
  }

  /** A snapshot worked out once for many questions. Give it back with `release()`. */
  prepare(snapshot = {}) {
    return new PreparedSnapshot(this, whole(snapshot));
  }

  /** Gives its memory back. */
  release() {
    if (this.#generation !== this.#engine.generation) return;
    this.#engine.call("release", { policy: this.#number });
    this.#generation = -1;
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

  constructor(policy, snapshot) {
    this.#policy = policy;
    this.#snapshot = snapshot;
    this.#begin();
  }

  #begin() {
    const { engine } = this.#policy;
    this.#number =
      engine.call("prepare", { policy: this.#policy.number, snapshot: this.#snapshot }).snapshot;
    this.#generation = engine.generation;
    this.#verdict = engine.exports.tollgate_verdict;
    this.#results = 0;
  }

  #check() {
    if (this.#generation !== this.#policy.engine.generation) this.#begin();
  }

  /** The place of a target, looked up once. */
  target(name) {
    const place = this.#policy.targets.indexOf(name);
    if (place < 0) throw new TollgateError("request", `the policy has no target \`${name}\``);
    return place;
  }

  /** Whether a use may go ahead. `target` is a place; `at` is in milliseconds since 1970. */
  isAllowed(target, at, adding = 1) {
    if (this.#generation !== this.#policy.engine.generation) this.#begin();
    const verdict = this.#verdict(this.#number, target, adding, at);
    return verdict >= 0 && (verdict & 3) !== 2;
  }

  /** The outcome and the reason about a target. */
  verdict(target, { at, adding = 1 } = {}) {
    this.#check();
    const place = typeof target === "number" ? target : this.target(target);
    const bits = this.#policy.engine.run((exports) =>
      exports.tollgate_verdict(this.#number, place, adding, milliseconds(at)));
    return reading(bits);
  }

  /** The verdict about every target, in the order of `policy.targets`. */
  verdicts({ at } = {}) {
    this.#check();
    const { engine, targets } = this.#policy;
    return engine.run((exports) => {
      if (!this.#results) this.#results = exports.tollgate_allocate(Math.max(1, targets.length) * 24);
      const count = exports.tollgate_verdicts(
        this.#number, milliseconds(at), this.#results, targets.length);
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
    const { engine } = this.#policy;
    if (this.#generation !== engine.generation) return;
    if (this.#results) engine.exports.tollgate_free(this.#results);
    engine.call("release", { snapshot: this.#number });
    this.#generation = -1;
  }
}

function reading(bits) {
  if (bits < 0) throw new TollgateError("request", "there is no such target");
  const outcome = outcomes[bits & 3];
  return { isAllowed: outcome !== "denied", outcome, reason: reasons[(bits >> 2) & 31] };
}

function typed(decision) {
  return { ...decision, isAllowed: decision.outcome !== "denied" };
}

const whole = (snapshot) => ({ schema: 1, ...snapshot });

function request(target, snapshot, at, ask) {
  return { ...ask, target, snapshot: whole(snapshot), at: instantText(at) };
}
