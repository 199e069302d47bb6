package import TollgateRuntime
package import TollgateWords

/// Who gains and who loses what between two policies, exactly.
package struct PolicyDifference: Sendable {
  /// The changes and whom they concern, in the order of the old policy; targets that change alike
  /// are one.
  package var changes: [Change] = []
  /// Targets that decide alike for everybody.
  package var equal: [String] = []
  /// Targets that only the new policy has.
  package var added: [String] = []
  /// Targets that only the old policy has: a name that is not declared is denied.
  package var removed: [String] = []
  /// Targets for which the budget ran out.
  package var undecided: [Undecided] = []
  /// The settings of which somebody has another value, in the order of the old policy: the change
  /// from one value to another is one entry.
  package var values: [ValueChange] = []
  /// The other changes: not access, but what people see and pay.
  package var lists: [ListedChange] = []

  /// Targets that change alike.
  package struct Change: Sendable {
    package var targets: [String]
    package var loss: Side?
    package var gain: Side?
  }

  /// Users whose value of a setting becomes another one.
  package struct ValueChange: Sendable {
    package var setting: String
    /// `nil` if it is no setting in the old policy, or in the new one.
    package var old: SettingValue?
    package var new: SettingValue?
    package var direction: Direction
    package var side: Side

    package enum Direction: String, Sendable {
      case loss, gain
      /// Nobody can say which of the two values is better: it counts as both.
      case other
    }
  }

  /// Who loses, or who gains.
  package struct Side: Sendable {
    /// For whom, in words: the first few.
    package var boxes: [String]
    /// How many there are in all, or how many were counted.
    package var count: Int
    /// Whether there are more than were counted.
    package var isMore: Bool
    /// From which line to which line.
    package var sources: [Source]
    package var example: Example?
  }

  /// A line that refuses the use in one policy, and the line of the other that it answers to.
  package struct Source: Sendable, Hashable {
    package var old: SourceLine?
    package var new: SourceLine?
  }

  package struct SourceLine: Sendable, Hashable {
    /// The file; empty where the policy is one file.
    package var file = ""
    package var number: Int
    package var text: String
    /// The rule whose line it is, in its own policy.
    package var rule: RuleIndex
  }

  /// The smallest case, with what both policies decide about it.
  package struct Example: Sendable {
    package var target: String
    package var words: String
    /// A scenario for the new policy; `nil` if the language cannot say it.
    package var scenario: String?
    package var snapshot: Snapshot
    package var ask: Ask
    package var now: Instant
    package var before: Decision
    package var after: Decision
  }

  package struct Undecided: Sendable {
    /// Targets of which the outcome is not known.
    package var targets: [String]
    /// Settings of which it is not known who has which value.
    package var values: [String] = []
    package var exhausted: Exhausted
  }

  /// Something that changed and decides nothing.
  package struct ListedChange: Sendable, Hashable {
    package var subject: String
    package var old: String?
    package var new: String?
    /// The product whose terms these are, and which of them: `price`.
    package var product: String?
    package var aspect = ""
    /// Whether only the new policy has what it is about, or only the old one.
    package var isOfNew = false
    package var isOfGone = false
  }

  package var hasLosses: Bool {
    !removed.isEmpty || changes.contains { $0.loss != nil } || values.contains { $0.isLoss }
  }
  package var hasGains: Bool {
    !added.isEmpty || changes.contains { $0.gain != nil } || values.contains { $0.isGain }
  }
  package var isEmpty: Bool {
    changes.isEmpty && values.isEmpty && added.isEmpty && removed.isEmpty && undecided.isEmpty
      && lists.isEmpty
  }

  /// How many kinds of people to whom a change matters are told, and up to how many are counted.
  package struct Extent: Sendable {
    package var told: Int
    package var counted: Int

    package init(told: Int, counted: Int) {
      self.told = told
      self.counted = counted
    }

    /// The first few.
    package static let short = Extent(told: 3, counted: 20)
    /// Every one, as far as the budget goes.
    package static let all = Extent(told: .max, counted: .max)
  }

  /// Compares two policies; the people to whom a change matters are named in a language.
  package static func compare(
    _ old: RuleGraph, _ new: RuleGraph, budget: Budget = Budget(), extent: Extent = .short,
    in language: Language = .english
  ) -> PolicyDifference {
    var comparison = PolicyComparison(old, new, budget: budget, extent: extent, in: language)
    return comparison.run()
  }
}

extension PolicyDifference.ValueChange {
  package var isLoss: Bool { direction != .gain }
  package var isGain: Bool { direction != .loss }
}
