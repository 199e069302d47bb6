import ArgumentParser
import TollgateKit

/// The options that describe the user.
struct SnapshotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The user's snapshot (JSON); - reads standard input.", valueName: "file"))
  var snapshot: String?

  @Option(
    help: ArgumentHelp(
      "An entitlement that the user has: pro, or pro=2027-01-01 until then.",
      valueName: "name[=until]"))
  var has: [String] = []

  @Option(
    help: ArgumentHelp(
      "A product that the user bought: annual, or annual=2027-01-01 until then.",
      valueName: "product[=until]"))
  var bought: [String] = []

  @Option(
    help: ArgumentHelp(
      "The usage of a meter: bills=500, exports/day=3, or 'messages/3 hours=40 then 0 at 2026-06-02'.",
      valueName: "meter[/window]=n"))
  var using: [String] = []

  @Option(
    help: ArgumentHelp(
      "A fact: platform=ios, beta-tester=yes, installed=2026-01-05, first-version=1.4.",
      valueName: "name=value"))
  var fact: [String] = []

  @Flag(help: "Unknown keys and names in a snapshot or a batch line are errors, not warnings.")
  var strictSnapshot = false

  @Option(help: ArgumentHelp("The user's id; rollouts need it.", valueName: "id"))
  var subject: String?

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  /// Whether any of them is given.
  var tellsSomething: Bool {
    snapshot != nil || subject != nil || at != nil
      || !(has.isEmpty && bought.isEmpty && using.isEmpty && fact.isEmpty)
  }

  /// The time of the question, if it is given.
  func instant() throws(Failure) -> Instant? {
    try QuantityArgument.instant(given: at, behind: "--at")
  }

  /// The snapshot file with the data of the other options. Without a file, the data is fresh.
  func known(in graph: RuleGraph, at now: Instant) throws(Failure) -> Snapshot {
    var known = Snapshot(asOf: now)
    if let snapshot {
      known = try SnapshotFile.snapshot(at: snapshot, for: graph, isStrict: strictSnapshot)
    }
    try InlineFacts(graph: graph).add(self, to: &known)
    return known
  }
}
