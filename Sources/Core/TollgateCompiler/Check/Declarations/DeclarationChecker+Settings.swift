import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Enters a setting with its kind and everybody's value; its steps are read with the rules.
  func enter(_ setting: SettingSyntax, of statement: StatementSyntax) {
    guard enter(setting.declaration.name, .setting, draft.policy.settings.count) else { return }
    let checked = sketch(setting, of: statement)
    if checked == nil { draft.names.dispute(setting.declaration.name.text, isProduct: false) }
    let name = declared(setting.declaration.name)
    draft.policy.settings.append(
      checked
        ?? CheckedSetting(
          name: name, kind: .count, base: 0, baseSpan: statement.span, span: statement.span))
  }

  /// A setting without its steps; nil, with a report, if its first line has a mistake.
  func sketch(_ setting: SettingSyntax, of statement: StatementSyntax) -> CheckedSetting? {
    var checked = CheckedSetting(
      name: declared(setting.declaration.name), label: draft.label(setting.declaration.label),
      kind: .choice, base: 0, baseSpan: setting.declaration.name.span,
      smallerSpan: setting.smallerIsBetter, span: statement.span)
    switch setting.base {
    case .broken: return nil
    case .choices(let choices):
      return read(choices, into: &checked) ? checked : nil
    case .value(let value):
      checked.baseSpan = value.span
      guard let kind = kind(of: value, statement) else { return nil }
      checked.kind = kind
      guard let base = draft.quantity(value, of: checked) else { return nil }
      checked.base = base
      return checked
    }
  }

  /// Choices, from the least to the best; false if one of them has a mistake.
  private func read(_ choices: [DeclarationSyntax], into setting: inout CheckedSetting) -> Bool {
    let before = draft.mistakes.count
    var known: [String: Span] = [:]
    for choice in choices {
      draft.checkScripts(of: choice.name)
      let label = draft.label(choice.label)
      if let first = known[choice.name.text] {
        draft.report(.fact(.duplicateChoice(choice.name.text, first)), at: choice.name.span)
        continue
      }
      known[choice.name.text] = choice.name.span
      setting.choices.append(
        CheckedSetting.Choice(name: choice.name.text, label: label, span: choice.name.span))
    }
    if choices.count == 1 {
      draft.report(
        .value(.oneChoice(setting.name.text, choices[0].name.text)), at: choices[0].name.span)
    } else if let smaller = setting.smallerSpan {
      draft.report(.value(.smallerOfChoices), at: smaller)
    }
    if let first = choices.first, let last = choices.last {
      setting.baseSpan = first.name.span.joined(last.name.span)
    }
    return draft.mistakes.count == before
  }

  /// The kind of a setting: that of its value, or of its first step that is not `0`, because a bare
  /// `0` is of each kind; where all of them are `0`, of what products add to it.
  private func kind(
    of value: SettingValueSyntax, _ statement: StatementSyntax
  ) -> Setting.Kind? {
    guard let literal = value.literal else {
      reportNoBase(value, statement)
      return nil
    }
    guard let measure = draft.measure(literal) else { return nil }
    if !measure.isBareZero { return Setting.Kind(measure.dimension) }
    for clause in statement.clauses {
      guard case .step(let step) = clause.kind, let literal = step.value.literal,
        let measure = LiteralReader.ifValue(literal), !measure.isBareZero
      else { continue }
      return Setting.Kind(measure.dimension)
    }
    guard case .setting(let setting) = statement.kind else { return .count }
    return kindOfAdditions(to: setting.declaration.name.text) ?? .count
  }

  /// The kind of the first quantity that a product adds to a setting.
  private func kindOfAdditions(to setting: String) -> Setting.Kind? {
    for product in draft.pages.statements([.products]) {
      for clause in product.clauses {
        guard case .adds(let amount, let name, _) = clause.kind, name.text == setting,
          let measure = LiteralReader.ifValue(amount), !measure.isBareZero
        else { continue }
        return Setting.Kind(measure.dimension)
      }
    }
    return nil
  }

  private func reportNoBase(_ value: SettingValueSyntax, _ statement: StatementSyntax) {
    guard case .setting(let setting) = statement.kind else { return }
    let name = setting.declaration.name.text
    switch value {
    case .undecided(let span), .allowance(let span):
      draft.report(.value(.open(draft.source.text(span), .setting(name))), at: span)
    default: draft.report(.value(.unlimited(name, .base)), at: value.span)
    }
  }

  /// `adds 30 days to history`
  func read(
    _ amount: LiteralSyntax, toSetting name: NameSyntax, per window: WindowSyntax?,
    into product: inout CheckedProduct
  ) {
    if let window {
      draft.report(.clause(.windowOfSetting(name.text)), at: window.span)
      return
    }
    guard let entry = draft.resolve(name, .setting) else { return }
    let setting = draft.policy.settings[Int(entry.index)]
    if setting.kind == .choice || setting.isSmallerBetter {
      draft.report(
        .value(.cannotGrow(name.text, ofChoices: setting.kind == .choice)), at: name.span)
      return
    }
    guard let quantity = draft.quantity(.literal(amount), of: setting) else { return }
    for earlier in product.settingAdds where earlier.setting == entry.index {
      draft.report(.clause(.meterTwice(name.text, earlier.span)), at: name.span)
      return
    }
    product.settingAdds.append(
      CheckedProduct.SettingAddition(
        setting: entry.index, amount: quantity, span: amount.span.joined(name.span)))
  }
}

extension Setting.Kind {
  /// The kind of a setting whose values are such quantities.
  init(_ dimension: Measure.Dimension) {
    switch dimension {
    case .plain: self = .count
    case .bytes: self = .bytes
    case .seconds: self = .seconds
    case .months: self = .months
    case .percent: self = .basisPoints
    }
  }
}
