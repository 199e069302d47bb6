import type {
  AccessDocument, DecisionDocument, Description, Finding, Outcome, Paywall, PlanTable, Reason,
  Snapshot,
} from "./documents.js";

export * from "./documents.js";

/** An instant: a text as a snapshot has it, a Date, or milliseconds since 1970. */
export type At = string | number | Date;
/** A decision, as `tollgate check` prints it. */
export interface Decision extends DecisionDocument {
  /** False where the outcome is `denied`. */
  isAllowed: boolean;
}
/** Every target for one user. */
export interface Access extends AccessDocument {
  targets: Decision[];
}
/** Whether keys of a snapshot that nothing reads are an error, as they are unless it is said. */
export interface Reading {
  unknown?: "refuse" | "ignore";
}
export interface Ask extends Reading {
  /** Now unless it is said. */
  at?: At;
  /** How much more to use; 1 unless it is said. Not together with `reaching`. */
  adding?: number;
  /** The total, or the value, to reach. */
  reaching?: number | string;
  /** Whether a use that began goes on. */
  continuing?: boolean;
  /** In place of those of the snapshot. */
  facts?: Snapshot["facts"];
  /** In place of that of the snapshot. */
  usage?: Snapshot["usage"];
  locale?: string | null;
  currency?: string | null;
}
export interface Explanation {
  decision: Decision;
  headline: string;
  message: string | null;
  waysIn: string[];
  text: string;
  rules: { file: string; line: number; rule: string; holds: boolean | null }[];
}
export interface Verdict {
  isAllowed: boolean;
  outcome: Outcome;
  reason: Reason;
}
export interface TargetVerdict extends Verdict {
  target: string;
  /** The limit; null where there is none, or none that can be told. */
  limit: number | null;
  used: number | null;
}

/** What is wrong; each wrong argument is one, and so is each mistake of a policy. */
export class TollgateError extends Error {
  constructor(code: string, message: string, more?: { path?: string; diagnostics?: Finding[] });
  /** `json`, `request`, `compile`, `policy`, `too-large`, `memory`, `missing`, `trap`. */
  readonly code: string;
  /** Where in the request, such as `usage.bills`. */
  readonly path: string;
  readonly diagnostics: Finding[];
}

/** A compiled policy in an engine: verdicts about prepared snapshots. */
export class LoadedPolicy {
  protected constructor();
  readonly name: string;
  readonly fingerprint: string;
  readonly targets: readonly string[];
  /** The compiled policy in base64. */
  readonly compiled: string;
  readonly diagnostics: Finding[];
  readonly engine: RuntimeEngine;
  /** The policy's number in the requests of `engine.call`. */
  readonly number: number;
  /** The place of a target among `targets`. */
  place(target: string | number): number;
  prepare(snapshot?: Snapshot, options?: Reading): PreparedSnapshot;
  release(): void;
}
/** A policy in the whole engine: decisions with reasons, and texts. */
export class Policy extends LoadedPolicy {
  protected constructor();
  readonly engine: Engine;
  check(target: string, snapshot?: Snapshot, ask?: Ask): Decision;
  explain(target: string, snapshot?: Snapshot, ask?: Ask): Explanation;
  access(snapshot?: Snapshot, options?: { at?: At; locale?: string | null } & Reading): Access;
  table(options?: { at?: At; locale?: string }): PlanTable;
  describe(options?: { locale?: string }): Description;
  graph(
    options?: { target?: string | null; snapshot?: Snapshot; at?: At; locale?: string } & Reading
  ): string | null;
  paywall(
    snapshot?: Snapshot,
    options?: {
      target?: string | null; at?: At; locale?: string; currency?: string | null;
    } & Reading
  ): Paywall;
}
export class PreparedSnapshot {
  protected constructor();
  /** The place of a target: a little faster for `isAllowed` and `verdict` than its name. */
  target(name: string): number;
  /** `target` is a name, or a place from `target`; `at` is now unless it is said. */
  isAllowed(target: string | number, at?: At, adding?: number): boolean;
  verdict(target: string | number, ask?: { at?: At; adding?: number }): Verdict;
  verdicts(ask?: { at?: At }): TargetVerdict[];
  release(): void;
}

type ModuleSource = WebAssembly.Module | BufferSource;
/** The smaller module, `tollgate-runtime.wasm`. */
export class RuntimeEngine {
  constructor(module: WebAssembly.Module);
  /** From a compiled module, as a worker at the edge imports it, or from its bytes. */
  static from(source: ModuleSource | Promise<ModuleSource>): Promise<RuntimeEngine>;
  readonly memorySize: number;
  /** One call with JSON in and JSON out, for the functions of the documentation's table. */
  call(name: string, request: object): any;
  callText(name: string, request: string | Uint8Array): any;
  callBytes(name: string, request: BufferSource): Uint8Array;
  /** Reads a compiled policy, in base64 or in bytes. */
  load(compiled: string | BufferSource): LoadedPolicy;
}
/** The whole module, `tollgate.wasm`. */
export class Engine extends RuntimeEngine {
  static from(source: ModuleSource | Promise<ModuleSource>): Promise<Engine>;
  /** Compiles a text; a mistake is a TollgateError with `diagnostics`. */
  compile(text: string, name?: string): Policy;
  load(compiled: string | BufferSource): Policy;
}
export const outcomes: readonly Outcome[];
export const reasons: readonly Reason[];
