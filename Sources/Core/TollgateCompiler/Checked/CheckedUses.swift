import TollgateRuntime
package import TollgateSyntax

/// `image uses 4 credits and 1 of exports`: what one use of each target takes from meters.
package struct CheckedUses: Sendable {
  package var targets: TargetSet
  package var targetsSpan: Span
  /// In the order written, each of another meter.
  package var amounts: [Amount]
  /// The lesser amounts below it, in the order of the source; `nothing` is 0.
  package var steps: [CheckedStep]
  package var applies: CheckedApplicability
  /// Where it begins.
  package var row: SourceRow
  /// The line as it is written, white space evened out.
  package var text: String
  package var span: Span

  package struct Amount: Sendable, Hashable {
    package var meter: Int32
    /// The name of the meter, or its singular.
    package var meterSpan: Span
    package var quantity: Int64
    package var quantitySpan: Span
    /// It is taken for each so many of the target that are begun; nil for once a use.
    package var each: Int64?
    package var span: Span
  }
}
