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
