import TollgateRuntime

extension EnglishPhrases {
  func tiers(_ names: [String]) -> String { "From the lowest to the highest: \(list(names))." }
  var tiersInclude: String { "Each includes those before it." }
  func includes(_ names: [String]) -> String { "Includes \(and(names))." }

  func gives(_ names: [String], with others: [String]) -> String {
    "Gives \(and(names))" + (others.isEmpty ? "." : ", and with that \(and(others)).")
  }

  var givesNothing: String { "Gives nothing by itself." }
  func adds(_ amount: String, to meter: String) -> String { "Adds \(amount) to \(meter)." }
  func costs(_ price: String) -> String { "Costs \(price)." }
  var storeSetsThePrice: String { "The store sets the price." }
  func trial(_ duration: String) -> String { "The first \(duration) are free." }

  func grace(_ duration: String) -> String {
    "What it gives stays for \(duration) after it ran out."
  }

  var countsForTheFamily: String { "Counts for the whole family that shares it." }

  func onlyWith(_ products: [String]) -> String {
    "Sold only to those who have, or buy with it, \(or(products))."
  }

  func notWith(_ products: [String]) -> String {
    "Never held together with \(or(products)): the one bought last replaces the other."
  }

  var recommended: String { "The plan to recommend." }
  var notForSale: String { "Not for sale." }
  var noLongerSold: String { "not for sale" }
  var priceOfTheStore: String { "price in the store" }
  func soldAs(_ ids: [String]) -> String { "Known to the stores as \(list(ids))." }
  func storeID(_ id: String, on store: String) -> String { "\(id) on \(store)" }

  func gift(_ entitlement: String, scope: [String]) -> String {
    let core = "everybody has \(entitlement)"
    return sentence(scope.isEmpty ? core : "\(list(scope)): \(core)")
  }

  func choices(_ names: [String], isOpen: Bool) -> String {
    isOpen
      ? "\(names.joined(separator: ", ")) or anything else."
      : "\(or(names)); anything else counts as unknown."
  }

  func kind(_ type: Fact.FactType) -> String {
    switch type {
    case .choice: "A choice."
    case .date: "A date."
    case .yesOrNo: "Yes or no."
    case .version: "A version, such as 1.4.2."
    case .number: "A whole number."
    }
  }

  func counts(as value: String) -> String { "Where the app does not report it: \(value)." }
  var countsAsUnknown: String { "Where the app does not report it, it is unknown." }

  func version(from low: String?, before high: String?) -> String {
    switch (low, high) {
    case (let low?, let high?): "\(low) or later, but before \(high)"
    case (let low?, nil): "\(low) or later"
    case (nil, let high?): "before \(high)"
    case (nil, nil): "any version"
    }
  }

  func yesOrNo(_ isYes: Bool) -> String { isYes ? "yes" : "no" }

  func rollout(_ percent: String) -> String {
    "\(percent)% of the users, always the same ones; raising it only adds some."
  }

  func group(_ members: [String]) -> String { "Stands for \(and(members))." }

  func trusted(for duration: String?) -> String {
    duration.map { "Counts for \($0) after it was confirmed; then it is unknown." }
      ?? "Counts however old it is."
  }

  func snoozed(for duration: String?) -> String {
    duration.map { "Stay away for \($0), unless said otherwise above." }
      ?? "Come back the next time, unless said otherwise above."
  }
}
