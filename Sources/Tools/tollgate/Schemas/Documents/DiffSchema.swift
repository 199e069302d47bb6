import TollgateRuntime

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

extension DocumentSchema {
  static let folders = DocumentSchema(
    name: "diff-folders",
    summary: "The differences of the policies of two folders, as `tollgate diff` prints them.",
    shape: .object([
      "schema": .version,
      "policies": .list(
        .object([
          "path": .text("The path of the policy in both folders."),
          "state": .words(of: FolderComparison.Entry.State.self),
          "difference": .orNull(difference, "Null if there is nothing to compare with."),
        ])),
    ]))
}

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

extension DocumentSchema {
  static let counts = DocumentSchema(
    name: "counts",
    summary:
      "The usage of a person, as `UsageBook.json()` of TollgateUsage writes it for another device.",
    shape: .object([
      "usage": .integer("The edition, 1.", from: 1),
      "at": milliseconds("The latest time seen; 0 for a book in which nothing was counted."),
      "pages": .list(
        .object([
          "device": .text("Who wrote it; no other device ever changes it."),
          "revision": .integer(
            "Counts the changes; of two pages of a device the later one holds.", from: 0),
          "whole?": .boolean("Whether it takes the place of the data of this device."),
          "tallies?": .list(tally),
          "receipts?": .list(receipt),
          "reservations?": .list(receipt),
          "forgotten?": .list(.text(), "Ids of receipts that matter no longer."),
          "ended?": .list(.text(), "Ids of reservations that have ended."),
          "charges?": .list(
            .object(["use": .text("Its id, or its number."), "charges": .list(charged)]),
            "What uses cost beyond limits."),
        ]), "One for each device."),
    ]))

  private static func milliseconds(_ about: String = "") -> Shape {
    .integer(about.isEmpty ? "Milliseconds since 1970-01-01T00:00:00Z." : about)
  }

  private static let meter: Shape.Members = [
    "meter": .text("Its name in the policy."),
    "thing?": .text("For a meter that is `counted per` a thing: which one."),
  ]

  /// Numbers and names whose places say what they are.
  private static func places(_ about: String) -> Shape {
    .list(.either([.integer(), .text()]), about)
  }

  private static let tally = Shape.object(
    meter + [
      "set?": places(
        "The last total that the app told: when, which one, on which device, and how much."),
      "base?": places("The total that `change` goes on from: when, which one, on which device."),
      "change?": .integer("How much was counted since; 0 unless given."),
      "windows?": .table(
        .either([
          .object(place + ["count": .integer(from: 0)]),
          .object(["from": milliseconds(), "until": milliseconds(), "count": .integer(from: 0)]),
          .object(["falls": .list(.list(.integer()), "When how much falls out.")]),
        ]), "The counts of windows, by their names."),
      "drops?": .list(.list(.integer()), "When how much of what refills was used."),
    ])

  private static let place: Shape.Members = [
    "anchor?": milliseconds("When the subscription began that the windows follow."),
    "index": .integer("Which window it is, counted from the anchor or from 1970."),
    "start": milliseconds(),
  ]

  private static let marks = Shape.table(
    .either([
      .object(place), .object(["from": milliseconds(), "until": milliseconds()]),
      .object(["falls": milliseconds()]),
    ]), "The windows that it counts in, by their names.")

  private static let receipt = Shape.object(
    [
      "id": .text("The same id is counted once.")
    ] + meter + [
      "asked": .integer("How much was asked for.", from: 1),
      "amount?": .integer("How much counts; all of it unless given.", from: 0),
      "at": milliseconds(),
      "outcome?": .words(of: Decision.Outcome.self, "`allowed` unless given."),
      "reason": .words(of: Reason.self),
      "state?": .words(
        ["used", "reserved", "committed", "ended", "refunded"], "`used` unless given."),
      "until?": milliseconds("When a reservation ends by itself."),
      "marks?": marks,
      "taken?": .list(
        .object(
          meter + [
            "amount": .integer("How much of it one use took.", from: 1),
            "drawn?": .integer("How much of that came from packs; 0 unless given.", from: 0),
            "charged?": .integer(
              "How much of that was paid for beyond the limit, if packs are kept.", from: 0),
            "marks?": marks,
          ]), "What it took from meters, if the policy says what a use takes."),
      "matters?": milliseconds("Until when it has to be kept; for good unless given."),
      "charges?": .list(charged, "What it costs beyond limits."),
    ])

  private static let charged = Shape.object(
    meter + [
      "at": milliseconds(),
      "units": .integer("How many are paid for.", from: 0),
      "of?": .integer("How much of the meter one of them is; 1 unless given.", from: 1),
      "price": .text("What one of them costs: an exact decimal."),
      "currency": .text("An ISO 4217 code."),
      "period?": .words(["P1W", "P1M", "P1Y"], "How often it is paid for what is held."),
      "room?": .integer("How much was left within the limit; 0 unless given."),
    ])
}

extension DocumentSchema {
  static let charges = DocumentSchema(
    name: "charges",
    summary: "What uses cost beyond limits, as `tollgate charges --format json` prints it.",
    shape: .object([
      "schema": .version,
      "charges": .list(listedCharge, "One for each use and limit, the earliest first."),
      "totals": .list(
        .object([
          "amount": .text("An exact decimal."),
          "currency": .text("An ISO 4217 code."),
          "period": chargePeriod,
        ]), "The sums, by currency and period."),
    ]))

  private static let listedCharge = Shape.object([
    "at": .instant("When it was used."),
    "meter": .text("Its name in the policy."),
    "thing": .orNull(.text("For a meter that is `counted per` a thing: which one.")),
    "id": .orNull(.text("The id of the use.")),
    "units": .integer("How many are paid for.", from: 0),
    "of": .integer("How much of the meter one of them is, in its unit.", from: 1),
    "amount": .text("An exact decimal, for all of them."),
    "currency": .text("An ISO 4217 code."),
    "period": chargePeriod,
  ])

  private static let chargePeriod = Shape.orNull(
    .text("An ISO 8601 duration."), "Null for what is paid once.")
}
