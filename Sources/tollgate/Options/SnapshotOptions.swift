import ArgumentParser
import TollgateKit

/// The options that say what is known of the user.
struct SnapshotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A snapshot as JSON; - reads standard input.", valueName: "file"))
  var snapshot: String?

  @Option(
    help: ArgumentHelp(
      "An entitlement that is held: pro, or pro=2027-01-01 until then.", valueName: "name[=until]"))
  var has: [String] = []

  @Option(
    help: ArgumentHelp(
      "A product that was bought: annual, or annual=2027-01-01 until then.",
      valueName: "product[=until]"))
  var bought: [String] = []

  @Option(
    help: ArgumentHelp(
      "How much of a meter is used: bills=500, storage=5GB, or exports/day=3.",
      valueName: "meter[/window]=n"))
  var using: [String] = []

  @Option(
    help: ArgumentHelp(
      "A fact: platform=ios, beta-tester=yes, installed=2026-01-05, first-version=1.4.",
      valueName: "name=value"))
  var fact: [String] = []

  @Option(help: ArgumentHelp("Who it is about; rollouts ask for it.", valueName: "id"))
  var subject: String?

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  /// Whether any of them is given.
  var tellsSomething: Bool {
    snapshot != nil || subject != nil || at != nil
      || !(has.isEmpty && bought.isEmpty && using.isEmpty && fact.isEmpty)
  }

  /// The time that is asked about, if one is.
  func instant() throws(Failure) -> Instant? {
    guard let at else { return nil }
    return try QuantityArgument.instant(at, behind: "--at")
  }

  /// What is known: the snapshot file, with the facts of the command line added. Without a file,
  /// what is known was confirmed just now.
  func known(in graph: RuleGraph, at now: Instant) throws(Failure) -> Snapshot {
    var known = Snapshot(asOf: now)
    if let snapshot { known = try SnapshotFile.snapshot(at: snapshot, for: graph) }
    try InlineFacts(graph: graph).add(self, to: &known)
    return known
  }
}
