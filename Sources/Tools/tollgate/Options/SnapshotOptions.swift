import ArgumentParser
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

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

/// The options for the amount of a question.
struct AskOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For a meter: how much more to use, such as 5 or 1.5GB (default: 1).", valueName: "n"))
  var adding: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The total of a meter or the value of a setting to reach; not with --adding.",
      valueName: "n"))
  var reaching: String?

  @Flag(help: "The use began while it was allowed, and is still running.")
  var continuing = false

  func validate() throws {
    if adding != nil, reaching != nil {
      throw ValidationError("Give --adding or --reaching, not both.")
    }
  }

  /// Whether any of them is given.
  var tellsSomething: Bool { adding != nil || reaching != nil || continuing }

  /// The question about a target, in the unit of its meter.
  func ask(of target: String, in graph: RuleGraph) throws(Failure) -> Ask {
    let known = graph.names.meter(target, in: graph.parts).map { graph.parts.meters[Int($0)] }
    let meter = known ?? Meter(name: target)
    if let reaching, let setting = graph.setting(target) {
      return Ask(
        try AskOptions.reach(reaching, of: graph[target: setting.index].name, in: graph),
        continuing: continuing)
    }
    if let reaching {
      let value = try QuantityArgument.read(reaching, of: meter, behind: "--reaching")
      return Ask(.reaching(value), continuing: continuing)
    }
    guard let adding else { return Ask(continuing: continuing) }
    return Ask(.adding(try AskOptions.change(adding, of: meter)), continuing: continuing)
  }

  /// A value of a setting.
  private static func reach(
    _ text: String, of setting: String, in graph: RuleGraph
  ) throws(Failure) -> Ask.Growth {
    do throws(ReachText.ParseError) {
      return try ReachText.parse(text, of: setting, in: graph)
    } catch {
      throw .usage("--reaching: \(error.words(text, .english))")
    }
  }

  /// An amount that may be negative, as in a batch line: `-1` asks about one less.
  static func change(_ text: String, of meter: Meter) throws(Failure) -> Int64 {
    guard text.hasPrefix("-"), !text.hasPrefix("--") else {
      return try QuantityArgument.read(text, of: meter, behind: "--adding")
    }
    if let value = Int64(text) { return value }
    return -(try QuantityArgument.read(String(text.dropFirst()), of: meter, behind: "--adding"))
  }
}

/// A policy, a user's data and the time: everything that a decision depends on.
struct Situation {
  let policy: Policy
  let snapshot: PreparedSnapshot
  let now: Instant

  init(_ policy: Policy, _ known: Snapshot, at now: Instant) {
    (self.policy, self.now) = (policy, now)
    snapshot = policy.prepareOnce(known)
  }

  /// Reads the policy and the snapshot that a command line names.
  init(_ path: String, _ options: SnapshotOptions) throws(Failure) {
    let policy = try PolicyFile.policy(at: path)
    let now = try options.instant() ?? .now
    self.init(policy, try options.known(in: policy.graph, at: now), at: now)
  }

  /// The decision about a target. A group or a range gets one decision about all its members.
  /// A name that the policy does not know is wrong usage, not a denial.
  func decision(about target: String, _ options: AskOptions) throws(Failure) -> Decision {
    guard policy.graph.members(of: target) != nil else {
      throw Situation.unknownTarget(target, in: policy.graph)
    }
    let ask = try options.ask(of: target, in: policy.graph)
    return policy.graph.decide(target, ask: ask, for: snapshot, at: now)
  }

  /// The failure for a name that is no target, with a suggestion.
  static func unknownTarget(_ name: String, in graph: RuleGraph) -> Failure {
    let names = graph.parts.groups.map { $0.name } + graph.parts.targets.map { $0.name }
    let hint =
      KnownName.kind(of: name, in: graph).map { "; it is \($0.withArticle)" }
      ?? KnownName.hint(name, among: ["everything"] + names)
    return .usage("the policy has no feature, meter or group called `\(name)`\(hint)")
  }
}

extension [Decision] {
  /// The exit status of a command that printed these decisions.
  var status: ExitStatus {
    allSatisfy { $0.isAllowed } ? .success : .negative
  }
}
