package import TollgateRuntime
import TollgateSyntax

/// Reads the value that an ask is to reach, outside of a policy, as a policy writes it: `30 days`,
/// `high`, `unlimited`. A bare number is in the target's own unit.
package enum ReachText {
  /// The reason why a text is not a value of a target.
  package enum ParseError: Error, Hashable {
    /// The target has no values.
    case noValues
    /// It is not one of these choices.
    case choice([String])
    /// It is not a value of this kind. `headline` is that of the diagnostic that a policy gets; nil
    /// if the text is not a literal.
    case quantity(Setting.Kind, mayBeUnlimited: Bool, headline: String?)
  }

  /// The ask for a value of a meter or a setting.
  package static func parse(
    _ text: String, of target: String, in graph: RuleGraph
  ) throws(ParseError) -> Ask.Growth {
    guard let target = graph.target(target) else { throw .noValues }
    if let setting = graph.setting(of: target.index) {
      return try parse(text, of: graph.parts.settings[Int(setting)], in: graph)
    }
    guard let meter = graph[target: target.index].meter else { throw .noValues }
    do throws(QuantityText.ParseError) {
      return .reaching(try QuantityText.parse(text, of: graph[meter: meter]))
    } catch {
      let kind = graph[meter: meter].unit.kind
      throw .quantity(kind, mayBeUnlimited: false, headline: error.headline)
    }
  }

  private static func parse(
    _ text: String, of setting: Setting, in graph: RuleGraph
  ) throws(ParseError) -> Ask.Growth {
    if setting.kind == .choice {
      let names = setting.choices.map { $0.name }
      guard let place = names.firstIndex(where: { $0 == text || "`\($0)`" == text }) else {
        throw .choice(names)
      }
      return .reaching(Int64(place))
    }
    let mayBeUnlimited = !graph[ladder: setting.ladder].isSmallerBetter
    if text == "unlimited", mayBeUnlimited { return .reachingUnlimited }
    guard let literal = LiteralSyntax(alone: Source(name: "", text: text)) else {
      throw .quantity(setting.kind, mayBeUnlimited: mayBeUnlimited, headline: nil)
    }
    if let measure = LiteralReader.ifValue(literal),
      measure.dimension == .plain || Setting.Kind(measure.dimension) == setting.kind
    {
      return .reaching(measure.value)
    }
    throw .quantity(setting.kind, mayBeUnlimited: mayBeUnlimited, headline: nil)
  }
}

extension Meter.Unit {
  fileprivate var kind: Setting.Kind {
    switch self {
    case .count: .count
    case .bytes: .bytes
    case .seconds, .minutes, .hours, .days: .seconds
    }
  }
}

/// Reads a quantity outside of a policy, such as one on a command line, as a policy reads it.
package enum QuantityText {
  /// The reason why a text is not a quantity of a meter.
  package struct ParseError: Error, Hashable {
    /// The headline of the diagnostic that a policy gets; nil if the text is not a literal.
    package var headline: String?
  }

  /// A quantity in the meter's unit: `500`, `10_000`, `1.5GB`, `2h`.
  package static func parse(_ text: String, of meter: Meter) throws(ParseError) -> Int64 {
    let source = Source(name: "", text: text)
    guard let literal = LiteralSyntax(alone: source) else { throw ParseError(headline: nil) }
    let name = CheckedName(text: meter.name, span: literal.span, isDeclared: true)
    let checked = CheckedMeter(name: name, unit: meter.unit, span: literal.span)
    do throws(LiteralReader.Misread) {
      return try LiteralReader.quantity(literal, of: checked)
    } catch {
      let words = MistakeWords(Draft(PolicyPages(source)))
      throw ParseError(headline: words.literal(error.mistake, error.span).headline)
    }
  }
}

/// Writes the value of a setting as a policy writes it: `30 days`, `1500 MB`, `12.5%`, `high`.
package enum SettingLiteral {
  /// The exact value, in the largest unit in which it is whole.
  package static func print(_ value: SettingValue) -> String {
    guard case .choice(let name, _) = value else { return value.description }
    return Spelled.name(name)
  }
}
