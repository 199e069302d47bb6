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
