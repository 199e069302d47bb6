extension DocumentSchema {
  static let diff = DocumentSchema(
    name: "diff", summary: "Who gains and who loses what, as `tollgate diff` prints it.",
    shape: difference)

  static let difference = Shape.object([
    "schema": .version,
    "old": policy,
    "new": policy,
    "changes": .list(
      .object(["targets": .list(.text()), "loss": .orNull(side), "gain": .orNull(side)])),
    "values": .list(
      .object([
        "setting": .text(), "change": .words(["loss", "gain", "other"]),
        "old": changedValue, "new": changedValue, "users": side,
      ]), "Users whose value of a setting becomes another one."),
    "equal": .list(.text(), "The targets that nothing changes for."),
    "added": .list(.text()),
    "removed": .list(.text()),
    "undecided": .list(
      .object([
        "targets": .list(.text()),
        "values": .list(.text(), "The settings of which it is open who has which value."),
        "stoppedAfter": .text(),
      ])),
    "alsoChanged": .list(
      .object([
        "what": .text(), "old": .orNull(.text()), "new": .orNull(.text()),
      ])),
  ])

  private static let changedValue = Shape.orNull(
    .object(["unit": .settingUnit] + settingMembers))

  private static let policy = Shape.object([
    "policy": .text(), "file": .text(), "fingerprint": .fingerprint,
  ])

  private static let side = Shape.object([
    "for": .list(.text(), "The users, in words."),
    "count": .orNull(.integer(from: 0)),
    "isMore": .boolean("Whether there are more users than are listed."),
    "lines": .list(.object(["old": .orNull(line), "new": .orNull(line)])),
    "example": .orNull(
      .object([
        "target": .text(),
        "words": .text("The user of the example, in words."),
        "adding?": .integer(),
        "continuing": .boolean(),
        "at": .instantRead(),
        "snapshot": .snapshotRead,
        "before": verdict,
        "after": verdict,
        "scenario": .orNull(.text("A scenario for the new policy.")),
      ])),
  ])

  private static let line = Shape.object([
    "file": .text(), "line": .integer(from: 0), "rule": .text(),
  ])
  static let verdict = Shape.object(["outcome": .outcome, "reason": .reason])
}
