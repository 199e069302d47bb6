/// A value and the steps to better ones: the limit of `guests at most 10`, or the value of a
/// setting.
package struct Ladder: Sendable, Hashable {
  package var base: Base
  /// In the order of the source.
  package var steps: [LadderStep]
  /// Whether the least value is the best; only for a setting.
  package var isSmallerBetter: Bool
  /// The thing that its base or steps are for each of; nil for none.
  package var source: Source?
  /// Whether the base is for each of it.
  package var isBaseEach = false

  package init(base: Base, steps: [LadderStep] = [], isSmallerBetter: Bool = false) {
    self.base = base
    self.steps = steps
    self.isSmallerBetter = isSmallerBetter
  }

  /// The value that everybody has.
  package enum Base: Sendable, Hashable, BitwiseCopyable {
    /// In the unit of the meter or setting; of choices, the place of the first.
    case quantity(Int64)
    /// The snapshot's own allowance, or this (nil: unknown). Not for a setting.
    case allowance(otherwise: Int64?)
    /// Not for a setting.
    case undecided

    /// The limit that a ladder without steps is.
    package var kind: Limit.Kind {
      switch self {
      case .quantity(let quantity): .atMost(quantity)
      case .allowance(let otherwise): .allowance(otherwise: otherwise)
      case .undecided: .undecided
      }
    }
  }

  package enum Value: Sendable, Hashable, BitwiseCopyable {
    /// In the unit of the meter or setting; a choice by its place among the choices.
    case quantity(Int64)
    case unlimited
  }
}

/// A line below a ladder: `100 with plus`.
package struct LadderStep: Sendable, Hashable {
  package var value: Ladder.Value
  /// with …
  package var requirement: NodeIndex
  /// from … until …
  package var inForce: NodeIndex
  /// when … unless …
  package var condition: NodeIndex
  /// Whether it is `with nothing`.
  package var asksForNothing = false
  /// Whether its quantity is for each of what the ladder counts.
  package var isEach = false
  /// The minimal sets of names that would meet the requirement.
  package var needs: [[Rule.Need]] = []
  /// Every name of the requirement that is not under `not`, in the order of the source.
  package var names: [Rule.Need] = []
  /// Where it is written.
  package var place = Rule.Place()

  package init(
    value: Ladder.Value, requirement: NodeIndex, inForce: NodeIndex, condition: NodeIndex
  ) {
    self.value = value
    self.requirement = requirement
    self.inForce = inForce
    self.condition = condition
  }
}

/// An index into the ladders of a graph.
package typealias LadderIndex = Int32

/// The part of a ladder that an evaluation reads. It has numbers only, so reading it counts no
/// references.
package struct LadderCore: Sendable, BitwiseCopyable {
  package let base: Ladder.Base
  package let isSmallerBetter: Bool
  /// Whether the base is for each of the source.
  package let isBaseEach: Bool
  package let source: Ladder.Source?
  private let firstStep: Int32
  private let stepCount: Int32

  /// The places of its steps among those of all ladders.
  @inline(__always)
  package var steps: Range<Int> { Int(firstStep)..<Int(firstStep) + Int(stepCount) }

  init(_ ladder: Ladder, firstStep: Int) {
    base = ladder.base
    isSmallerBetter = ladder.isSmallerBetter
    isBaseEach = ladder.isBaseEach
    source = ladder.source
    self.firstStep = Int32(truncatingIfNeeded: firstStep)
    stepCount = Int32(truncatingIfNeeded: ladder.steps.count)
  }
}

/// The part of a step that an evaluation reads.
package struct StepCore: Sendable, BitwiseCopyable {
  package let value: Ladder.Value
  package let requirement: NodeIndex
  package let inForce: NodeIndex
  package let condition: NodeIndex
  package let asksForNothing: Bool
  package let isEach: Bool

  init(_ step: LadderStep) {
    value = step.value
    requirement = step.requirement
    inForce = step.inForce
    condition = step.condition
    asksForNothing = step.asksForNothing
    isEach = step.isEach
  }
}

/// The ladders of a policy as an evaluation reads them.
package struct LadderCores: Sendable {
  package private(set) var ladders: [LadderCore] = []
  /// The steps of all ladders, one ladder after the other.
  package private(set) var steps: [StepCore] = []
  /// By setting.
  package private(set) var ofSettings: [LadderIndex] = []

  init(_ parts: RuleGraph.Parts) {
    for ladder in parts.ladders {
      ladders.append(LadderCore(ladder, firstStep: steps.count))
      for step in ladder.steps { steps.append(StepCore(step)) }
    }
    for setting in parts.settings { ofSettings.append(setting.ladder) }
  }
}

extension RuleGraph {
  /// The ladder that a limit is, or that the value of a setting is; nil for a plain limit.
  @inline(__always)
  package func ladder(of limit: Limit) -> LadderIndex? {
    switch limit.kind {
    case .ladder(let ladder): ladder
    case .setting(let setting): ladders.ofSettings[Int(setting)]
    case .atMost, .allowance, .undecided, .bare: nil
    }
  }

  @inline(__always)
  package subscript(ladder index: LadderIndex) -> LadderCore { ladders.ladders[Int(index)] }

  /// A step by its place among those of all ladders.
  @inline(__always)
  package subscript(step place: Int) -> StepCore { ladders.steps[place] }

  /// How many allowances there are: those of the meters, after them those of the settings, then
  /// those of the windows that products add to by themselves, and how many are bought of the meters
  /// that quantities count.
  package var allowanceCount: Int {
    parts.meters.count + parts.settings.count + raisedWindows.count + countedMeters.count
  }

  /// The place of how many are bought of a meter that some quantity counts.
  package func allowance(ofBought meter: MeterIndex) -> Int32 {
    Int32(parts.meters.count + parts.settings.count + raisedWindows.count)
      + Int32(countedMeters.firstIndex(of: meter) ?? 0)
  }

  /// The place of the allowance that raises a limit.
  @inline(__always)
  package func allowance(of limit: Limit) -> Int32 {
    if case .setting(let setting) = limit.kind { return allowance(ofSetting: setting) }
    return allowance(of: limit.counter)
  }

  /// The place of the allowance that raises the limits that read a counter.
  @inline(__always)
  package func allowance(of counter: CounterIndex) -> Int32 {
    raisedWindows.isEmpty ? counter.meter : allowance(ofRaised: counter)
  }

  @inline(never)
  private func allowance(ofRaised counter: CounterIndex) -> Int32 {
    raisedWindows.firstIndex(of: counter).map(allowance(ofWindow:)) ?? counter.meter
  }

  private func allowance(ofWindow place: Int) -> Int32 {
    Int32(parts.meters.count + parts.settings.count + place)
  }

  /// The places of all allowances of a meter: its own, for all windows but those that products add to
  /// by themselves, and one for each of these.
  package func forEachAllowance(ofMeter meter: MeterIndex, _ body: (Int32) -> Void) {
    body(meter)
    for place in raisedWindows.indices where raisedWindows[place].meter == meter {
      body(allowance(ofWindow: place))
    }
  }

  /// The places of the allowances that an addition of a product raises.
  package func forEachAllowance(
    raisedBy addition: Product.Addition, _ body: (Int32) -> Void
  ) {
    guard let window = addition.window else {
      return forEachAllowance(ofMeter: addition.meter, body)
    }
    body(allowance(of: CounterIndex(addition.meter, window)))
  }

  /// The place of the allowance of a setting.
  package func allowance(ofSetting setting: SettingIndex) -> Int32 {
    Int32(parts.meters.count) + setting
  }
}

/// A target that is a value: `setting history is 7 days`. Its name and label are those of its
/// target.
///
/// The targets of the settings are the last ones, in the same order.
package struct Setting: Sendable, Hashable {
  package var kind: Kind
  /// In their order, the best last; empty for a setting that is a quantity.
  package var choices: [Choice]
  package var ladder: LadderIndex
  /// The rule that asks whether a value is within reach: with the place and the clauses of the
  /// `setting` statement, and a limit of the kind `setting`. It is not among the rules of its
  /// target.
  package var rule: RuleIndex

  package init(kind: Kind, choices: [Choice] = [], ladder: LadderIndex, rule: RuleIndex) {
    self.kind = kind
    self.choices = choices
    self.ladder = ladder
    self.rule = rule
  }

  /// The kind of a setting's values.
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case count, bytes, seconds
    /// Hundredths of a percent.
    case basisPoints
    case choice
    case months
  }

  package struct Choice: Sendable, Hashable {
    package var name: String
    package var label: LabelIndex?

    package init(name: String, label: LabelIndex? = nil) {
      self.name = name
      self.label = label
    }
  }
}

/// An index into the settings of a graph.
package typealias SettingIndex = Int32

extension RuleGraph.Parts {
  /// Whether allowances and products raise a setting: it is a quantity, the more the better.
  func isRaised(setting: SettingIndex) -> Bool {
    let setting = settings[Int(setting)]
    return setting.kind != .choice && !ladders[Int(setting.ladder)].isSmallerBetter
  }
}

extension Product {
  /// The addition of a product to the value of a setting: `adds 30 days to history`.
  package struct SettingAddition: Sendable, Hashable {
    package var setting: SettingIndex
    package var amount: Int64

    package init(setting: SettingIndex, amount: Int64) {
      self.setting = setting
      self.amount = amount
    }
  }
}
