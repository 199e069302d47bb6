/// The part of a ladder that an evaluation reads. It has numbers only, so reading it counts no
/// references.
package struct LadderCore: Sendable, BitwiseCopyable {
  package let base: Ladder.Base
  package let isSmallerBetter: Bool
  private let firstStep: Int32
  private let stepCount: Int32

  /// The places of its steps among those of all ladders.
  @inline(__always)
  package var steps: Range<Int> { Int(firstStep)..<Int(firstStep) + Int(stepCount) }

  init(_ ladder: Ladder, firstStep: Int) {
    base = ladder.base
    isSmallerBetter = ladder.isSmallerBetter
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

  init(_ step: LadderStep) {
    value = step.value
    requirement = step.requirement
    inForce = step.inForce
    condition = step.condition
    asksForNothing = step.asksForNothing
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

  /// How many allowances there are: those of the meters, and after them those of the settings.
  package var allowanceCount: Int { parts.meters.count + parts.settings.count }

  /// The place of the allowance that raises a limit.
  @inline(__always)
  package func allowance(of limit: Limit) -> Int32 {
    if case .setting(let setting) = limit.kind { return allowance(ofSetting: setting) }
    return limit.counter.meter
  }

  /// The place of the allowance of a setting.
  package func allowance(ofSetting setting: SettingIndex) -> Int32 {
    Int32(parts.meters.count) + setting
  }
}
