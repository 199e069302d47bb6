import TollgateRuntime

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
          "was": told,
          "now": told,
          "rule": .orNull(rule, "The rule that gives the reason now."),
          "example": .object([
            "line": .integer("Of the log.", from: 1),
            "subject": .orNull(.text()),
            "at": .orNull(.instant()),
          ]),
        ])),
    ]))

  private static let told = Shape.object([
    "outcome": .words(of: Decision.Outcome.self), "reason": .words(of: Reason.self),
  ])

  static let rule = Shape.object([
    "text": .text(), "file": .text(), "line": .integer(from: 1),
  ])
}
