import Testing

@testable import TollgateSyntax

/// Reads a text as every test does: its tokens must be the text.
func parse(_ text: String, _ location: SourceLocation = #_sourceLocation) -> Parsed {
  parse(Array(text.utf8), location)
}

func parse(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) -> Parsed {
  let parsed = PolicySyntax.parse(Source(name: "Test.gate", bytes: bytes))
  #expect(joined(parsed.syntax.tokens) == bytes.count, sourceLocation: location)
  let codes = parsed.diagnostics.filter { $0.span.end > bytes.count || $0.span.start < 0 }
  #expect(codes.isEmpty, "spans lie in the text", sourceLocation: location)
  return parsed
}

/// The length of the text that tokens cover without a gap, or -1.
func joined(_ tokens: [Token]) -> Int {
  var end = 0
  for token in tokens {
    guard token.span.start == end, token.span.end > end else { return -1 }
    end = token.span.end
  }
  return end
}

/// The only statement of a text that has nothing wrong with it.
func statement(
  _ text: String,
  _ location: SourceLocation = #_sourceLocation
) throws -> StatementSyntax {
  let parsed = parse(text, location)
  #expect(parsed.diagnostics.map(\.headline) == [], sourceLocation: location)
  #expect(parsed.syntax.statements.count == 1, sourceLocation: location)
  return try #require(parsed.syntax.statements.first, sourceLocation: location)
}

/// A clause that has nothing wrong with it, under some rule.
func clause(
  _ text: String,
  _ location: SourceLocation = #_sourceLocation
) throws -> ClauseSyntax.Kind {
  let statement = try statement("x requires y\n  " + text, location)
  return try #require(statement.clauses.first, sourceLocation: location).kind
}

/// A requirement or a condition, written out with every parenthesis.
func words(_ expression: ExpressionSyntax) -> String {
  switch expression {
  case .nothing: "nothing"
  case .name(let name): name.text
  case .not(let inner, _): "not \(words(inner))"
  case .paid(let inner, let isApart, _): isApart ? "(paid \(words(inner)))" : "paid \(words(inner))"
  case .all(let inner, _): "(\(inner.map(words).joined(separator: " and ")))"
  case .any(let inner, _): "(\(inner.map(words).joined(separator: " or ")))"
  case .isValue(let name, let value, let negated, _):
    "\(name.text) is \(negated ? "not " : "")\(words(value))"
  case .isOneOf(let name, let values, let negated, _):
    "\(name.text) is \(negated ? "not " : "")one of [\(values.map(words).joined(separator: " "))]"
  case .order(let name, let since, let literal, _):
    "\(name.text) \(since ? "since" : "before") \(words(literal))"
  case .compare(let name, let sign, let literal, let window, _):
    "\(name.text) \(sign) \(words(literal))\(window.map { " per \(words($0))" } ?? "")"
  case .inRollout(let name, _): "in \(name.text)"
  case .broken: "?"
  }
}

func words(_ window: WindowSyntax) -> String {
  switch window {
  case .one(let name): name.text
  case .several(let literal): words(literal)
  }
}

func words(_ fall: FallSyntax) -> String {
  switch fall {
  case .resets(let instant): words(instant)
  case .steps(let steps):
    steps.map { "\(words($0.used)) at \(words($0.at))" }.joined(separator: " then ")
  }
}

func words(_ value: ValueSyntax) -> String {
  switch value {
  case .name(let name): name.text
  case .literal(let literal): words(literal)
  }
}

func words(_ literal: LiteralSyntax) -> String {
  literal.unit.map { "\(literal.numeral) \($0.text)" } ?? literal.numeral
}

func words(_ moment: MomentSyntax?) -> String {
  switch moment {
  case nil: "-"
  case .at(let literal): words(literal)
  case .after(let length, .fact(let fact), _): "\(words(length)) after \(fact.text)"
  case .after(let length, .instant(let instant), _): "\(words(length)) after \(words(instant))"
  }
}

func words(_ subject: SubjectSyntax) -> String {
  let except = subject.exceptions.isEmpty ? "" : " except " + words(subject.exceptions)
  return words(subject.items) + except
}

func words(_ items: [SubjectItemSyntax]) -> String {
  items.map { item in
    switch item {
    case .name(let name): name.text
    case .range(let first, let last): "\(first.text)..\(last.text)"
    case .everything: "everything"
    }
  }.joined(separator: ", ")
}

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A text with one mistake, and what is said about it.
struct DiagnosticCase: Sendable, CustomTestStringConvertible {
  var text: String
  var code: String
  var headline: String
  /// `line:column-endColumn`
  var place: String
  var safety: Diagnostic.Edit.Safety?
  /// The text after the first edit.
  var mended: String?

  init(
    _ text: String,
    _ code: String,
    _ headline: String,
    at place: String,
    _ safety: Diagnostic.Edit.Safety? = nil,
    _ mended: String? = nil
  ) {
    self.text = text
    self.code = code
    self.headline = headline
    self.place = place
    self.safety = safety
    self.mended = mended
  }

  var testDescription: String { DisplayCell.shown(text) }
}
