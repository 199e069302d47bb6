extension DocumentSchema {
  static let prove = DocumentSchema(
    name: "prove", summary: "The verdicts on claims, as `tollgate prove` prints them.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "claims": .list(
        .object([
          "claim": .text(),
          "file": .orNull(.text(), "Null for a claim of the command line."),
          "line": .orNull(.integer(from: 1), "Null for a claim of the command line."),
          "verdict": .words(["proved", "refuted", "undecided"]),
          "targets": .list(.text(), "The targets that it is refuted for."),
          "example": .orNull(example),
          "stoppedAfter": .orNull(.text("The budget that ended.")),
        ])),
    ]))

  private static let example = Shape.object([
    "words": .text("The user of the example, in words."),
    "adding?": .integer(),
    "reaching?": .either([
      .integer("In the unit of the meter or setting; a choice by its place, from 0.", from: 0),
      .words(["unlimited"]),
    ]),
    "continuing": .boolean(),
    "at": .instantRead(),
    "snapshot": .snapshotRead,
    "outcome": .outcome,
    "reason": .reason,
    "value": .orNull(.text("The value of the setting, where the claim is about it.")),
    "scenario": .orNull(.text()),
  ])
}
