// Made by `node Tests/Web/documents.mjs`, from the schemas that `tollgate schema` prints.

/** The data of a user, from an app or a server: purchases, usage, facts. */
export interface Snapshot {
  /** The version of this document. */
  schema?: 1;
  /** The user; rollouts depend on it. */
  subject?: string | null;
  /** When the purchase data was last confirmed. */
  asOf?: string | Date | null;
  /** The latest time that the app has seen; an earlier one is wrong. */
  latestSeen?: string | Date | null;
  grants?: Grant[] | null;
  /** By meter, in its unit. */
  usage?: { [name: string]: number | Usage | null } | null;
  /** By meter. Of packs: what was left when the window began, and what was bought since. */
  allowances?: { [name: string]: number | null } | null;
  /** By name. A date, a version and a choice are texts. */
  facts?: { [name: string]: boolean | number | string | null } | null;
  /** When reminders and prompts were dismissed, by id. */
  dismissed?: { [name: string]: string | Date | null } | null;
  /** Whether the store offers a trial or an introductory price, by product; else the grants tell. */
  offers?: { [name: string]: boolean | null } | null;
}

/** It has a product, an entitlement or both. */
export interface Grant {
  /** The policy's name or an id of a store. */
  product?: string | null;
  entitlement?: string | null;
  /** `active` unless given; `other` is one that Tollgate does not know. */
  state?: "active" | "trial" | "grace" | "cancelled" | "hold" | "paused" | "pending" | "expired" | "refunded" | "revoked" | "other" | null;
  start?: string | Date | null;
  until?: string | Date | null;
  trial?: boolean | null;
  /** Whether the buyer had a trial or an introductory price before. */
  offerUsed?: boolean | null;
  renews?: boolean | null;
  /** `purchased` unless given. */
  ownership?: "purchased" | "family-shared" | "other" | null;
  /** 1 unless given. */
  quantity?: number | null;
  id?: string | null;
}

/** By window, as the policy writes it: `day`, `3 hours`. */
export interface Usage {
  total?: number | Counter | null;
  minute?: number | Counter | null;
  hour?: number | Counter | null;
  day?: number | Counter | null;
  week?: number | Counter | null;
  month?: number | Counter | null;
  year?: number | Counter | null;
  [name: string]: number | Counter | null | undefined;
}

export interface Counter {
  used: number;
  /** How much was carried from earlier windows into this one. */
  carried?: number | null;
  /** When it begins again at 0; nothing is carried then. */
  resets?: string | Date | null;
  /** How it falls later, step by step, if nothing is used; in place of `resets`. */
  then?: ({
    at: string | Date;
    used: number;
    carried?: number | null;
  })[] | null;
}

/** A decision, as `tollgate check --format json` prints it. */
export interface DecisionDocument {
  /** The version of this document. */
  schema: 1;
  policy: string;
  /** Identifies the meaning of the policy. */
  fingerprint: string;
  /** The name that was asked about. */
  target: string;
  outcome: Outcome;
  reason: Reason;
  flags: ("clock-behind" | "more-ways-in")[];
  /** The limit that binds; null for what is no meter and takes from none. */
  quota: Quota | null;
  /** The amounts that this use takes from meters, at most. */
  uses: TakenAmount[];
  /** The rules that fail, by line. */
  blockers: Blocker[];
  /** The ways to open the target, the best first. */
  waysIn: WayIn[];
  /** The targets to use in its place; empty unless denied. */
  instead: string[];
  reminder: Reminder | null;
  prompt: Prompt | null;
  /** When the decision changes by itself; null for never. */
  validUntil: string | null;
  /** The value of a setting; null for any other target. */
  value: SettingValue | null;
}

export type Outcome =
  | "allowed"
  | "warned"
  | "denied";

export type Reason =
  | "granted"
  | "within-limit"
  | "ungated"
  | "overage"
  | "off"
  | "undecided"
  | "on-hold"
  | "pending"
  | "limit-reached"
  | "revoked"
  | "expired"
  | "excluded"
  | "in-trial"
  | "not-held"
  | "stale"
  | "unknown-usage"
  | "unknown-fact"
  | "undeclared";

export interface Quota {
  /** The meter: the target itself, or one that its use takes from. */
  meter: string;
  /** In the unit of the meter. */
  limit: number | null;
  /** Whether the policy says that the limit is undecided. */
  undecided: boolean;
  /** Null if it is not known. */
  used: number | null;
  requested: number | null;
  remaining: number | null;
  /** How far the usage is over the limit. */
  over: number | null;
  /** Null if no limit binds or ends the use, or if it is not known. */
  uses: number | null;
  /** How much of the limit was carried from earlier windows, because unused rolls over. */
  carried: number;
  /** How far the user may go beyond the limit for money; null for who may not. */
  beyond: Beyond | null;
  /** Whether no limit binds. */
  unlimited?: boolean | null;
  /** The window of time that the limit is for. */
  window: string | null;
  /** When the counter falls next, by itself. */
  resets: string | null;
}

export interface Beyond {
  /** Null for any. */
  upTo: number | null;
}

export interface TakenAmount {
  /** The name of the meter. */
  meter: string;
  /** In the unit of the meter. */
  amount: number;
}

export interface Blocker {
  /** The rule as the policy writes it. */
  rule: string;
  file: string;
  line: number;
  reason: Reason;
  /** Sets of entitlements; any one of them would do. */
  needs: string[][];
  /** Whether the rule only warns. */
  soft: boolean;
  /** The policy's own words for the person; null beside what is unknown. */
  message: string | null;
  /** What the use costs beyond the limit; null where it goes beyond none. */
  charge: Charge | null;
}

export interface Charge {
  /** How many are paid for. */
  units: number;
  /** How much of the meter one of them is, in its unit. */
  of: number;
  /** An exact decimal, for all of them. */
  amount: string;
  /** An ISO 4217 code. */
  currency: string;
  /** Null for what is paid once. */
  period: string | null;
}

export type WayIn =
  | {
  kind: "refresh";
  /** The data that an unknown rule reads and nobody reported. */
  missing: MissingData;
}
  | {
  kind: "fix-payment";
  product: string;
}
  | {
  kind: "buy";
  products: string[];
  prices: (Price | null)[];
  /** Whether it opens the target once their trial is over. */
  afterTrial?: boolean | null;
}
  | {
  kind: "trial-ends";
  product: string;
  at: string;
}
  | {
  kind: "wait";
  until: string;
}
  | {
  kind: "reduce";
  meter: string;
  by: number;
};

/** The data that an unknown rule reads and nobody reported. */
export interface MissingData {
  /** Whether to ask the store again. */
  purchases: boolean;
  /** By name; `subject` is the user, for rollouts. */
  facts: string[];
  /** Counters such as bills and exports/day. */
  usage: string[];
  /** Meters whose allowance a server sets. */
  allowances: string[];
}

export interface Price {
  /** Null for a price on request. */
  amount: string | null;
  /** Null for a price on request. */
  currency: string | null;
  /** Null for once. */
  period: string | null;
  /** The amount for one month, if the price is written so. */
  perMonth?: string | null;
  /** The meter of which each one costs the amount. */
  each?: string | null;
  /** How much of the meter costs the amount, if not 1. */
  of?: number | null;
  /** The least number that is paid for. */
  atLeast?: number | null;
}

export interface Reminder {
  /** The name under `dismissed` of a snapshot, such as bills@450. */
  id: string;
  at: number | null;
  ends: string | null;
  level: "gentle" | "prominent";
  text: string | null;
  snoozedUntil: string | null;
}

export interface Prompt {
  id: string;
  /** How the app presents it. */
  as: string;
  dismissible: boolean;
  snoozedUntil: string | null;
}

export interface SettingValue {
  /** Null for a setting with choices. */
  unit: "count" | "bytes" | "seconds" | "basis-points" | "months" | null;
  possible: {
    /** A number, a choice, or unlimited. */
    value: number | string | null;
    unlimited: boolean;
  };
  /** The purchases that give a better value, the least good first. */
  better: ({
    /** A number, a choice, or unlimited. */
    value: number | string | null;
    unlimited: boolean;
    /** Sets of products, by name. */
    buy: string[][];
  })[];
  /** A number, a choice, or unlimited. */
  value: number | string | null;
  unlimited: boolean;
}

/** Every target for one snapshot, as `tollgate access` prints it. */
export interface AccessDocument {
  /** The version of this document. */
  schema: 1;
  policy: string;
  /** Identifies the meaning of the policy. */
  fingerprint: string;
  /** The highest tier that the user surely has. */
  tier: string | null;
  /** One decision for each target, in order of declaration. */
  targets: DecisionDocument[];
}

/** The comparison of plans, as `tollgate table` prints it. */
export interface PlanTable {
  /** The version of this document. */
  schema: 1;
  policy: string;
  /** Identifies the meaning of the policy. */
  fingerprint: string;
  title: string;
  /** A BCP 47 tag. */
  locale: string;
  at: string;
  columns: Plan[];
  rows: PlanRow[];
  /** Products that are bought beside a plan. */
  addOns: ({
    product: Listing;
    adds: string[];
  })[];
}

export interface Plan {
  kind: "nothing" | "tier" | "entitlement" | "product";
  name: string;
  label: string;
  /** The label as a heading. */
  title: string;
  /** Whether the cells are those of the first product, which brings more than the tier. */
  bringsMore: boolean;
  free: boolean;
  recommended: boolean;
  benefits: string[];
  products: Listing[];
}

export interface Listing {
  name: string;
  label: string;
  /** The label as a heading. */
  title: string;
  /** Null if the store has the price, or it is on request. */
  price: Price | null;
  /** The prices in all currencies, the first one first. */
  prices: Price[];
  /** Whether the price is negotiated. */
  priceOnRequest: boolean;
  priceText: string;
  soldAs: ({
    id: string;
    store: string | null;
  })[];
  benefits: string[];
  /** The amounts that it adds to limits and values, in words. */
  adds: string[];
  trialSeconds: number | null;
  trialMonths: number | null;
  introductory: IntroductoryPrice | null;
  recommended: boolean;
  forSale: boolean;
  familyShared: boolean;
  /** How many people may share it. */
  sharedWith: number | null;
  onlyWith: string[];
  notWith: string[];
  terms: string[];
}

export interface IntroductoryPrice {
  /** With a decimal point. */
  amount: string;
  /** An ISO 4217 code. */
  currency: string;
  /** Null for once, ahead. */
  period: string | null;
  /** The meter of which each one costs the amount. */
  each?: string | null;
  /** How much of the meter costs the amount, if not 1. */
  of?: number | null;
  /** The least number that is paid for. */
  atLeast?: number | null;
  /** Null if months tell it. */
  seconds: number | null;
  /** Null if seconds tell it. */
  months: number | null;
  text: string;
}

export interface PlanRow {
  kind: "meter" | "feature" | "setting";
  name: string;
  first: string;
  last: string;
  count: number;
  label: string;
  /** The label as a heading. */
  title: string;
  /** The label of the group that the row stands under. */
  section: string | null;
  benefits: string[];
  /** Null for midnight. */
  begins: string | null;
  /** Whether the plans differ in it. */
  differs: boolean;
  /** One for each column. */
  cells: PlanCell[];
}

export interface PlanCell {
  answer: "included" | "warned" | "excluded" | "depends" | "limited" | "unlimited" | "value";
  when: string | null;
  limits: PlanLimit[];
  /** The value of a setting. */
  value: Amount | null;
  /** Better values of a setting, each under a condition. */
  perhaps: Perhaps[];
  /** The amounts that one use takes from meters at most. */
  uses: TakenAmount[];
  until: string | null;
  /** The answer from `until` on. */
  then: string | null;
  text: string;
}

export interface PlanLimit {
  /** In the unit of the meter. */
  limit: number | null;
  undecided: boolean;
  window: string | null;
  when: string | null;
  soft: boolean;
  /** Higher amounts, each under a condition. */
  perhaps: ({
    /** An amount, or the name of a choice. */
    value: number | string | null;
    unlimited: boolean;
    /** The condition. */
    when: string;
    text: string;
  })[];
  /** What goes beyond the limit for money. */
  beyond?: {
    prices: Price[];
    /** Null for any. */
    most: number | null;
    /** The condition. */
    when: string | null;
    text: string;
  } | null;
  /** How what is unused rolls over. */
  rollover?: {
    /** Null for all of it. */
    most: number | null;
    /** The condition. */
    when: string | null;
    text: string;
  } | null;
  text: string;
}

export interface Amount {
  /** A number, a choice, or unlimited. */
  value: number | string | null;
  /** Null for a setting with choices. */
  unit: "count" | "bytes" | "seconds" | "basis-points" | "months" | null;
  unlimited: boolean;
}

export interface Perhaps {
  /** An amount, or the name of a choice. */
  value: number | string | null;
  unlimited: boolean;
  /** The condition. */
  when: string;
  text: string;
}

/** The contents of a paywall for one user, as `tollgate paywall` prints them. */
export interface Paywall {
  /** The version of this document. */
  schema: 1;
  policy: string;
  /** Identifies the meaning of the policy. */
  fingerprint: string;
  title: string;
  /** A BCP 47 tag. */
  locale: string;
  at: string;
  /** The highest tier that the user surely has. */
  tier: string | null;
  /** The first step, in words, where the purchases are too old to be believed. */
  refresh: string | null;
  target: {
    name: string;
    label: string;
    outcome: Outcome;
    reason: Reason;
    message: string | null;
    /** The amounts that this use takes from meters at most. */
    uses: TakenAmount[];
    /** Sets of products; any one of them would open the target. */
    sets: string[][];
    /** Whether there are more sets than are listed. */
    more: boolean;
  } | null;
  products: PaywallProduct[];
}

export interface PaywallProduct {
  name: string;
  label: string;
  /** The label as a heading. */
  title: string;
  /** Null if the store has the price, or it is on request. */
  price: Price | null;
  /** The prices in all currencies, the first one first. */
  prices: Price[];
  /** Whether the price is negotiated. */
  priceOnRequest: boolean;
  priceText: string;
  soldAs: ({
    id: string;
    store: string | null;
  })[];
  benefits: string[];
  /** The amounts that it adds to limits and values, in words. */
  adds: string[];
  trialSeconds: number | null;
  trialMonths: number | null;
  introductory: IntroductoryPrice | null;
  recommended: boolean;
  forSale: boolean;
  familyShared: boolean;
  /** How many people may share it. */
  sharedWith: number | null;
  onlyWith: string[];
  notWith: string[];
  terms: string[];
  state: "owned" | "covered" | "on-hold" | "pending" | "not-owned";
  /** Whether the user may buy it now. */
  purchasable: boolean;
  /** The targets that it would open for this user. */
  opens: ({
    name: string;
    first: string;
    last: string;
    count: number;
    label: string;
  })[];
  /** Those of them that it opens once its trial is over. */
  opensAfterTrial: ({
    name: string;
    first: string;
    last: string;
    count: number;
    label: string;
  })[];
  raises: ({
    meter: string;
    label: string;
    /** Null for unlimited. */
    limit: number | null;
    text: string;
  })[];
  /** The settings whose value would be better. */
  improves: ({
    setting: string;
    label: string;
    value: Amount;
    text: string;
  })[];
  /** What one use of the targets takes that the user may use then. */
  takes: Taking[];
  /** The user's products that it would take the place of. */
  replaces: string[];
}

export interface Taking {
  name: string;
  first: string;
  last: string;
  count: number;
  label: string;
  uses: TakenAmount[];
  text: string;
}

/** A policy in plain sentences, as `tollgate describe` prints it. */
export interface Description {
  /** The version of this document. */
  schema: 1;
  policy: string;
  /** A BCP 47 tag. */
  language: string;
  title: string;
  sections: DescriptionSection[];
}

export interface DescriptionSection {
  topic: "access" | "plans" | "gifts" | "trust" | "facts" | "rollouts" | "groups";
  title: string;
  notes: string[];
  entries: ({
    title: string;
    /** The names of the policy that the entry is about. */
    names: string[];
    /** Each statement is one or more sentences. */
    statements: string[][];
  })[];
}

/** The findings of `tollgate lint --format json`. */
export interface Findings {
  /** The version of this document. */
  schema: 1;
  diagnostics: Finding[];
}

export interface Finding {
  code: string;
  level: "error" | "warning" | "note";
  message: string;
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  label: string;
  related: ({
    label: string;
    file: string;
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
  })[];
  notes: string[];
  help: string[];
  edits: Edit[];
  example: {
    words: string;
    scenario: string;
  } | null;
  /** Whether the budget ended before the question was answered. */
  undecided: boolean;
  /** All names that the finding is about. */
  names: string[];
}

export interface Edit {
  title: string;
  safety: "safe" | "unsafe" | "shown";
  replacement: string;
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** In bytes, from the beginning of the file. */
  offset: number;
  /** In bytes. */
  length: number;
}
