import TollgateRuntime
import TollgateSyntax

extension ExpressionChecker {
  /// The requirement of a rule or a claim: entitlements and yes-or-no facts; nil if a part of it
  /// has a mistake.
  func requirement(_ syntax: ExpressionSyntax) -> CheckedExpression? {
    if case .nothing(let span) = syntax { return .nothing(span) }
    return part(ofRequirement: syntax)
  }

  private func part(ofRequirement syntax: ExpressionSyntax) -> CheckedExpression? {
    switch syntax {
    case .nothing(let span):
      draft.report(.fact(.nothingInside), at: span)
      return nil
    case .name(let name): return required(name)
    case .not(let inner, let span):
      return part(ofRequirement: inner).map { .not($0, span) }
    case .all(let list, let span):
      return parts(ofRequirement: list).map { .all($0, span) }
    case .any(let list, let span):
      return parts(ofRequirement: list).map { .any($0, span) }
    case .isValue, .isOneOf, .order, .compare, .inRollout, .broken:
      // The parser has reported that a requirement cannot compare.
      return nil
    }
  }

  private func parts(ofRequirement list: [ExpressionSyntax]) -> [CheckedExpression]? {
    var checked: [CheckedExpression] = []
    checked.reserveCapacity(list.count)
    for syntax in list {
      if let part = part(ofRequirement: syntax) { checked.append(part) }
    }
    return checked.count == list.count ? checked : nil
  }

  private static let required: [NameKind] = [.entitlement, .fact]

  private func required(_ name: NameSyntax) -> CheckedExpression? {
    guard let entry = draft.resolve(name, anyOf: ExpressionChecker.required) else { return nil }
    if entry.kind == .entitlement { return .entitlement(entry.index, name.span) }
    return draft.yesOrNo(name, entry)
  }

}
