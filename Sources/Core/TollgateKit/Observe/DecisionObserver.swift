/// Is told every decision of a ``PolicyStore`` or a ``Gate``: for a log, for analytics, for support.
///
/// ```swift
/// struct Printer: DecisionObserver {
///   func decided(_ event: DecisionEvent) { print(event) }
/// }
/// let gate = Gate<Shop>(observer: Printer())
/// ```
///
/// Without an observer a decision costs what it did before: the gate looks for one, and that is all.
/// With one, every question is answered in full.
public protocol DecisionObserver: Sendable {
  /// A decision was made. It is called on the thread that asked, which waits: return at once.
  func decided(_ event: DecisionEvent)
}
