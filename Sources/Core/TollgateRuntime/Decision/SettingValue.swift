/// A value of a setting: a case for each kind.
///
/// ```swift
/// switch policy.value(of: "history", for: snapshot, at: now) {
/// case .seconds(let seconds)?: show("\(seconds / 86_400) days of history")
/// case .unlimited?: show("all of the history")
/// default: break
/// }
/// ```
public enum SettingValue: Sendable, Hashable {
  /// A number.
  case count(Int64)
  /// A size in bytes.
  case bytes(Int64)
  /// A duration in seconds.
  case seconds(Int64)
  /// A percentage in hundredths of a percent: 1250 is 12.5%.
  case basisPoints(Int64)
  /// A number of calendar months: 12 are a year.
  case months(Int64)
  /// The name of a choice, and its place among the choices, from 0; the last is the best.
  case choice(String, place: Int)
  /// No limit at all.
  case unlimited

  /// The number in the unit of the kind; nil for a choice and for `unlimited`.
  public var number: Int64? {
    switch self {
    case .count(let number), .bytes(let number), .seconds(let number), .basisPoints(let number),
      .months(let number):
      number
    case .choice, .unlimited: nil
    }
  }

  /// Whether there is no limit.
  public var isUnlimited: Bool { self == .unlimited }
}

extension SettingValue: CustomStringConvertible {
  /// The exact value, in the largest unit in which it is whole: `30 days`, `1500 MB`, `12.5%`,
  /// `high`, `unlimited`.
  public var description: String {
    switch self {
    case .count(let number): return "\(number)"
    case .bytes(let bytes): return SettingValue.text(bytes, SettingValue.sizes)
    case .seconds(let seconds):
      return seconds == 86_400 ? "1 day" : SettingValue.text(seconds, SettingValue.durations)
    case .basisPoints(let hundredths): return hundredths.percent
    case .months(let months):
      let isYears = months % 12 == 0 && months != 0
      let count = isYears ? months / 12 : months
      return "\(count) \(isYears ? "year" : "month")\(count == 1 ? "" : "s")"
    case .choice(let name, _): return name
    case .unlimited: return "unlimited"
    }
  }

  private static let sizes: [(Int64, String)] = [
    (1_000_000_000_000, " TB"), (1_000_000_000, " GB"), (1_000_000, " MB"), (1000, " KB"),
    (1, " B"),
  ]
  private static let durations: [(Int64, String)] = [
    (86_400, " days"), (3600, "h"), (60, "min"), (1, "s"),
  ]

  private static func text(_ value: Int64, _ units: [(Int64, String)]) -> String {
    for (size, unit) in units where value != 0 && value % size == 0 {
      return "\(value / size)\(unit)"
    }
    return "\(value)"
  }
}

/// The value of a setting for a user: what a decision about it carries, whatever its outcome.
///
/// ```swift
/// if let state = gate.decision(.history).value {
///   show("now \(state.value)")
///   for step in state.better { show("\(step.value) with \(step.products)") }
/// }
/// ```
public struct SettingState: Sendable, Hashable {
  /// The best value that the user surely has.
  public let value: SettingValue
  /// The best value that the user may have: as if every step that is not surely out counted, and
  /// everything that is stale.
  public let possible: SettingValue
  /// The products for a better value, from the least good value to the best.
  public let better: [Better]
  package let kind: Setting.Kind
  /// Whether there are more sets of products than are listed.
  package let areMore: Bool

  /// A better value, and what brings it.
  public struct Better: Sendable, Hashable {
    /// The value after the purchase.
    public let value: SettingValue
    /// The sets of products that bring it, each by the names of its products; the fewest first,
    /// then the cheaper.
    public let products: [[String]]
  }
}

extension RuleGraph {
  /// The setting called `name`, as a target; nil if the policy has none.
  package func setting(_ name: String) -> Target? {
    guard let target = target(name), setting(of: target.index) != nil else { return nil }
    return target
  }

  /// The value that the user surely has of a setting; nil for a target that is no setting. It is as
  /// cheap as a verdict: nothing is allocated or locked on the way.
  package func value(
    of target: Target, for prepared: PreparedSnapshot, at now: Instant
  ) -> SettingValue? {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    guard let setting = setting(of: target.index) else { return nil }
    let now = max(now.milliseconds, prepared.floor)
    let answers = prepared.preparedAnswers
    if let phase = answers.phase(at: now), answers.valueCount > 0 {
      return self.value(answers.values[phase &* answers.valueCount &+ Int(setting)], of: setting)
    }
    var evaluation = prepared.evaluation(at: now)
    return self.value(evaluation.value(of: setting), of: setting)
  }

  /// A value of a setting in its kind.
  package func value(_ value: Ladder.Value, of setting: SettingIndex) -> SettingValue {
    guard case .quantity(let quantity) = value else { return .unlimited }
    switch parts.settings[Int(setting)].kind {
    case .count: return .count(quantity)
    case .bytes: return .bytes(quantity)
    case .seconds: return .seconds(quantity)
    case .basisPoints: return .basisPoints(quantity)
    case .months: return .months(quantity)
    case .choice:
      let choices = parts.settings[Int(setting)].choices
      return .choice(choices[Int(quantity)].name, place: Int(quantity))
    }
  }
}

/// Finds the sets of products whose purchase makes the value of a setting better.
///
/// From the present value on, the minimal sets that reach a better one are searched, as for any
/// purchase; the least of their values is listed with its sets, and the next search is for more.
struct SettingSearch {
  private let inquiry: Inquiry
  private let setting: SettingIndex
  private(set) var found: [(value: Ladder.Value, sets: [BitSet])] = []
  private(set) var areMore = false

  init(_ inquiry: Inquiry, _ setting: SettingIndex) {
    self.inquiry = inquiry
    self.setting = setting
    var evaluation = inquiry.evaluation()
    var value = evaluation.value(of: setting)
    var rest = PurchaseSearch.mostListed
    while let ask = ask(beyond: value) {
      let sets = sets(enoughFor: ask)
      guard let least = sets.first?.value else { return }
      let next = sets.dropFirst().reduce(least) { isBetter($0, than: $1.value) ? $1.value : $0 }
      let listed = sets.filter { $0.value == next }.map { $0.set }
      found.append((next, Array(listed.prefix(rest))))
      if listed.count > rest || areMore { areMore = true }
      rest -= listed.count
      guard rest > 0 else {
        areMore = areMore || !isLast(next, sets)
        return
      }
      value = next
    }
  }

  /// Whether no set of a search is better than a value.
  private mutating func isLast(_ value: Ladder.Value, _ sets: [(set: BitSet, value: Ladder.Value)])
    -> Bool
  {
    guard let ask = ask(beyond: value) else { return true }
    return self.sets(enoughFor: ask).isEmpty
  }

  /// An ask for anything better than a value; nil if nothing is.
  private func ask(beyond value: Ladder.Value) -> Ask? {
    let kind = inquiry.graph.parts.settings[Int(setting)]
    guard case .quantity(let quantity) = value else { return nil }
    if inquiry.graph[ladder: kind.ladder].isSmallerBetter {
      return quantity > 0 ? Ask(.reaching(quantity - 1)) : nil
    }
    if kind.kind == .choice {
      return quantity + 1 < kind.choices.count ? Ask(.reaching(quantity + 1)) : nil
    }
    return quantity < .max ? Ask(.reaching(quantity + 1)) : Ask(.reachingUnlimited)
  }

  private func isBetter(_ a: Ladder.Value, than b: Ladder.Value) -> Bool {
    let ladder = inquiry.graph[ladder: inquiry.graph.ladders.ofSettings[Int(setting)]]
    switch b {
    case .unlimited: return false
    case .quantity(let quantity): return !ladder.isWithin(a, .quantity(quantity))
    }
  }

  /// The minimal sets that are enough for an ask, in the order in which they are listed, each with
  /// its value.
  private mutating func sets(enoughFor ask: Ask) -> [(set: BitSet, value: Ladder.Value)] {
    let graph = inquiry.graph
    let rule = graph.parts.settings[Int(setting)].rule
    var subject = inquiry.subject
    subject.rules = [rule]
    let question = Inquiry(
      prepared: inquiry.prepared, subject: subject, ask: ask,
      now: inquiry.asked)
    var evaluation = question.evaluation()
    var standings = question.standings(&evaluation)
    // Any rule that fails keeps a warning, also one that is soft.
    let search = PurchaseSearch(question, from: .warned, first: 0, past: &standings, &evaluation)
    if search.areMore { areMore = true }
    let catalog = ProductCatalog(of: question)
    return search.found.map { set in
      evaluation.input = catalog.after(buying: set).input
      return (set, evaluation.value(of: setting))
    }
  }
}

extension Inquiry {
  /// The state of a setting for this user; nil for any other target.
  package var settingState: SettingState? {
    guard let setting = subject.setting else { return nil }
    var evaluation = evaluation()
    let search = SettingSearch(self, setting)
    return SettingState(
      value: graph.value(evaluation.value(of: setting), of: setting),
      possible: graph.value(evaluation.value(of: setting, counting: .unknown), of: setting),
      better: search.found.map { found in
        SettingState.Better(
          value: graph.value(found.value, of: setting),
          products: found.sets.map { set in set.map { graph[product: $0].name } })
      },
      kind: graph.parts.settings[Int(setting)].kind, areMore: search.areMore)
  }
}

/// The minimal sets of names that would meet some steps of a ladder, as those of one requirement
/// that joins theirs with `or`.
package struct StepNeeds {
  private let graph: RuleGraph
  /// The names of the steps, in the order in which they are first written.
  private var names: [Rule.Need] = []
  private var sets: [BitSet] = []

  /// How many sets are reported, and how many are kept while they are worked out.
  private static let most = 64
  private static let mostInBetween = 512

  /// - Parameter steps: No step of them asks for nothing.
  package init(_ steps: [LadderStep], in graph: RuleGraph) {
    self.graph = graph
    for step in steps {
      for name in step.names where !names.contains(name) { names.append(name) }
    }
    for step in steps {
      for set in step.needs { add(set) }
    }
    keepMinimal()
  }

  /// The smallest first, then in the order in which they are written.
  package var minimal: [[Rule.Need]] {
    sets.prefix(StepNeeds.most).map { set in set.map { names[Int($0)] } }
  }

  /// Adds a set, each name replaced by any of the names that includes it.
  private mutating func add(_ set: [Rule.Need]) {
    var joined = [BitSet()]
    for name in set {
      var larger: [BitSet] = []
      for place in names.indices where includes(names[place], name) {
        for one in joined { larger.append(one.adding(Int32(truncatingIfNeeded: place))) }
      }
      joined = Array(larger.prefix(StepNeeds.mostInBetween))
    }
    sets += joined
    if sets.count > StepNeeds.mostInBetween { keepMinimal() }
  }

  private func includes(_ name: Rule.Need, _ wanted: Rule.Need) -> Bool {
    guard case .entitlement(let index) = name, case .entitlement(let wanted) = wanted else {
      return name == wanted
    }
    return graph[entitlement: index].gives.contains(wanted)
  }

  /// Leaves out the sets that hold another one.
  private mutating func keepMinimal() {
    let sorted = sets.sorted { a, b in
      a.count == b.count ? a.precedes(b) : a.count < b.count
    }
    sets = []
    for set in sorted where sets.count < StepNeeds.mostInBetween {
      if !isKnown(set) { sets.append(set) }
    }
  }

  private func isKnown(_ set: BitSet) -> Bool {
    for known in sets where known.isSubset(of: set) { return true }
    return false
  }
}

extension Inquiry {
  /// The needs of a rule that is a ladder; nil for any other rule.
  func stepNeeds(of rule: RuleIndex) -> [[Rule.Need]]? {
    guard let limit = graph[rule: rule].limit, let index = graph.ladder(of: limit) else {
      return nil
    }
    let ladder = graph[ladder: index]
    var evaluation = evaluation()
    let reach = evaluation.reach(of: limit)
    var steps: [LadderStep] = []
    for (number, place) in ladder.steps.enumerated() {
      let step = graph[step: place]
      guard evaluation.value(step.inForce) != .no, evaluation.value(step.condition) != .no,
        isEnough(step, at: place, of: ladder, limit, reach, evaluation)
      else { continue }
      if step.asksForNothing { return [[]] }
      steps.append(graph.parts.ladders[Int(index)].steps[number])
    }
    return StepNeeds(steps, in: graph).minimal
  }

  /// Whether a step would be enough for the ask with the known allowance; if its value is unknown,
  /// whether it is above what the user surely has.
  private func isEnough(
    _ step: StepCore, at place: Int, of ladder: LadderCore, _ limit: Limit, _ reach: Reach,
    _ evaluation: Evaluation<NoObserver>
  ) -> Bool {
    var needed = evaluation
    var allowance = needed.allowance(raising: limit)
    allowance.perhaps = 0
    let written = Rung(step, at: place, of: ladder)
    // A fact that is missing may be any number.
    guard let rung = step.isEach ? self.needed(written, ladder, &needed) : written else {
      return true
    }
    guard limit.meter != nil else {
      return rung.isExceeded(byReaching: ask.growth, with: allowance) == .no
    }
    let used = evaluation.used(of: limit.counter)
    var growth = ask.growth
    if !subject.takers.isEmpty, let meter = limit.meter, !subject.takers.asks(for: meter) {
      var evaluation = evaluation
      growth = .adding(evaluation.taken(from: meter).possible)
    }
    if case .unknown = growth.value(from: used) {
      guard case .atMost(let quantity)? = rung.kind else {
        return !ladder.isWithin(step.value, reach)
      }
      return !ladder.isWithin(.quantity(quantity), reach)
    }
    return rung.isExceeded(by: growth, used: used, with: allowance) == .no
  }
}
