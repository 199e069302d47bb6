package import TollgateRuntime
import TollgateSyntax

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
