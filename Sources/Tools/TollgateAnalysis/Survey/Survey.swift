package import TollgateSyntax

/// The exact findings about a policy: worked out once, for all rules of the linter.
package struct Survey: Sendable {
  /// The state of each rule.
  package var rules: [RuleState] = []
  /// Alternatives that add nothing to the others of their list.
  package var idleAlternatives: [Part] = []
  /// Parts of conditions and requirements that are true, or false, for everybody.
  package var constantParts: [(part: Part, isTrue: Bool)] = []
  /// Targets that nobody can use, those with the same rules together.
  package var closed: [[Int32]] = []
  /// Meters, by target, of which nobody may use anything.
  package var unused: [Int32] = []
  /// Targets that only rules with conditions gate, with somebody for whom none of them applies.
  package var freeElsewhere: [(rules: [Int32], targets: [Int32], witness: Witness)] = []
  /// Meters and settings, by target, that somebody may use whom a rule about `everything` denies.
  package var leftOpen: [(rule: Int32, targets: [Int32])] = []
  /// Rules that require nothing, for somebody whom another rule refuses.
  package var gatedAnyway: [(rule: Int32, target: Int32, witness: Witness)] = []
  /// The losses by holding more.
  package var losses: [(targets: [Int32], loss: Loss)] = []
  /// The targets that open by using more.
  package var openings: [(targets: [Int32], opening: Opening)] = []
  /// Reminders that nobody gets, or that another one of the rule has the value of.
  package var idleReminders: [IdleReminder] = []
  /// Tiers, by their place, that add nothing to the one below.
  package var idleTiers: [Int32] = []
  /// Rules whose requirement nothing for sale can meet.
  package var unmetRules: [Int32] = []
  /// Steps of ladders and settings whose requirement nothing for sale can meet.
  package var unmetSteps: [(rule: Int32, step: Int)] = []
  /// People who are refused and whom no purchase helps.
  package var deadEnds: [(targets: [Int32], witness: Witness)] = []
  /// Products that change no outcome of anybody who may buy them.
  package var idleProducts: [Int32] = []
  /// Products that give nobody more than another one, which costs no more; the one to name first.
  package var dominated: [(product: Int32, by: Int32)] = []
  /// Products that cost more than others which open as much together.
  package var bundles: [(product: Int32, parts: [Int32])] = []
  /// Products that are offered to nobody.
  package var unoffered: [Int32] = []
  /// Rules of ladders and settings whose value is worse for who holds more.
  package var worse: [(rule: Int32, targets: [Int32], loss: Loss)] = []
  /// Targets after `instead use` that nobody may use who is denied, by rule.
  package var idleInsteads: [(rule: Int32, targets: [Int32], areDearer: Bool)] = []
  /// Products that cannot be bought with what they are sold with.
  package var unsold: [Int32] = []
  /// The questions that the budget did not answer.
  package var undecided: [Undecided] = []

  package enum RuleState: Sendable, Hashable {
    case fine
    case neverApplies
    case alwaysHolds
    /// It says what an earlier rule says.
    case twin
    /// These others leave nothing to do for it.
    case implied(by: [Int32])

    /// Whether taking it away changes nothing.
    var isIdle: Bool { self != .fine }
  }

  /// A part of a rule as it is written.
  package struct Part: Sendable, Hashable {
    package var rule: Int32
    package var span: Span
    /// Whether it is a part of what is required, rather than of when the rule applies.
    package var isRequired: Bool
  }

  package struct IdleReminder: Sendable, Hashable {
    package var rule: Int32
    package var reminder: Int
    /// The earlier reminder of the same value, if that is what is wrong with it.
    package var twin: Int?
  }

  /// A question that was left open.
  package struct Undecided: Sendable, Hashable {
    /// The code of the finding that it would be.
    package var code: String
    package var subject: LintTopic
    package var exhausted: Exhausted
  }
}
