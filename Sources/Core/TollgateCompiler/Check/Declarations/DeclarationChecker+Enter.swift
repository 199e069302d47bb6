package import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Enters everything that is declared; what it says is read later.
  func enterDeclarations() {
    var tiersSpan: Span?
    for statement in draft.pages.statements(.tiers) {
      guard case .tiers(let tiers) = statement.kind else { continue }
      if let first = tiersSpan {
        draft.report(.clause(.statementTwice(.tiers, first)), at: statement.span)
      } else {
        tiersSpan = statement.span
        for tier in tiers { enter(tier, rank: Int32(draft.policy.entitlements.count)) }
        draft.policy.tierCount = draft.policy.entitlements.count
      }
    }
    for statement in draft.pages.statements(.declarations) { enter(statement) }
  }

  private func enter(_ statement: StatementSyntax) {
    switch statement.kind {
    case .entitlements(let entitlements):
      for entitlement in entitlements { enter(entitlement.declaration) }
    case .product(let product):
      guard enter(product.name, .product, draft.policy.products.count) else { return }
      draft.policy.products.append(
        CheckedProduct(
          name: declared(product.name), label: draft.label(product.label), span: statement.span))
    case .meters(let meters): enter(meters)
    case .setting(let setting): enter(setting, of: statement)
    case .features(let features):
      for feature in features { enterFeature(feature) }
    case .series(let first, let last, let label):
      enterSeries(first, last, label, of: statement)
    case .group(let group, _):
      guard enter(group.name, .group, draft.policy.groups.count) else { return }
      draft.policy.groups.append(
        CheckedGroup(
          name: declared(group.name), label: draft.label(group.label), span: statement.span))
    case .fact(let fact): enter(fact, of: statement)
    case .rollout(let rollout, _):
      guard enter(rollout.name, .rollout, draft.policy.rollouts.count) else { return }
      draft.policy.rollouts.append(
        CheckedRollout(
          name: declared(rollout.name), label: draft.label(rollout.label), share: 0,
          span: statement.span))
    default: break
    }
  }

  private func enter(_ entitlement: DeclarationSyntax, rank: Int32? = nil) {
    guard enter(entitlement.name, .entitlement, draft.policy.entitlements.count) else { return }
    draft.policy.entitlements.append(
      CheckedEntitlement(
        name: declared(entitlement.name), label: draft.label(entitlement.label), rank: rank,
        span: span(of: entitlement)))
  }

  /// A unit after the last meter of a list is for all meters of the list that have none.
  private func enter(_ meters: [MeterSyntax]) {
    let own = meters.map { unit(of: $0) }
    for (meter, unit) in zip(meters, own) { enter(meter, in: unit ?? own.last.flatMap { $0 }) }
  }

  private func unit(of meter: MeterSyntax) -> Meter.Unit? {
    meter.unit.flatMap { draft.word($0, .unit) }.flatMap { Meter.Unit(word: $0) }
  }

  private func enter(_ meter: MeterSyntax, in unit: Meter.Unit?) {
    guard enter(meter.declaration.name, .meter, draft.policy.meters.count) else { return }
    let label = draft.label(meter.declaration.label)
    let span = meter.unit.map { $0.span.joined(meter.declaration.name.span) }
    draft.policy.meters.append(
      CheckedMeter(
        name: declared(meter.declaration.name), label: label, unit: unit ?? .count,
        hasUnitOfList: meter.unit == nil && unit != nil,
        span: (span ?? meter.declaration.name.span).joined(self.span(of: meter.declaration))))
  }

  private func enterFeature(_ feature: DeclarationSyntax) {
    guard enter(feature.name, .feature, draft.policy.features.count) else { return }
    draft.policy.features.append(
      CheckedFeature(
        name: declared(feature.name), label: draft.label(feature.label), span: span(of: feature)))
  }

  private func enter(_ fact: FactSyntax, of statement: StatementSyntax) {
    let label = draft.label(fact.declaration.label)
    guard enter(fact.declaration.name, .fact, draft.policy.facts.count) else { return }
    var checked = CheckedFact(
      name: declared(fact.declaration.name), label: label, type: .choice, span: statement.span)
    switch fact.type {
    case .choice(let choices, let isOpen):
      checked.choices = distinct(choices)
      checked.isOpen = isOpen
    case .date: checked.type = .date
    case .yesOrNo: checked.type = .yesOrNo
    case .version: checked.type = .version
    case .number: checked.type = .number
    case .broken: draft.names.dispute(fact.declaration.name.text, isProduct: false)
    }
    draft.policy.facts.append(checked)
  }

  private func distinct(_ choices: [NameSyntax]) -> [String] {
    var known: [String: Span] = [:]
    var distinct: [String] = []
    for choice in choices {
      if let first = known[choice.text] {
        draft.report(.fact(.duplicateChoice(choice.text, first)), at: choice.span)
      } else {
        known[choice.text] = choice.span
        distinct.append(choice.text)
      }
      draft.checkScripts(of: choice)
    }
    return distinct
  }

  /// Enters a declared name; false, with a report, when it is declared already.
  func enter(_ name: NameSyntax, _ kind: NameKind, _ index: Int) -> Bool {
    let entry = NameTable.Entry(
      name: name.text, kind: kind, index: Int32(index), span: name.span, isDeclared: true,
      isQuoted: name.isQuoted)
    draft.names.declaredKinds.insert(kind)
    guard let earlier = draft.names.enter(entry) else { return true }
    // A name that is declared twice as one kind keeps its kind; with two kinds it has none.
    if earlier.kind != kind { draft.names.dispute(name.text, isProduct: kind == .product) }
    draft.report(
      .name(.declaredTwice(name.text, kind, first: earlier.kind, earlier.span)), at: name.span)
    return false
  }

  func declared(_ name: NameSyntax) -> CheckedName {
    CheckedName(text: name.text, span: name.span, isDeclared: true)
  }

  private func span(of declaration: DeclarationSyntax) -> Span {
    declaration.label.map { declaration.name.span.joined($0.span) } ?? declaration.name.span
  }
}

extension Meter.Unit {
  /// The unit after `in`.
  init?(word: String) {
    guard let unit = Meter.Unit.allCases.first(where: { $0.word == word }) else { return nil }
    self = unit
  }

  /// The word after `in`.
  package var word: String {
    switch self {
    case .count: "count"
    case .bytes: "bytes"
    case .seconds: "seconds"
    case .minutes: "minutes"
    case .hours: "hours"
    case .days: "days"
    }
  }
}
