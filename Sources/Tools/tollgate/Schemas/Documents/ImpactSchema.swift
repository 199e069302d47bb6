extension DocumentSchema {
  static let impact = DocumentSchema(
    name: "impact", summary: "The users who gain and lose, as `tollgate impact` prints them.",
    shape: .object([
      "schema": .version,
      "policies": .list(.fingerprint, "One policy, or the old one and the new one."),
      "at": .text("The time that was asked about."),
      "users": .integer("How many were read.", from: 0),
      "unreadable": .object([
        "count": .integer(from: 0),
        "lines": .list(
          .object(["line": .integer(from: 1), "error": .text()]), "The first 1,000."),
      ]),
      "sections": .list(
        .object([
          "group": .orNull(.text("The group of users."), "Null for all users."),
          "targets": .list(target, "Of two policies, those that change for somebody."),
        ])),
    ]))

  private static let target = Shape.object([
    "target": .text(),
    "allowed": .integer("By the policy, or the new one.", from: 0),
    "warned": .integer(from: 0),
    "denied": .integer(from: 0),
    "unknown": .integer(
      "Denied only because something is missing or stale; of two policies, before or now.",
      from: 0),
    "stale": .integer("Those among them who are stale.", from: 0),
    "loses?": .integer("With those who are only warned.", from: 0),
    "onlyWarned?": .integer("How many may go on for now, with a warning.", from: 0),
    "gains?": .integer(from: 0),
    "becomesUnknown?": .integer(
      "Who was allowed, and is denied now because something is missing or stale.", from: 0),
    "becomesKnown?": .integer("Who was unknown, and is allowed now.", from: 0),
    "loser?": .orNull(.text("The first user who loses.")),
    "gainer?": .orNull(.text("The first user who gains.")),
    "firstUnknown?": .orNull(.text("The first user who becomes unknown.")),
    "firstKnown?": .orNull(.text("The first user who was unknown, and is allowed now.")),
    "lines?": .list(
      .object([
        "change": .words(["loses", "gains", "becomes-unknown", "becomes-known"]),
        "before": .orNull(.text("The line of the old policy.")),
        "after": .orNull(.text("The line of the new policy.")),
        "users": .integer(from: 0),
        "warnedUntil": .orNull(
          .text(), "Until when those who lose may go on, with a warning; they lose then."),
      ])),
    "values": .list(
      .object([
        "value?": .text("The value of a setting, or the limit of a meter."),
        "before?": .text(),
        "after?": .text(),
        "users": .integer(from: 0),
      ])),
  ])
}
