import TollgateRuntime

extension DocumentSchema {
  static let snapshot = DocumentSchema(
    name: "snapshot",
    summary: "The data of a user, from an app or a server: purchases, usage, facts.",
    shape: snapshotShape)

  fileprivate static let snapshotShape = Shape.object([
    "schema": .version,
    "subject?": .text("The user; rollouts depend on it."),
    "asOf?": .instantRead("When the purchase data was last confirmed."),
    "latestSeen?": .instantRead("The latest time that the app has seen; an earlier one is wrong."),
    "grants?": .list(grant),
    "usage?": .usageRead,
    "allowances?": .table(
      .orNull(.integer(from: 0)),
      "By meter. Of packs: what was left when the window began, and what was bought since."),
    "facts?": .factsRead,
    "dismissed?": .table(
      .orNull(.instantRead()), "When reminders and prompts were dismissed, by id."),
    "offers?": .table(
      .orNull(.boolean()),
      "Whether the store offers a trial or an introductory price, by product; else the grants tell."
    ),
  ])

  private static let grant = Shape.object(
    [
      "product?": .text("The policy's name or an id of a store."),
      "entitlement?": .text(),
      "state?": .words(
        of: Grant.State.self, "`active` unless given; `other` is one that Tollgate does not know."),
      "start?": .instantRead(),
      "until?": .instantRead(),
      "trial?": .boolean(),
      "offerUsed?": .boolean("Whether the buyer had a trial or an introductory price before."),
      "renews?": .boolean(),
      "ownership?": .words(of: Grant.Ownership.self, "`purchased` unless given."),
      "quantity?": .integer("1 unless given.", from: 1),
      "id?": .text(),
    ], "It has a product, an entitlement or both.")
}

extension Shape {
  /// A snapshot inside another document.
  static let snapshotRead = Shape(kind: .named("snapshot", DocumentSchema.snapshotShape))

  /// Facts by name.
  static let factsRead = Shape.table(
    .orNull(.either([.boolean(), .integer(from: 0), .text()])),
    "By name. A date, a version and a choice are texts.")

  /// Usage by meter.
  static let usageRead = Shape.table(
    .orNull(
      .either([
        .integer("The total.", from: 0),
        .object(
          [
            "total?": counter, "minute?": counter, "hour?": counter, "day?": counter,
            "week?": counter, "month?": counter, "year?": counter,
            "^([2-9]|[1-9][0-9]{1,2}|1000) (minutes|hours|days|weeks|months|years)$": counter,
          ], "By window, as the policy writes it: `day`, `3 hours`."),
      ])), "By meter, in its unit.")

  private static let counter = Shape.either([
    .integer(from: 0),
    .object(
      [
        "used": .integer(from: 0), "resets?": .instantRead("When it begins again at 0."),
        "then?": .list(
          .object(["at": .instantRead(), "used": .integer(from: 0)]),
          "How it falls later, step by step, if nothing is used; in place of `resets`."),
      ]),
  ])
}
