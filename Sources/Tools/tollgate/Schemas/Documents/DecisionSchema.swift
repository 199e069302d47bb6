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
    "quota": .orNull(quota, "The limit that binds; null for a target that is not a meter."),
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
    "limit": .orNull(.integer("In the unit of the meter.")),
    "undecided": .boolean("Whether the policy says that the limit is undecided."),
    "used": .orNull(.integer(), "Null if it is not known."),
    "requested": .orNull(.integer()),
    "remaining": .orNull(.integer(from: 0)),
    "over": .orNull(.integer("How far the usage is over the limit.", from: 0)),
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
  ])

  private static let wayIn = Shape.either([
    kind("refresh", ["missing": missing]),
    kind("fix-payment", ["product": .text()]),
    kind("buy", ["products": .list(.text()), "prices": .list(.orNull(.price))]),
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
