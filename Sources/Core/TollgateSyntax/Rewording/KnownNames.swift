/// The names that a policy declares, by what people may write for them.
package struct KnownNames: Sendable {
  /// The kind of a name.
  enum Kind: Sendable {
    case tier, entitlement, product, meter, feature, setting, fact, yesOrNo, rollout
  }

  /// The names by their letters alone; see `fold(_:)`.
  private var folded: [String: String] = [:]
  /// The names by their words in the order of the alphabet: `export CSV` is `csv-export`.
  private var sorted: [String: String] = [:]
  private var kinds: [String: Kind] = [:]
  /// The facts by the values that only they have.
  private(set) var choices: [String: String] = [:]
  /// The entitlements that products grant, as they are written in the policy.
  package private(set) var granted: [String: String] = [:]
  /// From the least to the most.
  package private(set) var tiers: [String] = []
  /// The first fact that is a date, and the first one that is a version.
  private(set) var date: String?
  private(set) var version: String?
  /// The beginnings of the names in series, with the texts that people read for them.
  private(set) var series: [(prefix: String, label: String, last: String)] = []
  private(set) var hasFeatures = false
  /// The declarations of entitlements that include none, as they are written.
  package private(set) var entitlements: [String: String] = [:]
  /// The first rule without a condition about each thing, if it says `requires`.
  package private(set) var gates: [String: Span] = [:]
  /// The names that rules and steps require.
  private(set) var required: Set<String> = []
  /// The meters of limits that have steps or may have them, with the line of the limit.
  private(set) var ladders: [String: String] = [:]

  /// The names of the meters that count people: each of them is a seat.
  private(set) var people: [String] = []
  /// The products, in the order of the policy; a product's name is in a space of its own.
  package private(set) var products: [String] = []
  package private(set) var features: [String] = []
  package private(set) var meters: [String] = []
  package private(set) var settings: [String] = []

  /// - Parameter span: A line that declares nothing, since nobody knows what it means.
  package init(of syntax: PolicySyntax, without span: Span? = nil) {
    for statement in syntax.statements where statement.span != span {
      switch statement.kind {
      case .tiers(let declared):
        for one in declared {
          enter(one, .tier)
          tiers.append(one.name.text)
        }
      case .features(let declared):
        hasFeatures = true
        for one in declared { enter(one, .feature) }
      case .series(let first, let last, let label):
        hasFeatures = true
        let prefix = Self.parts(ofMember: first.text).prefix
        let end = Self.parts(ofMember: last.text).number
        series.append((prefix, Self.fold(label?.text.value ?? ""), end))
      case .entitlements(let declared):
        for one in declared { enter(one.declaration, .entitlement) }
        if declared.count == 1, declared[0].includes.isEmpty {
          entitlements[declared[0].declaration.name.text] = syntax.source.text(statement.span)
        }
      case .meters(let declared): for one in declared { enter(one.declaration, .meter) }
      case .product(let declared):
        enter(declared, .product)
        for case .grants(let names) in statement.clauses.map({ $0.kind }) {
          granted[declared.name.text] = names.map { $0.text }.joined(separator: ", ")
        }
      case .group(let declared, _): enter(declared, .feature)
      case .rollout(let declared, _): enter(declared, .rollout)
      case .setting(let setting): enter(setting.declaration, .setting)
      case .fact(let fact): enter(fact)
      case .rule(let rule):
        if case .requires(let requirement) = rule.effect {
          enter(requirement)
          enter(gate: rule, at: statement.span)
        }
        if case .ladder = rule.effect, case .comparison(let limit) = rule.subject {
          ladders[limit.meter.text] = syntax.source.text(statement.span)
        }
      default: break
      }
      for clause in statement.clauses {
        switch clause.kind {
        case .grants(let names): for name in names { required.insert(name.text) }
        case .step(let step): enter(step.requirement)
        default: break
        }
      }
    }
  }

  private mutating func enter(gate rule: RuleSyntax, at span: Span) {
    if case .requires(.nothing) = rule.effect { return }
    guard rule.applies.when == nil, rule.applies.unless == nil,
      case .things(let subject) = rule.subject, subject.items.count == 1,
      subject.exceptions.isEmpty, case .name(let name) = subject.items[0],
      gates[name.text] == nil
    else { return }
    gates[name.text] = span
  }

  private mutating func enter(_ requirement: ExpressionSyntax) {
    switch requirement {
    case .name(let name): required.insert(name.text)
    case .not(let inner, _): enter(inner)
    case .all(let parts, _), .any(let parts, _): for part in parts { enter(part) }
    default: break
    }
  }

  private mutating func enter(_ fact: FactSyntax) {
    let name = fact.declaration.name.text
    switch fact.type {
    case .yesOrNo: enter(fact.declaration, .yesOrNo)
    case .choice(let values, _):
      enter(fact.declaration, .fact)
      for value in values where choices[value.text] == nil { choices[value.text] = name }
    case .date:
      enter(fact.declaration, .fact)
      if date == nil { date = name }
    case .version:
      enter(fact.declaration, .fact)
      if version == nil { version = name }
    default: enter(fact.declaration, .fact)
    }
  }

  private mutating func enter(_ declared: DeclarationSyntax, _ kind: Kind) {
    let name = declared.name.text
    if kinds[name] == nil { kinds[name] = kind }
    switch kind {
    case .product: products.append(name)
    case .feature: features.append(name)
    case .setting: settings.append(name)
    case .meter:
      meters.append(name)
      if Self.isPerson(name) { people.append(name) }
    default: break
    }
    for text in [name, declared.label?.text.value].compactMap({ $0 }) {
      if folded[Self.fold(text)] == nil { folded[Self.fold(text)] = name }
      let words = Self.sortedWords(text)
      if sorted[words] == nil { sorted[words] = name }
    }
  }

  /// The name that a text is written for; nil for none.
  func name(for text: String) -> String? {
    if let name = folded[Self.fold(text)] { return name }
    if let name = sorted[Self.sortedWords(text)] { return name }
    // `members` counts what one `member` is.
    if let name = folded[Self.fold(text) + "s"], kinds[name] == .meter { return name }
    return nameBeside(text)
  }

  /// `beta-tester` and `is-beta` are `beta`: a word beside the name says no more than its kind.
  private func nameBeside(_ text: String) -> String? {
    var words = Self.words(of: text)
    guard words.count > 1 else { return nil }
    if let last = words.last, Self.isKind(last) {
      words.removeLast()
    } else if let first = words.first, first == "is" || first == "has" {
      words.removeFirst()
    } else {
      return nil
    }
    return folded[Self.fold(words.joined(separator: "-"))]
  }

  /// Whether a price for each of them is a price for each user.
  static func isPerson(_ word: String) -> Bool {
    switch word {
    case "seat", "seats", "user", "users", "member", "members", "person", "people", "persons",
      "editor", "editors", "agent", "agents", "license", "licenses", "employee", "employees",
      "head", "席位", "用户", "成员", "人":
      true
    default: false
    }
  }

  private static func isKind(_ word: String) -> Bool {
    switch word {
    case "tester", "testers", "user", "users", "plan", "tier", "customer", "customers", "member",
      "members", "subscriber", "subscribers", "account", "accounts", "mode", "feature", "flag",
      "enabled", "subscription", "access", "level", "count", "number":
      true
    default: false
    }
  }

  func kind(of name: String) -> Kind? { kinds[name] }

  /// The entitlement that examples speak of: the second tier, or else the first one granted.
  package var usual: String? {
    tiers.dropFirst().first ?? products.lazy.compactMap { self.granted[$0] }.first
  }

  /// The entitlement that lifts what somebody without a purchase has: the second tier, or the only
  /// one that products grant.
  var second: String? {
    if !tiers.isEmpty { return tiers.dropFirst().first }
    let all = Set(granted.values)
    return all.count == 1 ? all.first.flatMap { $0.contains(",") ? nil : $0 } : nil
  }

  /// Whether it may be used, so that a rule may be about it.
  package func isTarget(_ name: String) -> Bool {
    switch kinds[name] {
    case .feature, .meter, .setting: true
    default: false
    }
  }

  package func isMeter(_ name: String) -> Bool { kinds[name] == .meter }

  /// Whether nobody declared it.
  package func isFree(_ name: String) -> Bool { kinds[name] == nil }

  package func isFeature(_ name: String) -> Bool { kinds[name] == .feature }

  package func isFact(_ name: String) -> Bool {
    kinds[name] == .fact || kinds[name] == .yesOrNo
  }

  package func isSetting(_ name: String) -> Bool { kinds[name] == .setting }

  package func isEntitlement(_ name: String) -> Bool {
    kinds[name] == .tier || kinds[name] == .entitlement
  }

  /// The requirement of somebody who has not only this, or not this: the second tier for the first
  /// one, and `not beta` for `beta`. Of a tier between two others nobody can tell.
  func beyond(_ name: String) -> String? {
    guard kinds[name] == .tier else { return "not \(name)" }
    if name == tiers.first { return tiers.count > 1 ? tiers[1] : nil }
    return name == tiers.last ? "not \(name)" : nil
  }

  /// Without blanks, signs and capitals: `CSV export` is `csv-export`.
  static func fold(_ text: String) -> String {
    var folded = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isNameContinuation, scalar != "-", scalar != "_" {
        folded.unicodeScalars.append(scalar)
      }
    }
    return folded
  }

  private static func words(of text: String) -> [String] {
    var words = [""]
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isNameContinuation, scalar != "-", scalar != "_" {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last?.isEmpty == false {
        words.append("")
      }
    }
    if words.last?.isEmpty == true { words.removeLast() }
    return words
  }

  private static func sortedWords(_ text: String) -> String {
    words(of: text).sorted().joined(separator: " ")
  }
}
