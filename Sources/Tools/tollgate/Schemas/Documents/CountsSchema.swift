import TollgateRuntime

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
      "marks?": .table(
        .either([
          .object(place), .object(["from": milliseconds(), "until": milliseconds()]),
          .object(["falls": milliseconds()]),
        ]), "The windows that it counts in, by their names."),
      "matters?": milliseconds("Until when it has to be kept; for good unless given."),
    ])
}
