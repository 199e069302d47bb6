// Pages as a `print` shows them: in their own words, line by line.

extension Paywall: CustomStringConvertible {
  /// The title, the target's message where there is one, and a line for each product.
  public var description: String {
    var lines = [title]
    if let target { lines.append(target.description) }
    for product in products { lines.append(product.description) }
    return lines.joined(separator: "\n")
  }
}

extension Paywall.Product: CustomStringConvertible {
  /// The product with its price and its state: `Annual: $12 per year, not-owned`.
  public var description: String { "\(listing), \(state.rawValue)" }
}

extension Paywall.Target: CustomStringConvertible {
  /// The label, the answer and the message: `CSV export: denied (not-held). Upgrade to export.`
  public var description: String {
    let text = "\(label): \(outcome.rawValue) (\(reason.rawValue))"
    return message.map { "\(text). \($0)" } ?? text
  }
}

extension Paywall.Raise: CustomStringConvertible {
  /// The meter and its limit after the purchase: `Storage: 10 GB`.
  public var description: String { "\(label): \(text)" }
}

extension Paywall.Improvement: CustomStringConvertible {
  /// The setting and its value after the purchase: `History: 30 days`.
  public var description: String { "\(label): \(text)" }
}

extension ProductListing: CustomStringConvertible {
  /// The title and the price: `Annual: $12 per year`.
  public var description: String { "\(title): \(priceText)" }
}

extension ProductListing.SoldAs: CustomStringConvertible {
  /// The id, and the store where the policy names it: `com.example.annual (appstore)`.
  public var description: String { store.isEmpty ? id : "\(id) (\(store))" }
}

extension PriceText: CustomStringConvertible {
  /// The whole price as customers read it.
  public var description: String { text }
}

extension TargetRun: CustomStringConvertible {
  /// The label as people read it.
  public var description: String { label }
}

extension PlanTable: CustomStringConvertible {
  /// The title, the plans, and a line for each row.
  public var description: String {
    var lines = [title, columns.map { $0.title }.joined(separator: " | ")]
    for row in rows { lines.append(row.description) }
    for addOn in addOns { lines.append(addOn.description) }
    return lines.joined(separator: "\n")
  }
}

extension PlanTable.Column: CustomStringConvertible {
  /// The title as a heading shows it.
  public var description: String { title }
}

extension PlanTable.Row: CustomStringConvertible {
  /// The title and the answer of each plan: `CSV export: not included | included`.
  public var description: String {
    title + ": " + cells.map { $0.text }.joined(separator: " | ")
  }
}

extension PlanTable.Cell: CustomStringConvertible {
  /// The answer in words of the locale.
  public var description: String { text }
}

extension PlanTable.Cell.Content: CustomStringConvertible {
  /// The answer: `included`, `if platform is not web`, `3 per day`, `30 days`.
  public var description: String {
    switch self {
    case .included, .warned, .excluded, .unlimited: word
    case .depends(let condition): condition
    case .limited(let limits): limits.map { $0.text }.joined(separator: "; ")
    case .value(let value): value.description
    }
  }
}

extension PlanTable.Limit: CustomStringConvertible {
  /// The limit in words of the locale.
  public var description: String { text }
}

extension PlanTable.Perhaps: CustomStringConvertible {
  /// The amount and its condition in words of the locale.
  public var description: String { text }
}

extension PlanTable.AddOn: CustomStringConvertible {
  /// The product and what it adds: `Extra storage: $2 per month (10 GB of storage)`.
  public var description: String {
    adds.isEmpty ? listing.description : "\(listing) (\(adds.joined(separator: ", ")))"
  }
}
