/// A value and the steps to better ones: the limit of `guests at most 10`, or the value of a
/// setting.
package struct Ladder: Sendable, Hashable {
  package var base: Base
  /// In the order of the source.
  package var steps: [LadderStep]
  /// Whether the least value is the best; only for a setting.
  package var isSmallerBetter: Bool

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
