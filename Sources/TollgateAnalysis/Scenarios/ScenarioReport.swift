package import TollgateRuntime
package import TollgateSyntax

/// What running a scenario came to.
package struct ScenarioReport: Sendable {
  package var title: String
  package var span: Span
  /// How many decisions were compared.
  package var asks = 0
  package var failures: [Failure] = []

  /// One target of one `expect` that decided otherwise.
  package struct Failure: Sendable {
    /// The `expect` line.
    package var span: Span
    package var decision: Decision
    /// Every part that differs.
    package var differences: [Difference]
  }

  /// A part of an expectation, as it was expected and as it is; both in the words of the language.
  package struct Difference: Sendable, Hashable {
    package var expected: String
    package var actual: String
  }
}
