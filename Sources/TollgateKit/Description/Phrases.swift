import TollgateRuntime

/// The words of a description in one language; what is told is decided elsewhere.
///
/// What comes in are names, amounts and dates as texts. What goes out are whole sentences where a
/// comment says so, else parts of one, which begin in lower case.
protocol Phrases: Sendable {
  // MARK: Joining
  func and(_ items: [String]) -> String
  func or(_ items: [String]) -> String
  /// Conditions that must hold at once.
  func both(_ items: [String]) -> String
  func list(_ items: [String]) -> String
  func parentheses(_ inner: String) -> String
  /// A label with the name in the policy.
  func labelled(_ label: String, _ name: String) -> String
  func range(_ first: String, _ last: String) -> String

  // MARK: Headings; whole sentences
  func title(_ policy: String) -> String
  func heading(_ topic: PolicyDescription.Topic) -> String
  /// What holds for every entry about access; `hasLimits` if something is counted.
  func accessNotes(hasLimits: Bool) -> [String]
  var purchaseData: String { get }
  var dismissedPrompts: String { get }
  var ladder: String { get }

  // MARK: Rules
  /// A whole sentence: what a rule says, and for whom and when.
  func rule(_ subject: RuleSubject, _ demand: RuleDemand, scope: [String]) -> String
  /// From when until when; one of the two may be empty.
  func period(from: [String], until: [String]) -> String
  func lasting(_ duration: String, after fact: String) -> String
  func given(_ condition: String) -> String

  // MARK: What a rule says besides; whole sentences
  /// `isGiven` if the policy itself gives it, too.
  func comesWith(_ entitlement: String, _ products: [String], isGiven: Bool) -> String
  func everybodyHas(_ entitlement: String) -> String
  func addOns(_ list: [String]) -> String
  func unit(_ unit: Meter.Unit) -> String?
  func reminder(isProminent: Bool, at threshold: String, _ text: String?) -> String
  func share(_ percent: String) -> String
  func over(_ amount: String, _ window: Window) -> String
  func staysAway(_ duration: String) -> String
  func warnsOnly(until: [String]) -> String
  func warnsOnly(if condition: String) -> String
  var warnsOnly: String { get }
  var runningUseMayFinish: String { get }
  /// How a refusal is shown, or a warning.
  func prompt(_ name: String, isWarning: Bool) -> String
  var promptIsNotDismissible: String { get }
  func message(_ text: String, isWarning: Bool) -> String
  func reason(_ text: String) -> String
  func benefits(_ texts: [String]) -> String
  func benefits(_ texts: [String], of target: String) -> String
  var ungated: String { get }

  // MARK: What must be held
  func lacking(_ entitlement: String) -> String
  func toBe(_ fact: String, _ isYes: Bool) -> String

  // MARK: Conditions
  func has(_ entitlement: String, _ isTrue: Bool) -> String
  func isOneOf(_ fact: String, _ values: [String], _ isTrue: Bool) -> String
  func isYes(_ fact: String, _ isTrue: Bool) -> String
  func exactly(_ fact: String, _ value: String, _ isTrue: Bool) -> String
  func sinceDate(_ fact: String, _ value: String, _ isTrue: Bool) -> String
  func sinceVersion(_ fact: String, _ value: String, _ isTrue: Bool) -> String
  func compare(_ fact: String, _ bound: Bound) -> String
  func compare(_ meter: String, _ window: Window, _ bound: Bound) -> String
  func inRollout(_ name: String, _ isTrue: Bool) -> String
  func reached(_ moment: String, _ isTrue: Bool) -> String
  func after(_ duration: String, _ fact: String) -> String
  func constant(_ value: Bool) -> String

  // MARK: Plans; whole sentences
  func tiers(_ names: [String]) -> String
  var tiersInclude: String { get }
  func includes(_ names: [String]) -> String
  func gives(_ names: [String], with others: [String]) -> String
  var givesNothing: String { get }
  func adds(_ amount: String, to meter: String) -> String
  func costs(_ price: String) -> String
  var storeSetsThePrice: String { get }
  func trial(_ duration: String) -> String
  func grace(_ duration: String) -> String
  var countsForTheFamily: String { get }
  func onlyWith(_ products: [String]) -> String
  func notWith(_ products: [String]) -> String
  var recommended: String { get }
  var notForSale: String { get }
  /// Behind the name of a product, no sentences.
  var noLongerSold: String { get }
  var priceOfTheStore: String { get }
  func soldAs(_ ids: [String]) -> String
  func storeID(_ id: String, on store: String) -> String

  // MARK: Gifts, facts, rollouts, groups, trust; whole sentences
  func gift(_ entitlement: String, scope: [String]) -> String
  func choices(_ names: [String], isOpen: Bool) -> String
  func kind(_ type: Fact.FactType) -> String
  func counts(as value: String) -> String
  var countsAsUnknown: String { get }
  func version(from low: String?, before high: String?) -> String
  func yesOrNo(_ isYes: Bool) -> String
  func rollout(_ percent: String) -> String
  func group(_ members: [String]) -> String
  func trusted(for duration: String?) -> String
  func snoozed(for duration: String?) -> String
}

/// What a rule is about, as it is told.
enum RuleSubject {
  /// A feature, as a whole.
  case use
  /// Up to an amount over a window.
  case upTo(String, Window)
  /// Any amount at all.
  case anyAmount
  /// What the app reports as the allowance, or else this.
  case allowance(otherwise: String?, Window)
  case undecided(Window)
  /// Any growth.
  case growth
}

/// What a rule asks for, as it is told.
enum RuleDemand {
  case needs(String)
  case nothing
  case off
}

/// What a number is compared with, as it is told.
enum Bound {
  case atLeast(String)
  case moreThan(String)
  case lessThan(String)
  case atMost(String)
  case exactly(String)
  case not(String)
}
