// Values as a `print` shows them: in words, in English, names as the policy has them.

extension Window: CustomStringConvertible {
  /// The words of a policy: `day`, `3 hours`; `total` for everything there is.
  public var description: String { name ?? "total" }
}

extension Counter: CustomStringConvertible {
  /// How much is used, and how it falls: `3`, `3, begins again at 2026-03-01T00:00:00Z`.
  public var description: String {
    if let resets { return "\(used), begins again at \(resets)" }
    var text = "\(used)"
    for step in then { text += ", then \(step)" }
    return text
  }
}

extension Counter.Step: CustomStringConvertible {
  /// How much is used from when on: `2 from 2026-03-01T00:00:00Z`.
  public var description: String { "\(used) from \(at)" }
}

extension Usage: CustomStringConvertible {
  /// The counters, the shortest window first: `total 40; day 3`; `unknown` where there is none.
  public var description: String {
    var parts: [String] = []
    for window in windows {
      if let counter = self[window] { parts.append("\(window) \(counter)") }
    }
    return parts.isEmpty ? "unknown" : parts.joined(separator: "; ")
  }
}

extension Grant: CustomStringConvertible {
  /// The thing it gives, in which state and until when: `annual, active until
  /// 2027-03-01T00:00:00Z`.
  public var description: String {
    var names: [String] = []
    if quantity != 1, let product { names.append("\(quantity) of \(product)") }
    if quantity == 1, let product { names.append(product) }
    if let entitlement { names.append(entitlement) }
    var text = names.isEmpty ? "nothing" : names.joined(separator: " and ")
    text += ", " + state.rawValue
    if isTrial, state != .trial { text += " (trial)" }
    if let start { text += " from \(start)" }
    if let until { text += " until \(until)" }
    if let renews { text += renews ? ", renews" : ", does not renew" }
    switch ownership {
    case .purchased: break
    case .familyShared: text += ", shared by the family"
    case .other: text += ", of unknown ownership"
    }
    return text
  }
}

extension FactValue: CustomStringConvertible {
  /// The value as a policy reads it: `yes`, `5`, `2026-03-01T00:00:00Z`, `1.4`, `tablet`.
  public var description: String {
    switch self {
    case .yesOrNo(let value): value ? "yes" : "no"
    case .number(let number): "\(number)"
    case .date(let instant): instant.description
    case .version(let version): version.description
    case .choice(let name): name
    }
  }
}

extension Snapshot: CustomStringConvertible {
  /// The data line by line, names in order; what is unknown is left out. It shows who the user is:
  /// keep it out of logs that others read.
  public var description: String {
    var lines: [String] = []
    if let subject { lines.append("subject: \(subject)") }
    if let asOf { lines.append("purchases confirmed at: \(asOf)") }
    if let latestSeen { lines.append("latest time seen: \(latestSeen)") }
    for grant in grants { lines.append("has: \(grant)") }
    add("used ", usage, to: &lines) { $0.description }
    add("allowance ", allowances, to: &lines) { "\($0)" }
    add("fact ", facts, to: &lines) { $0.description }
    add("offer ", offers, to: &lines) { $0 ? "yes" : "no" }
    add("dismissed ", dismissed, to: &lines) { $0.description }
    return lines.isEmpty ? "nothing is known" : lines.joined(separator: "\n")
  }

  /// A line for each name, in order.
  private func add<Value>(
    _ words: String, _ values: [String: Value], to lines: inout [String],
    _ text: (Value) -> String
  ) {
    var names: [String] = []
    for entry in values { names.append(entry.key) }
    for name in names.sorted() {
      if let value = values[name] { lines.append(words + name + ": " + text(value)) }
    }
  }
}

extension Ask: CustomStringConvertible {
  /// How much is asked for: `1 more`, `up to 500`, `unlimited`.
  public var description: String {
    growth.description + (isContinuing ? ", continuing" : "")
  }
}

extension Ask.Growth: CustomStringConvertible {
  /// How much is asked for: `1 more`, `up to 500`, `unlimited`.
  public var description: String {
    switch self {
    case .adding(let amount): "\(amount) more"
    case .reaching(let value): "up to \(value)"
    case .reachingUnlimited: "unlimited"
    }
  }
}
