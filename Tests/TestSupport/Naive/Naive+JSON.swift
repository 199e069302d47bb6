extension Naive {
  /// JSON of the simplest kind: members are sorted, strings escape what they must.
  enum JSON {
    static func string(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }

    static func instant(_ milliseconds: Int) -> String {
      string(Text.jsonInstant(milliseconds))
    }

    static func object(_ members: [(String, String)]) -> String {
      "{" + members.map { "\(string($0)):\($1)" }.joined(separator: ",") + "}"
    }

    /// An object from a dictionary, its keys sorted so that the text is always the same.
    static func object<Value>(_ members: [String: Value], _ text: (Value) -> String) -> String {
      object(members.keys.sorted().compactMap { key in members[key].map { (key, text($0)) } })
    }

    /// A date at midnight is a date alone, as facts are mostly written.
    static func fact(_ value: FactValue) -> String {
      switch value {
      case .choice(let choice): return string(choice)
      case .date(let date):
        let isMidnight = Text.modulo(date, Naive.day) == 0
        return string(isMidnight ? Text.date(date) : Text.jsonInstant(date))
      case .flag(let isTrue): return isTrue ? "true" : "false"
      case .number(let number): return String(number)
      case .version(let parts): return string(parts.map { String($0) }.joined(separator: "."))
      }
    }

    static func usage(_ usage: Usage) -> String {
      if let total = usage.total, usage.windows.isEmpty, total.instants.isEmpty,
        total.carried == 0
      {
        return String(total.used)
      }
      var members: [(String, String)] = []
      if let total = usage.total { members.append(("total", counter(total))) }
      for window in Window.allCases {
        if let counted = usage[window] { members.append((window.rawValue, counter(counted))) }
      }
      return object(members)
    }

    private static func counter(_ counter: Counter) -> String {
      let members = amounts(counter.used, carried: counter.carried)
      if let resets = counter.resets { return object(members + [("resets", instant(resets))]) }
      guard !counter.then.isEmpty else {
        return members.count == 1 ? String(counter.used) : object(members)
      }
      let steps = counter.then.map {
        object([("at", instant($0.at))] + amounts($0.used, carried: $0.carried))
      }
      return object(members + [("then", "[" + steps.joined(separator: ", ") + "]")])
    }

    /// Nothing carried is left out.
    private static func amounts(_ used: Int, carried: Int) -> [(String, String)] {
      let used = ("used", String(used))
      return carried == 0 ? [used] : [used, ("carried", String(carried))]
    }

    static func grant(_ grant: Snapshot.Grant) -> String {
      var members: [(String, String)] = []
      if let product = grant.product { members.append(("product", string(product))) }
      if let entitlement = grant.entitlement {
        members.append(("entitlement", string(entitlement)))
      }
      if let state = grant.state { members.append(("state", string(state))) }
      if let start = grant.start { members.append(("start", instant(start))) }
      if let until = grant.until { members.append(("until", instant(until))) }
      if let trial = grant.trial { members.append(("trial", trial ? "true" : "false")) }
      if let renews = grant.renews { members.append(("renews", renews ? "true" : "false")) }
      if let ownership = grant.ownership { members.append(("ownership", string(ownership))) }
      if let quantity = grant.quantity { members.append(("quantity", String(quantity))) }
      return object(members)
    }
  }
}

extension Naive.Snapshot {
  /// The snapshot document (interfaces.md, schema 1), on one line.
  public func json() -> String {
    typealias JSON = Naive.JSON
    var members = [("schema", "1")]
    if let subject { members.append(("subject", JSON.string(subject))) }
    if let asOf { members.append(("asOf", JSON.instant(asOf))) }
    if let latestSeen { members.append(("latestSeen", JSON.instant(latestSeen))) }
    if !grants.isEmpty {
      members.append(("grants", "[" + grants.map(JSON.grant).joined(separator: ",") + "]"))
    }
    if !usage.isEmpty { members.append(("usage", JSON.object(usage, JSON.usage))) }
    if !allowances.isEmpty {
      members.append(("allowances", JSON.object(allowances) { String($0) }))
    }
    if !facts.isEmpty { members.append(("facts", JSON.object(facts, JSON.fact))) }
    if !dismissed.isEmpty {
      members.append(("dismissed", JSON.object(dismissed, JSON.instant)))
    }
    return JSON.object(members)
  }
}

extension Naive.Ask {
  /// A line of `check --batch`, with the snapshot in it if one is given.
  public func json(with snapshot: Naive.Snapshot? = nil) -> String {
    typealias JSON = Naive.JSON
    var members = [("target", JSON.string(target))]
    switch change {
    case .adding(let amount)?: members.append(("adding", String(amount)))
    case .reaching(let value)?: members.append(("reaching", String(value)))
    case .reachingChoice(_, let name)?: members.append(("reaching", JSON.string(name)))
    case .reachingUnlimited?: members.append(("reaching", JSON.string("unlimited")))
    case nil: break
    }
    if continuing { members.append(("continuing", "true")) }
    members.append(("at", JSON.instant(now)))
    if !facts.isEmpty { members.append(("facts", JSON.object(facts, JSON.fact))) }
    if !usage.isEmpty { members.append(("usage", JSON.object(usage, JSON.usage))) }
    if let snapshot { members.append(("snapshot", snapshot.json())) }
    return JSON.object(members)
  }
}
