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
