package import TollgateRuntime

/// How a user stands with a target. An unknown outcome is never counted as denied.
package enum Standing: UInt8, Sendable, Hashable, CaseIterable {
  case denied, warned, allowed
  /// It is denied, and no rule in the way is false: only because something is missing or stale. So
  /// it is where `check` gives each of these rules such a reason.
  case unknown

  /// Each before and after.
  static let pairs = allCases.flatMap { before in allCases.map { (before, $0) } }

  /// Its name in reports, as in the generated SQL.
  package var name: String {
    switch self {
    case .denied: "denied"
    case .warned: "warned"
    case .allowed: "allowed"
    case .unknown: "unknown"
    }
  }
}

/// A change from one ``Standing`` to another, as the user sees it. Between denied and unknown there
/// is none, for the user may do as little before as after.
package enum ChangeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The user surely has less.
  case loses
  /// The user surely has more.
  case gains
  /// The user was allowed, and is denied until what is missing or stale is known.
  case becomesUnknown
  /// The other way.
  case becomesKnown

  package init?(from before: Standing, to after: Standing) {
    switch (before, after) {
    case (.unknown, .unknown), (.unknown, .denied), (.denied, .unknown): return nil
    case (_, .unknown): self = .becomesUnknown
    case (.unknown, _): self = .becomesKnown
    default:
      if before == after { return nil }
      self = after.rawValue < before.rawValue ? .loses : .gains
    }
  }

  /// Its name in reports and in the generated SQL.
  package var name: String {
    switch self {
    case .loses: "loses"
    case .gains: "gains"
    case .becomesUnknown: "becomes-unknown"
    case .becomesKnown: "becomes-known"
    }
  }

  /// Whether the user may do less now, or more.
  package var isLoss: Bool { self == .loses || self == .becomesUnknown }
}

/// One target for one user.
package struct UserAnswer: Sendable, Hashable {
  package var standing: Standing
  /// The rule that decides, where one fails.
  package var rule: RuleIndex?
  /// Where it is unknown: whether it would be known if nothing were stale.
  package var isStale = false

  /// A target that the policy does not have.
  static let undeclared = UserAnswer(standing: .denied, rule: nil)
}

/// One user and one policy, for answers about many targets.
struct UserEvaluation {
  private let user: PreparedSnapshot
  private let now: Instant
  private var evaluation: Evaluation<NoObserver>

  init(_ graph: RuleGraph, _ user: PreparedSnapshot, at now: Instant) {
    self.user = user
    self.now = now
    evaluation = Evaluation(
      graph: graph, input: user.input, now: max(now.milliseconds, user.floor), ask: Ask(),
      observer: NoObserver())
  }

  /// How the user stands with a target, for one more of it.
  mutating func answer(_ target: Int32) -> UserAnswer {
    let graph = evaluation.graph
    let takers = graph.takers(of: CollectionOfOne(Target(index: target)))
    if !takers.isEmpty || !evaluation.takers.isEmpty {
      evaluation = user.evaluation(at: now.milliseconds, takers: takers)
    }
    let rules = graph.targetRuleStarts[Int(target)]..<graph.targetRuleStarts[Int(target) + 1]
    var fold = RuleFold()
    var isRefused = false
    for place in rules {
      let rule = graph.targetRules[Int(place)]
      let holds = evaluation.settled(rule)
      guard holds != .yes else { continue }
      let isSoft = evaluation.isSoft(rule)
      fold.fail(at: Int(place), isSoft: isSoft)
      if !isSoft, !isRefused { isRefused = isFalse(rule, holds) }
    }
    let deciding = fold.deciding.map { graph.targetRules[$0] }
    switch fold.outcome {
    case .allowed: return UserAnswer(standing: .allowed, rule: deciding)
    case .warned: return UserAnswer(standing: .warned, rule: deciding)
    case .denied where isRefused: return UserAnswer(standing: .denied, rule: deciding)
    case .denied:
      let reason = graph.verdict(Target(index: target), for: user, at: now).reason
      return UserAnswer(standing: .unknown, rule: deciding, isStale: reason == .stale)
    }
  }

  /// Whether a rule that fails is false for the reasons of a denial, too.
  private mutating func isFalse(_ rule: RuleIndex, _ holds: Truth) -> Bool {
    guard holds == .unknown else { return holds == .no }
    evaluation.notGiven = .unlessStale
    defer { evaluation.notGiven = .none }
    return evaluation.settled(rule) == .no
  }

  /// The value of a setting.
  mutating func value(of setting: SettingIndex) -> Impact.Value {
    switch evaluation.value(of: setting) {
    case .quantity(let quantity): .quantity(quantity)
    case .unlimited: .unlimited
    }
  }

  /// The limit of a meter.
  func limit(of target: Int32) -> Impact.Value {
    let verdict = evaluation.graph.verdict(Target(index: target), for: user, at: now)
    if verdict.isUnlimited { return .unlimited }
    if verdict.isUndecided { return .undecided }
    return verdict.limit.map { .quantity($0) } ?? .unknown
  }
}
