import TollgateRuntime
import TollgateSyntax

/// The values of settings; nil, with a report, where a text is none.
extension Draft {
  /// A value of a setting: a quantity of its kind, a choice by its place, or `unlimited`.
  func value(_ syntax: SettingValueSyntax, of setting: CheckedSetting) -> Ladder.Value? {
    if setting.kind == .choice { return choice(syntax, of: setting).map { .quantity($0) } }
    if case .unlimited(let span) = syntax {
      guard setting.isSmallerBetter else { return .unlimited }
      report(.value(.unlimited(setting.name.text, .smaller)), at: span)
      return nil
    }
    return quantity(syntax, of: setting).map { .quantity($0) }
  }

  /// A value of a setting that is a quantity, without `unlimited`.
  func quantity(_ syntax: SettingValueSyntax, of setting: CheckedSetting) -> Int64? {
    let name = setting.name.text
    switch syntax {
    case .literal(let literal): return quantity(literal, of: setting)
    case .choice(let choice):
      report(.value(.notQuantity(choice.text, setting: name, setting.kind)), at: choice.span)
    case .unlimited(let span): report(.value(.unlimited(name, .base)), at: span)
    case .undecided(let span), .allowance(let span):
      report(.value(.open(source.text(span), .setting(name))), at: span)
    }
    return nil
  }

  private func quantity(_ literal: LiteralSyntax, of setting: CheckedSetting) -> Int64? {
    guard let measure = measure(literal) else { return nil }
    if measure.isBareZero || Setting.Kind(measure.dimension) == setting.kind {
      return measure.value
    }
    report(
      .value(
        .otherKind(
          setting: setting.name.text, setting.kind, found: Setting.Kind(measure.dimension),
          setting.baseSpan)),
      at: literal.span)
    return nil
  }

  /// The place of a choice.
  private func choice(_ syntax: SettingValueSyntax, of setting: CheckedSetting) -> Int64? {
    let names = setting.choices.map { $0.name }
    let text: String
    switch syntax {
    case .choice(let name): text = name.text
    case .undecided(let span), .allowance(let span): text = source.text(span)
    case .unlimited(let span):
      report(
        .value(.unlimited(setting.name.text, names.contains("unlimited") ? .quoted : .choices)),
        at: span)
      return nil
    case .literal(let literal):
      report(
        .value(.notChoice(setting: setting.name.text, names, setting.baseSpan)), at: literal.span)
      return nil
    }
    if let place = names.firstIndex(of: text) { return Int64(place) }
    report(
      .value(.undeclaredChoice(text, setting: setting.name.text, names, setting.baseSpan)),
      at: syntax.span)
    return nil
  }
}
