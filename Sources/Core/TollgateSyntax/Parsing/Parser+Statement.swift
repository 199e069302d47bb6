extension Parser {
  /// A declaration, a scenario or a claim; its first word says which.
  mutating func statement() -> StatementSyntax.Kind {
    guard let word = current?.word else { return .broken }
    advance()
    switch word {
    case .policy: return policy()
    case .trust: return setting(.snapshots).map { .trust($0) } ?? .broken
    case .snooze: return setting(.prompts).map { .snooze($0) } ?? .broken
    case .tiers: return tiers()
    case .entitlement, .entitlements: return .entitlements(entitlements())
    case .product: return declaration(.product).map { .product($0) } ?? .broken
    case .meter, .meters: return .meters(declarations { $0.meter() })
    case .setting: return settingStatement()
    case .feature, .features:
      return .features(declarations { $0.declaration(.name, leads: true) })
    case .series: return series()
    case .group: return group()
    case .fact: return fact()
    case .rollout: return rollout()
    case .grant: return grant()
    case .use: return text().map { .use($0) } ?? .broken
    case .scenario: return text().map { .scenario($0) } ?? .broken
    case .always, .never: return claim(isAlways: word == .always)
    default: return .broken
    }
  }

  /// A name with its label, if it has one.
  mutating func declaration(_ thing: Expectation, leads: Bool = false) -> DeclarationSyntax? {
    // A new name is no name of the kind that exists.
    let wanted = asked != nil && isAtEnd ? Expectation.name : thing
    guard let name = name(wanted, leads: leads) else { return nil }
    return DeclarationSyntax(name: name, label: optionalLabel())
  }

  private mutating func policy() -> StatementSyntax.Kind {
    guard let name = name(.name) else { return .broken }
    return .policy(name, optionalLabel())
  }

  /// `snapshots for 24h`
  private mutating func setting(_ what: Word) -> LiteralSyntax? {
    guard expect(what), expect(.for) else { return nil }
    return literal(.duration, unit: .any)
  }

  private mutating func tiers() -> StatementSyntax.Kind {
    let tiers = list(while: { $0.accept(.less) }, { $0.declaration(.entitlement) })
    if isAtEnd { ask(.tierSign) }
    if !failed, !isAtEnd { failExpecting(.tierSign) }
    return tiers.isEmpty ? .broken : .tiers(tiers)
  }

  private mutating func entitlements() -> [EntitlementSyntax] {
    declarations { parser in
      guard let declaration = parser.declaration(.entitlement) else { return nil }
      guard !parser.failed, parser.accept(.includes) else {
        return EntitlementSyntax(declaration: declaration, includes: [])
      }
      let includes = parser.names(.entitlement, [.and])
      return EntitlementSyntax(declaration: declaration, includes: includes)
    }
  }

  /// The label may come before or after the unit.
  private mutating func meter() -> MeterSyntax? {
    guard var declaration = declaration(.meter, leads: true), !failed else { return nil }
    var unit: NameSyntax?
    if accept(.in) {
      unit = name(.unit)
      if !failed, declaration.label == nil { declaration.label = optionalLabel() }
    }
    return MeterSyntax(declaration: declaration, unit: unit)
  }

  private mutating func series() -> StatementSyntax.Kind {
    let span = place
    guard let first = name(.target, leads: true) else { return .broken }
    if accept(.range) {
      guard let last = name(.target, leads: true) else { return .broken }
      return .series(first: first, last: last, optionalLabel())
    }
    guard let dash = splitAtDash(first) else {
      failExpecting(.range)
      return .broken
    }
    report(.dashForRange(first.text, first: dash.first, last: dash.last, span))
    return .series(
      first: NameSyntax(dash.first, span: span),
      last: NameSyntax(dash.last, span: span),
      optionalLabel()
    )
  }

  /// `L1-L18` is one name; in a series it is a range written with a dash.
  private func splitAtDash(_ name: NameSyntax) -> (first: String, last: String)? {
    let parts = name.text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, !name.isQuoted, let first = parts[0].utf8.last,
      let last = parts[1].utf8.last, first.isASCIIDigit, last.isASCIIDigit
    else { return nil }
    let isName = parts[1].unicodeScalars.first?.isNameStart ?? false
    // `L1-18`: the second number alone has the first one's letters.
    var letters = parts[0]
    while letters.utf8.last?.isASCIIDigit == true { letters.removeLast() }
    return (String(parts[0]), isName ? String(parts[1]) : String(letters + parts[1]))
  }

  private mutating func group() -> StatementSyntax.Kind {
    guard let declaration = declaration(.name, leads: true), !failed, expectIs() else {
      return .broken
    }
    return .group(declaration, list([.and]) { $0.subjectItem() })
  }

  mutating func expectIs() -> Bool {
    if accept(.are) { return true }
    return expect(.is)
  }

  private mutating func rollout() -> StatementSyntax.Kind {
    guard let declaration = declaration(.rollout), !failed, expectIs(),
      let share = literal(.percentage, unit: .none), expect(.of), expect(.users)
    else { return .broken }
    return .rollout(declaration, share)
  }

  private mutating func grant() -> StatementSyntax.Kind {
    guard let entitlement = name(.entitlement) else { return .broken }
    var grant = GrantSyntax(
      entitlement: entitlement,
      period: nil,
      applies: ApplicabilitySyntax()
    )
    var once = Once()
    while mayGoOn {
      if at(.for) {
        keep(.for, &once, in: &grant.period) { $0.duration(anchorMayBeInstant: true) }
      } else if !applicabilityPart(&grant.applies, &once) {
        break
      }
    }
    return .grant(grant)
  }
}
