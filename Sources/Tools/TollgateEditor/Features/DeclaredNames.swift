import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The kinds of a policy's names, as far as its text says them: a policy has a mistake as long as a
/// sentence of it is not finished.
struct DeclaredNames: Sendable {
  /// The unit in which a meter or a setting is measured.
  enum Measure: Sendable { case plain, bytes, seconds, choice }

  private(set) var facts: [String: FactSyntax.FactType] = [:]
  private(set) var measures: [String: Measure] = [:]
  private let names: NameIndex

  init(_ project: Project) {
    names = project.names
    for statement in project.syntax.statements {
      switch statement.kind {
      case .fact(let fact): facts[fact.declaration.name.text] = fact.type
      case .meters(let meters):
        for meter in meters {
          measures[meter.declaration.name.text] = DeclaredNames.measure(meter.unit?.text ?? "")
        }
      case .setting(let setting):
        measures[setting.declaration.name.text] = DeclaredNames.measure(of: setting.base)
      default: break
      }
    }
  }

  private static func measure(of base: SettingSyntax.Base) -> Measure {
    switch base {
    case .choices: return .choice
    case .value(.literal(let literal)):
      // `30s` is one word.
      let suffix = literal.numeral.utf8.reversed().prefix { $0 >= 0x41 }.reversed()
      return measure(literal.unit?.text ?? String(decoding: Array(suffix), as: UTF8.self))
    case .value, .broken: return .plain
    }
  }

  private static func measure(_ unit: String) -> Measure {
    switch unit {
    case "bytes": .bytes
    case "seconds", "minutes", "hours", "second", "minute", "hour": .seconds
    default:
      CompletionContext.sizes.contains(unit)
        ? .bytes : CompletionContext.durations.contains(unit) ? .seconds : .plain
    }
  }

  /// The kind of a name, apart from products; nil for a word that names nothing.
  func kind(_ name: String) -> NameKind? {
    guard let use = names.uses.first(where: { $0.name.text == name && $0.space == .things }) else {
      return nil
    }
    return names.kind(of: use)
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
