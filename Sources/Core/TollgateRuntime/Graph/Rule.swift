/// A rule: it holds when it is out of force, its condition is false, its limit is not exceeded, or
/// its requirement is met.
package struct Rule: Sendable, Hashable {
  /// The requirement; `.never` for `off`.
  package var requirement: Int32
  /// From … until …
  package var inForce: Int32
  /// when … unless …
  package var condition: Int32
  /// Whether it only warns now.
  package var soft: Int32
  package var effect: Effect
  package var limit: Limit?
  package var runningUseMayFinish = false
  /// The minimal sets of names that would meet the requirement.
  package var needs: [[Need]] = []
  package var prompt = PromptStyle()
  package var reminders: [Reminder] = []
  package var message: LabelIndex?
  /// Why the rule is there, for the people who keep the policy; empty for none.
  package var because = ""
  package var place = Place()

  package init(
    requirement: Int32, inForce: Int32, condition: Int32, soft: Int32, effect: Effect,
    limit: Limit? = nil
  ) {
    self.requirement = requirement
    self.inForce = inForce
    self.condition = condition
    self.soft = soft
    self.effect = effect
    self.limit = limit
  }

  package enum Effect: UInt8, Sendable, Hashable, CaseIterable {
    case requires
    /// `requires nothing`
    case requiresNothing
    /// `is off`, `is not allowed`
    case off
  }

  /// An entitlement or a yes-or-no fact that a requirement names.
  package enum Need: Sendable, Hashable {
    case entitlement(Int32)
    case fact(Int32)
  }

  /// Where it is written. Not part of what the policy means.
  package struct Place: Sendable, Hashable {
    /// The line that it begins with.
    package var row = PolicyRow(0)
    /// The rule as it is written, white space evened out.
    package var text = ""

    package init() {}

    package init(row: PolicyRow, text: String) {
      self.row = row
      self.text = text
    }
  }
}

/// The part of a rule that an evaluation reads. It has numbers only, so reading it counts no
package struct RuleCore: Sendable {
  package let requirement: Int32
  package let inForce: Int32
  package let condition: Int32
  package let soft: Int32
  package let limit: Limit?
  package let effect: Rule.Effect
  package let runningUseMayFinish: Bool
}

/// The comparison that is the subject of a rule.
package struct Limit: Sendable, Hashable, BitwiseCopyable {
  /// The meter, or -1 for a setting: there is room for a limit in each rule, so it is small.
  private var meterOrNone: Int32
  package var window: Window
  package var kind: Kind

  /// - Parameter meter: Nil for the value of a setting.
  package init(meter: MeterIndex?, window: Window, kind: Kind) {
    meterOrNone = meter ?? -1
    self.window = window
    self.kind = kind
  }

  /// The limit that the value of a setting is.
  package init(setting: SettingIndex) {
    self.init(meter: nil, window: .total, kind: .setting(setting))
  }

  /// The meter; nil for the value of a setting. A forged number below -1 is no meter, and stays for
  /// the verifier to refuse.
  @inline(__always)
  package var meter: MeterIndex? { meterOrNone == -1 ? nil : meterOrNone }

  /// The counter that it is about. Not asked for the value of a setting, which has none: where the
  /// kind of a limit says that it has a meter, that is not checked again.
  @inline(__always)
  package var counter: CounterIndex { CounterIndex(meterOrNone, window) }

  package enum Kind: Sendable, Hashable, BitwiseCopyable {
    /// A value above this, allowance subtracted, exceeds it: 500 for `> 500` and for `>= 501`.
    case atMost(Int64)
    /// The whole limit is the snapshot's allowance, or this (nil: unknown), with add-ons added.
    case allowance(otherwise: Int64?)
    case undecided
    /// A bare meter: any growth exceeds it, and no allowance raises it.
    case bare
    /// `at most`: the limit of a ladder. The requirement of its rule is nobody's.
    case ladder(LadderIndex)
    /// The value of a setting, which a rule of its own compares with the one asked for. It has no
    /// meter.
    case setting(SettingIndex)
  }
}

package struct Reminder: Sendable, Hashable {
  package var at: Threshold
  package var isProminent: Bool
  /// Milliseconds; nil for the policy's.
  package var snooze: Int64?
  package var label: LabelIndex?

  package init(at: Threshold, isProminent: Bool, snooze: Int64?, label: LabelIndex?) {
    self.at = at
    self.isProminent = isProminent
    self.snooze = snooze
    self.label = label
  }

  package var isOfEnd: Bool { if case .beforeEnd = at { true } else { false } }

  package enum Threshold: Sendable, Hashable {
    case quantity(Int64)
    /// In hundredths of a percent of the limit.
    case share(Int64)
    /// So long before the target ends.
    case beforeEnd(Lead)
  }

  /// How long before an end, in the unit in which it is written: `3 days`, `72h`.
  package struct Lead: Sendable, Hashable {
    /// More than 0.
    package var milliseconds: Int64
    /// Its place among the units.
    var unit: Int32

    init(milliseconds: Int64, unitAt place: Int32) {
      self.milliseconds = milliseconds
      unit = place
    }

    package init(milliseconds: Int64, unit word: String) {
      let place = Lead.units.firstIndex { $0.word == word } ?? 0
      self.init(milliseconds: milliseconds, unitAt: Int32(place))
    }

    /// The first are written behind the number without a space.
    static let units: [(word: String, milliseconds: Int64)] = [
      ("s", 1000), ("min", 60_000), ("h", 3_600_000), ("second", 1000), ("seconds", 1000),
      ("minute", 60_000), ("minutes", 60_000), ("hour", 3_600_000), ("hours", 3_600_000),
      ("day", 86_400_000), ("days", 86_400_000), ("week", 604_800_000), ("weeks", 604_800_000),
    ]

    /// As it is written, but for a part of a unit, which is told in seconds.
    package var text: String {
      let (word, length) = Lead.units[Int(unit)]
      guard milliseconds % length == 0 else { return "\(milliseconds / 1000)s" }
      return "\(milliseconds / length)" + (unit < 3 ? word : " " + word)
    }
  }
}

/// How the app presents a denial.
package struct PromptStyle: Sendable, Hashable {
  package var presentation = "prompt"
  /// Milliseconds; nil for the policy's.
  package var snooze: Int64?
  package var isDismissible = true

  package init() {}
}

/// A target: a feature, a member of a series, or a meter.
package struct TargetRecord: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  /// The meter; nil for a feature.
  package var meter: MeterIndex?
  /// Its rules, in the order of the source.
  package var rules: [Int32]
  package var benefits: [LabelIndex]

  package init(
    name: String, label: LabelIndex? = nil, meter: MeterIndex? = nil, rules: [Int32] = [],
    benefits: [LabelIndex] = []
  ) {
    self.name = name
    self.label = label
    self.meter = meter
    self.rules = rules
    self.benefits = benefits
  }
}

/// A group, or a whole series under the name of its range.
package struct TargetGroup: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  /// The targets, each once, in order of declaration.
  package var members: [Int32]

  package init(name: String, label: LabelIndex? = nil, members: [Int32]) {
    self.name = name
    self.label = label
    self.members = members
  }
}

/// The targets that the clause `instead use` of a rule names.
package struct InsteadUse: Sendable, Hashable {
  package var rule: RuleIndex
  /// Each once, in the order written.
  package var targets: [Int32]

  package init(rule: RuleIndex, targets: [Int32]) {
    self.rule = rule
    self.targets = targets
  }
}

extension RuleGraph {
  /// The targets to use instead of those that this rule denies, in the order written.
  package func instead(of rule: RuleIndex) -> [Int32] {
    var (low, high) = (0, parts.insteads.count)
    while low < high {
      let middle = (low + high) / 2
      if parts.insteads[middle].rule < rule { low = middle + 1 } else { high = middle }
    }
    guard low < parts.insteads.count, parts.insteads[low].rule == rule else { return [] }
    return parts.insteads[low].targets
  }
}

/// A condition of the graph. Equal conditions are one node, and a node's children come before it,
/// so there are no cycles and a pass from the front sees every child first.
package enum Node: Sendable, Hashable {
  case never, always
  /// All of its children are true.
  case all(Children)
  /// One of its children is true.
  case any(Children)
  case not(NodeIndex)
  /// The user has the entitlement: by a grant of the snapshot, or by a `grant` statement of the
  /// policy, which is the case if the other node is true.
  case entitlement(EntitlementIndex, givenBy: NodeIndex?)
  /// The user has the entitlement by a grant of the snapshot that is not in a trial now.
  case paid(EntitlementIndex)
  /// The `grant` statement gives what it grants, because the condition is true.
  case statement(Int32, NodeIndex)
  /// The fact has this value.
  case factIs(FactIndex, Int64)
  /// The fact is at least this value: a date in milliseconds, a number, or the rank of a version
  /// among the versions that the policy compares it with.
  case factAtLeast(FactIndex, Int64)
  /// The present value of the counter is at least this.
  case usageAtLeast(CounterIndex, Int64)
  /// The subject is in the rollout.
  case inRollout(RolloutIndex)
  /// Now is at or after this time.
  case timeAtLeast(Int64)
  /// Now is so long after the date fact, or later.
  case timeSince(FactIndex, Lapse)

  /// The children of a node, which are together among the edges of the graph.
  package struct Children: Sendable, Hashable, BitwiseCopyable {
    package var start: Int32
    package var count: Int32

    package init(start: Int32 = 0, count: Int32 = 0) {
      self.start = start
      self.count = count
    }

    /// Their places among the edges.
    @inline(__always)
    package var places: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// Whether it is always the same. Most rules have no dates, no condition and no `soft`.
  @inline(__always)
  var isConstant: Bool {
    switch self {
    case .never, .always: true
    default: false
    }
  }
}

/// The value of a condition in three-valued logic: for one user, or for many at once. Two values
/// are equal if they are equal for every user.
package protocol TruthValue: Sendable, Hashable {
  /// No, for every user.
  static var no: Self { get }
  /// Yes, for every user.
  static var yes: Self { get }
  static prefix func ! (value: Self) -> Self
  func and(_ other: Self) -> Self
  func or(_ other: Self) -> Self
}

/// Three-valued truth. The raw values make `and` a minimum, `or` a maximum.
package enum Truth: UInt8, TruthValue, BitwiseCopyable {
  case no = 0
  case unknown = 1
  case yes = 2

  package init(_ value: Bool) {
    self = value ? .yes : .no
  }

  package static prefix func ! (value: Truth) -> Truth {
    switch value {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }

  package func and(_ other: Truth) -> Truth {
    rawValue < other.rawValue ? self : other
  }

  package func or(_ other: Truth) -> Truth {
    rawValue > other.rawValue ? self : other
  }
}
