import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The kinds of a policy's names, as far as its text says them: a policy has a mistake as long as a
/// sentence of it is not finished.
struct DeclaredNames: Sendable {
  /// The unit in which a meter or a setting is measured.
  enum Measure: Sendable { case plain, bytes, seconds, minutes, hours, days, months, choice }

  private(set) var facts: [String: FactSyntax.FactType] = [:]
  private(set) var measures: [String: Measure] = [:]
  /// By date fact, whether months or lengths of time are counted from it.
  private var lapses: [String: Measure] = [:]
  /// The settings of which the least value is the best.
  private(set) var smallerIsBetter: Set<String> = []
  /// How often each meter that is declared nowhere stands with a bare number.
  private var bareAmounts: [String: Int] = [:]
  private let names: NameIndex

  init(_ project: Project) {
    names = project.names
    for statement in project.syntax.statements {
      switch statement.kind {
      case .fact(let fact): facts[fact.declaration.name.text] = fact.type
      case .meters(let meters):
        for meter in meters {
          measures[meter.declaration.name.text] = DeclaredNames.measure(in: meter.unit?.text ?? "")
        }
      case .setting(let setting):
        let name = setting.declaration.name.text
        measures[name] = DeclaredNames.measure(of: setting.base)
        if setting.smallerIsBetter != nil { smallerIsBetter.insert(name) }
      default: break
      }
    }
    takeMeasures(from: project)
  }

  /// The measure of a meter that is declared nowhere, and of a setting that is 0, is that of its
  /// amounts elsewhere.
  private mutating func takeMeasures(from project: Project) {
    let tokens = project.syntax.tokens.filter { !$0.kind.isBlank }
    for place in tokens.indices { takeLapse(place, tokens, project.source) }
    for (index, token) in tokens.enumerated() where token.kind == .numeral && index > 0 {
      let next = index + 1 < tokens.count && tokens[index + 1].kind == .name ? index + 1 : nil
      let unit = next.map { project.source.text(tokens[$0].span) } ?? ""
      let stuck = DeclaredNames.measure(suffixOf: project.source.text(token.span))
      let measure = stuck == .plain ? DeclaredNames.measure(unit) : stuck
      var owner = index - 1
      while owner > 0, DeclaredNames.isBetween(tokens[owner], project.source) { owner -= 1 }
      takeMeasure(measure, of: tokens[owner], project.source)
      guard measure != .plain else { continue }
      // `adds 5 GB to storage`
      let behind = (stuck == .plain ? next : index).map { $0 + 1 } ?? index
      if behind + 1 < tokens.count, project.source.text(tokens[behind].span) == "to" {
        takeMeasure(measure, of: tokens[behind + 1], project.source)
      }
    }
  }

  /// Whether something may be counted in months, or else in lengths of time, from a date of the
  /// policy: each is counted from in one way.
  func mayCount(_ measure: Measure) -> Bool {
    var dates = Set(facts.filter { if case .date = $0.value { true } else { false } }.keys)
    if !names.declaredKinds.contains(.fact) { dates.formUnion(lapses.keys) }
    return dates.isEmpty || dates.contains { lapses[$0] == nil || lapses[$0] == measure }
  }

  /// `7 days after installed`
  private mutating func takeLapse(_ place: Int, _ tokens: [Token], _ source: Source) {
    guard place > 1, place + 1 < tokens.count, source.text(tokens[place].span) == "after" else {
      return
    }
    let unit = source.text(tokens[place - 1].span)
    let measure =
      tokens[place - 1].kind == .numeral
      ? DeclaredNames.measure(suffixOf: unit) : DeclaredNames.measure(unit)
    guard measure != .plain else { return }
    lapses[Project.withoutBackquotes(source.text(tokens[place + 1].span))] = measure
  }

  private mutating func takeMeasure(_ measure: Measure, of token: Token, _ source: Source) {
    guard token.kind == .name || token.kind == .quotedName else { return }
    let name = Project.withoutBackquotes(source.text(token.span))
    switch kind(name) {
    case .meter where !names.declaredKinds.contains(.meter) && measure != .months:
      if measure == .plain {
        bareAmounts[name, default: 0] += 1
      } else {
        measures[name] = measure
      }
    case .setting where measures[name] == .plain: measures[name] = measure
    default: break
    }
  }

  /// Whether a token may stand between a name and its amount.
  private static func isBetween(_ token: Token, _ source: Source) -> Bool {
    switch token.kind {
    case .more, .moreOrEqual, .less, .lessOrEqual: return true
    case .name:
      switch Word(rawValue: source.text(token.span)) {
      case .at, .most, .least, .is, .allowance, .adding, .reaching: return true
      default: return false
      }
    default: return false
    }
  }

  private static func measure(of base: SettingSyntax.Base) -> Measure {
    switch base {
    case .choices: return .choice
    case .value(.literal(let literal)), .value(.each(let literal, _)):
      return literal.unit.map { measure($0.text) } ?? measure(suffixOf: literal.numeral)
    case .value, .broken: return .plain
    }
  }

  /// `30s` is one word.
  private static func measure(suffixOf numeral: String) -> Measure {
    let suffix = numeral.utf8.reversed().prefix { $0 >= 0x41 && $0 != 0x5F }.reversed()
    return measure(String(decoding: Array(suffix), as: UTF8.self))
  }

  /// `in minutes`: an amount is whole in the unit of its meter.
  private static func measure(in unit: String) -> Measure {
    switch unit {
    case "bytes": .bytes
    case "seconds": .seconds
    case "minutes": .minutes
    case "hours": .hours
    case "days": .days
    default: .plain
    }
  }

  private static func measure(_ unit: String) -> Measure {
    if CompletionContext.sizes.contains(unit) { return .bytes }
    switch unit {
    case "second", "minute", "hour", "day", "week": return .seconds
    case "month", "months", "year", "years": return .months
    default: return CompletionContext.durations.contains(unit) ? .seconds : .plain
    }
  }

  /// The kind of a name, apart from products; nil for a word that names nothing.
  func kind(_ name: String) -> NameKind? {
    guard let use = names.uses.first(where: { $0.name.text == name && $0.space == .things }) else {
      return nil
    }
    return names.likelyKind(of: use)
  }

  /// Whether a name is a meter, or may become one: nothing says what it is.
  func mayBeMeter(_ name: String) -> Bool {
    guard let kind = kind(name) else { return !names.declaredKinds.contains(.meter) }
    return kind == .meter
  }

  /// Whether the one amount of a meter that is declared nowhere may have any unit.
  func mayHaveAnyUnit(_ name: String) -> Bool {
    mayBeMeter(name) && measures[name] == nil && bareAmounts[name, default: 0] < 2
  }

  /// Whether a rule may be about a name.
  func isTarget(_ name: String) -> Bool {
    switch kind(name) {
    case .feature, .group, .meter, .setting: true
    default: false
    }
  }

  /// The facts that stand alone in a condition or a requirement.
  var yesOrNo: Set<String> {
    Set(facts.filter { if case .yesOrNo = $0.value { true } else { false } }.keys)
  }
}
