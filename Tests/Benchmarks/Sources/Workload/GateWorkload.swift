public import TollgateKit

/// The 22 gates, 64 users who hold this and that, and the same users as an app without Tollgate
/// keeps them.
public struct GateWorkload: Sendable {
  public let policy: Policy
  public let targets: [Target]
  public let names: [String]
  /// The users as flags, as sets of names, as snapshots and prepared, one after the other.
  public let flags: [HandWritten.User]
  public let held: [Set<String>]
  public let snapshots: [Snapshot]
  public let prepared: Users
  /// When all are asked.
  public let now = Instant(milliseconds: 1_772_366_400_000)

  /// How many users there are.
  public static let users = 64

  public init() throws {
    policy = try Policy(source: Gate.policy, name: "gates.gate")
    names = Gate.allCases.map { $0.name }
    targets = names.compactMap(policy.target)
    var random = SplitMix64(seed: 5)
    flags = (0..<GateWorkload.users).map { _ in
      HandWritten.User(
        isPro: random.pick(2) == 0, hasBasic: random.pick(2) == 0,
        hasAdvanced: random.pick(2) == 0, hasExpert: random.pick(2) == 0,
        hasFull: random.pick(4) == 0, bills: 490 + random.pick(20))
    }
    held = flags.map { $0.held }
    snapshots = flags.map { [now] in $0.snapshot(at: now) }
    prepared = Users(snapshots.map(policy.prepare))
    try check()
  }

  /// The same answers all round, or a comparison says nothing.
  private func check() throws {
    for (gate, target) in zip(Gate.allCases, targets) {
      for user in flags.indices {
        let byHand = HandWritten.isAllowed(gate, for: flags[user])
        let answers = [
          HandWritten.isAllowed(
            named: gate.name, holding: held[user], bills: flags[user].bills),
          Engine.isAllowed(target, in: policy, for: prepared.array[user], at: now),
          Engine.decide(target, in: policy, for: prepared.array[user], at: now).isAllowed,
          Engine.decide(gate.name, in: policy, for: prepared.array[user], at: now).isAllowed,
        ]
        guard answers.allSatisfy({ $0 == byHand }) else {
          throw WorkloadError("\(gate.name) for \(flags[user]) is \(byHand), and then \(answers)")
        }
      }
    }
    guard targets.count == 22, targets.count == policy.targets.count else {
      throw WorkloadError("there are \(targets.count) of 22 gates")
    }
  }
}

/// Why nothing is measured.
public struct WorkloadError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

extension HandWritten.User {
  /// The names of what is held.
  var held: Set<String> {
    var held: Set<String> = []
    if isPro { held.insert("pro") }
    if hasBasic { held.insert("basic") }
    if hasAdvanced { held.insert("advanced") }
    if hasExpert { held.insert("expert") }
    if hasFull { held.insert("full") }
    return held
  }

  /// What a store would tell of this user.
  func snapshot(at now: Instant) -> Snapshot {
    var grants: [Grant] = []
    if isPro { grants.append(Grant(product: "annual", until: now.advanced(by: 86_400_000))) }
    if hasBasic { grants.append(Grant(product: "com.app.course.basic")) }
    if hasAdvanced { grants.append(Grant(product: "com.app.course.advanced")) }
    if hasExpert { grants.append(Grant(product: "expert")) }
    if hasFull { grants.append(Grant(product: "full")) }
    return Snapshot(asOf: now, grants: grants, usage: ["bills": Usage(Int64(bills))])
  }
}
