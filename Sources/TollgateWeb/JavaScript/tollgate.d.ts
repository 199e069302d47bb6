/** An instant: a text as a snapshot has it, a Date, or milliseconds since 1970. */
export type At = string | number | Date;
export type Outcome = "allowed" | "warned" | "denied";
export type Reason =
  | "granted" | "within-limit" | "ungated" | "off" | "undecided" | "on-hold" | "pending"
  | "limit-reached" | "revoked" | "expired" | "excluded" | "not-held" | "stale"
  | "unknown-usage" | "unknown-fact" | "undeclared";

export interface Counter {
  used: number;
  resets?: string;
  then?: { at: string; used: number }[];
}
export interface Grant {
  product?: string;
  entitlement?: string;
  state?: string;
  start?: string;
  until?: string;
  trial?: boolean;
  /** Whether its buyer had a trial or an introductory price before. */
  offerUsed?: boolean;
  renews?: boolean;
  ownership?: string;
  quantity?: number;
  id?: string;
}
/** What is known of a user; `tollgate schema snapshot` prints its JSON Schema. */
export interface Snapshot {
  schema?: 1;
  subject?: string;
  asOf?: string;
  latestSeen?: string;
  grants?: Grant[];
  usage?: Record<string, number | Record<string, number | Counter>>;
  allowances?: Record<string, number>;
  facts?: Record<string, string | number | boolean>;
  dismissed?: Record<string, string>;
  /** Whether the store offers a trial or an introductory price, by product. */
  offers?: Record<string, boolean>;
}
export interface Price {
  amount: string | null;
  currency: string | null;
  period: string | null;
  each?: string;
  atLeast?: number;
}
/** The data that an unknown rule reads and nobody reported. */
export interface MissingData {
  purchases: boolean;
  facts: string[];
  usage: string[];
  allowances: string[];
}
export type WayIn =
  | { kind: "refresh"; missing: MissingData }
  | { kind: "fix-payment"; product: string }
  | { kind: "buy"; products: string[]; prices: (Price | null)[] }
  | { kind: "wait"; until: string }
  | { kind: "reduce"; meter: string; by: number };
export interface Quota {
  limit: number | null;
  undecided: boolean;
  used: number | null;
  requested: number | null;
  remaining: number | null;
  over: number | null;
  unlimited: boolean;
  window: string | null;
  resets: string | null;
}
export interface Blocker {
  rule: string;
  file: string;
  line: number;
  reason: Reason;
  needs: string[][];
  soft: boolean;
  message: string | null;
}
/** A decision; `tollgate schema decision` prints its JSON Schema. */
export interface Decision {
  schema: 1;
  policy: string;
  fingerprint: string;
  target: string;
  outcome: Outcome;
  /** False where the outcome is `denied`. */
  isAllowed: boolean;
  reason: Reason;
  flags: string[];
  quota: Quota | null;
  blockers: Blocker[];
  waysIn: WayIn[];
  reminder: {
    id: string; at: number; level: "gentle" | "prominent"; text: string | null;
    snoozedUntil: string | null;
  } | null;
  prompt: { id: string; as: string; dismissible: boolean; snoozedUntil: string | null } | null;
  validUntil: string | null;
  value: {
    value: number | string | null; unit: string | null; unlimited: boolean;
    possible: { value: number | string | null; unlimited: boolean };
    better: { value: number | string | null; unlimited: boolean; buy: string[][] }[];
  } | null;
  instead: string[];
}
export interface Ask {
  at?: At;
  adding?: number;
  reaching?: number | string;
  continuing?: boolean;
  facts?: Snapshot["facts"];
  usage?: Snapshot["usage"];
  locale?: string;
  currency?: string;
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

export class TollgateError extends Error {
  /** `json`, `request`, `compile`, `policy`, `too-large`, `memory`, `missing`, `trap`. */
  readonly code: string;
  readonly path: string;
  readonly diagnostics: object[];
}
export class Policy {
  readonly name: string;
  readonly fingerprint: string;
  readonly targets: string[];
  /** The compiled policy in base64. */
  readonly compiled: string;
  readonly engine: Engine;
  check(target: string, snapshot?: Snapshot, ask?: Ask): Decision;
  explain(target: string, snapshot?: Snapshot, ask?: Ask): Explanation;
  access(snapshot?: Snapshot, options?: { at?: At; locale?: string }):
    { tier: string | null; targets: Decision[] };
  table(options?: { at?: At; locale?: string }): object;
  describe(options?: { locale?: string }): object;
  graph(options?: { target?: string; snapshot?: Snapshot; at?: At; locale?: string }): string | null;
  paywall(
    snapshot?: Snapshot, options?: { target?: string; at?: At; locale?: string; currency?: string }
  ): object;
  prepare(snapshot?: Snapshot): PreparedSnapshot;
  release(): void;
}
export class PreparedSnapshot {
  /** The place of a target, for `isAllowed`. */
  target(name: string): number;
  isAllowed(target: number, at: number, adding?: number): boolean;
  verdict(target: string | number, ask?: { at?: At; adding?: number }): Verdict;
  verdicts(ask?: { at?: At }): TargetVerdict[];
  release(): void;
}
export class Engine {
  static from(bytes: BufferSource): Promise<Engine>;
  readonly memorySize: number;
  /** One call with JSON in and JSON out, for the functions of the documentation's table. */
  call(name: string, request: object): any;
  callText(name: string, request: string | Uint8Array): any;
  callBytes(name: string, bytes: Uint8Array): Uint8Array;
  compile(text: string, name?: string): Policy;
  load(compiled: string): Policy;
}
export function engine(file?: "tollgate.wasm" | "tollgate-runtime.wasm"): Promise<Engine>;
export function compile(text: string, name?: string): Promise<Policy>;
export function load(compiled: string | Uint8Array): Promise<Policy>;
export const outcomes: Outcome[];
export const reasons: Reason[];
