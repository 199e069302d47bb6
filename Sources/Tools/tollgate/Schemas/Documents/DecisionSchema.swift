import TollgateRuntime

extension DocumentSchema {
  static let decision = DocumentSchema(
    name: "decision", summary: "A decision, as `tollgate check --format json` prints it.",
    shape: decisionShape)

  fileprivate static let decisionShape = Shape.object([
    "schema": .version,
    "policy": .text(),
    "fingerprint": .fingerprint,
    "target": .text("The name that was asked about."),
    "outcome": .outcome,
    "reason": .reason,
    "flags": .list(.words(of: Decision.Flag.self)),
    "quota": .orNull(
      quota, "The limit that binds; null for what is no meter and takes from none."),
    "uses": .list(.takenAmount, "The amounts that this use takes from meters, at most."),
    "blockers": .list(blocker, "The rules that fail, by line."),
    "waysIn": .list(wayIn, "The ways to open the target, the best first."),
    "instead": .list(.text(), "The targets to use in its place; empty unless denied."),
    "reminder": .orNull(reminder),
    "prompt": .orNull(prompt),
    "validUntil": .orNull(.instant(), "When the decision changes by itself; null for never."),
    "value": .orNull(setting, "The value of a setting; null for any other target."),
  ])

  private static let setting = Shape.object(
    [
      "unit": .settingUnit,
      "possible": .object(settingMembers),
      "better": .list(
        .object(settingMembers + ["buy": .list(.list(.text()), "Sets of products, by name.")]),
        "The purchases that give a better value, the least good first."),
    ] + settingMembers)

  /// A value of a setting.
  static let settingMembers: Shape.Members = [
    "value": .orNull(.either([.integer(from: 0), .text()]), "A number, a choice, or unlimited."),
    "unlimited": .boolean(),
  ]

  private static let quota = Shape.object([
    "meter": .text("The meter: the target itself, or one that its use takes from."),
    "limit": .orNull(.integer("In the unit of the meter.")),
    "undecided": .boolean("Whether the policy says that the limit is undecided."),
    "used": .orNull(.integer(), "Null if it is not known."),
    "requested": .orNull(.integer()),
    "remaining": .orNull(.integer(from: 0)),
    "over": .orNull(.integer("How far the usage is over the limit.", from: 0)),
    "uses": .orNull(
      .integer(
        "How many further uses fit under all limits, those for money too; for a meter by itself, "
          + "how much.", from: 0),
      "Null if no limit binds or ends the use, or if it is not known."),
    "carried": .integer(
      "How much of the limit was carried from earlier windows, because unused rolls over.", from: 0),
    "beyond": .orNull(
      .object([
        "upTo": .orNull(
          .integer("The greatest value that may be reached.", from: 0), "Null for any.")
      ]), "How far the user may go beyond the limit for money; null for who may not."),
    "unlimited?": .boolean("Whether no limit binds."),
    "window": .orNull(.text("The window of time that the limit is for.")),
    "resets": .orNull(.instant(), "When the counter falls next, by itself."),
  ])

  private static let blocker = Shape.object([
    "rule": .text("The rule as the policy writes it."),
    "file": .text(),
    "line": .integer(from: 0),
    "reason": .reason,
    "needs": .list(.list(.text()), "Sets of entitlements; any one of them would do."),
    "soft": .boolean("Whether the rule only warns."),
    "message": .orNull(
      .text(), "The policy's own words for the person; null beside what is unknown."),
    "charge": .orNull(
      charge, "What the use costs beyond the limit; null where it goes beyond none."),
  ])

  private static let charge = Shape.object([
    "units": .integer("How many are paid for.", from: 0),
    "of": .integer("How much of the meter one of them is, in its unit.", from: 1),
    "amount": .text("An exact decimal, for all of them."),
    "currency": .text("An ISO 4217 code."),
    "period": .orNull(.text("An ISO 8601 duration."), "Null for what is paid once."),
  ])

  private static let wayIn = Shape.either([
    kind("refresh", ["missing": missing]),
    kind("fix-payment", ["product": .text()]),
    kind(
      "buy",
      [
        "products": .list(.text()), "prices": .list(.orNull(.price)),
        "afterTrial?": .boolean("Whether it opens the target once their trial is over."),
      ]),
    kind("trial-ends", ["product": .text(), "at": .instant()]),
    kind("wait", ["until": .instant()]),
    kind("reduce", ["meter": .text(), "by": .integer(from: 0)]),
  ])

  private static let missing = Shape.object(
    [
      "purchases": .boolean("Whether to ask the store again."),
      "facts": .list(.text(), "By name; `subject` is the user, for rollouts."),
      "usage": .list(.text(), "Counters such as bills and exports/day."),
      "allowances": .list(.text(), "Meters whose allowance a server sets."),
    ], "The data that an unknown rule reads and nobody reported.")

  private static func kind(_ name: String, _ members: Shape.Members) -> Shape {
    .object(["kind": .words([name])] + members)
  }

  private static let reminder = Shape.object([
    "id": .text("The name under `dismissed` of a snapshot, such as bills@450."),
    "at": .orNull(.integer(from: 0)),
    "ends": .orNull(.instant()),
    "level": .words(["gentle", "prominent"]),
    "text": .orNull(.text()),
    "snoozedUntil": .orNull(.instant()),
  ])

  private static let prompt = Shape.object([
    "id": .text(),
    "as": .text("How the app presents it."),
    "dismissible": .boolean(),
    "snoozedUntil": .orNull(.instant()),
  ])
}

extension Shape {
  /// A decision inside another document.
  static let decision = Shape(kind: .named("decision", DocumentSchema.decisionShape))
}

extension DocumentSchema {
  static let answer = DocumentSchema(
    name: "answer", summary: "A line that `tollgate check --batch` prints.",
    shape: .either([
      .decision,
      .object(["error": .text("The reason why the line cannot be read, with its number.")]),
    ]))
}

extension DocumentSchema {
  static let access = DocumentSchema(
    name: "access", summary: "Every target for one snapshot, as `tollgate access` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "tier": .orNull(.text("The highest tier that the user surely has.")),
      "targets": .list(.decision, "One decision for each target, in order of declaration."),
    ]))
}

extension DocumentSchema {
  static let batch = DocumentSchema(
    name: "batch", summary: "A line that `tollgate check --batch` reads.",
    shape: .object([
      "target": .text("A feature, a meter, a setting, a group or a range such as L1..L3."),
      "adding?": .integer("For a meter: how much more is to be used. 1 unless given."),
      "reaching?": .either([
        .integer("For a meter or a setting: the value to reach. Not with `adding`.", from: 0),
        .text("The same as a policy writes it: 30 days, high, unlimited."),
      ]),
      "continuing?": .boolean("Whether a use that began while it was allowed is still running."),
      "at?": .instantRead("The time. Now unless given."),
      "facts?": .factsRead,
      "usage?": .usageRead,
      "snapshot?": .snapshotRead,
    ]))
}

extension DocumentSchema {
  static let log = DocumentSchema(
    name: "log", summary: "A line of a log of decisions, as `tollgate replay` reads it.",
    shape: .object([
      "schema": .version,
      "at": .instant("When the decision was made."),
      "target": .text(),
      "adding?": .integer(),
      "reaching?": .either([.integer(from: 0), .text()]),
      "continuing?": .boolean(),
      "subject": .orNull(.text()),
      "outcome": .outcome,
      "reason": .reason,
      "rule": .orNull(rule, "The rule that gives the reason; null where no single one does."),
      "fingerprint": .fingerprint,
      "rollouts": .list(
        .object([
          "rollout": .text(),
          "in": .orNull(.boolean(), "Whether the subject is in it; null without a subject."),
        ])),
      "snapshot?": .snapshotRead,
    ]))
}

extension DocumentSchema {
  static let replay = DocumentSchema(
    name: "replay",
    summary: "Logged decisions with another policy, as `tollgate replay` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "decisions": .integer("How many decisions were compared.", from: 0),
      "different": .integer("How many of them are different.", from: 0),
      "unreadable": .integer("How many lines could not be compared.", from: 0),
      "changes": .list(
        .object([
          "target": .text(),
          "count": .integer("How many decisions changed so.", from: 1),
          "was": verdict,
          "now": verdict,
          "rule": .orNull(rule, "The rule that gives the reason now."),
          "example": .object([
            "line": .integer("Of the log.", from: 1),
            "subject": .orNull(.text()),
            "at": .orNull(.instant()),
          ]),
        ])),
    ]))

  static let rule = Shape.object([
    "text": .text(), "file": .text(), "line": .integer(from: 1),
  ])
}
