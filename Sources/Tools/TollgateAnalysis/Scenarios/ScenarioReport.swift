package import TollgateRuntime
package import TollgateSyntax

/// The result of running a scenario.
package struct ScenarioReport: Sendable {
  package var title: String
  package var span: Span
  /// How many decisions were compared.
  package var asks = 0
  package var failures: [Failure] = []

  /// One target of one `expect` that decided otherwise.
  package struct Failure: Sendable {
    /// The `expect` line, and its place among those of the scenario; those about values come last.
    package var span: Span
    package var expectation: Int
    package var target: Int32
    package var decision: Decision
    /// Every part that the line names.
    package var parts: [Part]

    /// Every part that differs.
    package var differences: [Part] { parts.filter { $0.expected != $0.actual } }
  }

  /// A part of an expectation, as it was expected and as it is; both in the words of the language.
  package struct Part: Sendable, Hashable {
    package var expected: String
    package var actual: String
    /// Whether an `expect` line could say what is.
    package var canBeExpected = true
  }
}
