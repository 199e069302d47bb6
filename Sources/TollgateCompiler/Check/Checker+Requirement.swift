import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// What a rule or a claim asks for: entitlements and yes-or-no facts; nothing where a part of it
  /// has no meaning.
  mutating func requirement(_ syntax: ExpressionSyntax) -> CheckedExpression? {
    if case .nothing(let span) = syntax { return .nothing(span) }
    return part(ofRequirement: syntax)
  }

  private mutating func part(ofRequirement syntax: ExpressionSyntax) -> CheckedExpression? {
    switch syntax {
    case .nothing(let span):
      report(.fact(.nothingInside), at: span)
      return nil
    case .name(let name): return required(name)
    case .not(let inner, let span):
      return part(ofRequirement: inner).map { .not($0, span) }
    case .all(let list, let span):
      return parts(ofRequirement: list).map { .all($0, span) }
    case .any(let list, let span):
      return parts(ofRequirement: list).map { .any($0, span) }
    case .isValue, .isOneOf, .order, .compare, .inRollout, .broken:
      // The parser has said that a requirement compares nothing.
      return nil
    }
  }

  private mutating func parts(ofRequirement list: [ExpressionSyntax]) -> [CheckedExpression]? {
    var checked: [CheckedExpression] = []
    checked.reserveCapacity(list.count)
    for syntax in list {
      if let part = part(ofRequirement: syntax) { checked.append(part) }
    }
    return checked.count == list.count ? checked : nil
  }

  private static let required: [NameKind] = [.entitlement, .fact]

  private mutating func required(_ name: NameSyntax) -> CheckedExpression? {
    guard let entry = resolve(name, anyOf: Checker.required) else { return nil }
    if entry.kind == .entitlement { return .entitlement(entry.index, name.span) }
    return yesOrNo(name, entry)
  }

  /// A fact that stands alone.
  mutating func yesOrNo(_ name: NameSyntax, _ entry: NameTable.Entry) -> CheckedExpression? {
    let fact = policy.facts[Int(entry.index)]
    if fact.type == .yesOrNo { return .factIs(entry.index, 1, name.span) }
    report(
      .fact(
        .notYesOrNo(name.text, fact.type, fact.name.span, isDeclared: fact.name.isDeclared)),
      at: name.span)
    return nil
  }
}
