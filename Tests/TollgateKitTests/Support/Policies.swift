import TestSupport
import Testing
import TollgateKit

/// A policy from its text, which also goes through every check that any policy goes through.
func policy(_ text: String, name: String = "test.gate") throws -> Policy {
  let source = Source(name: name, text: text)
  #expect(PolicyChecks.failures(of: source).isEmpty)
  return try Policy(source)
}

/// The instant that a text is.
func instant(_ text: String) throws -> Instant {
  try #require(Instant(text))
}

/// The error that a piece of code throws.
func problem<Value>(
  _ body: () throws(SnapshotError) -> Value,
  _ place: SourceLocation = #_sourceLocation
) -> SnapshotError? {
  do throws(SnapshotError) {
    let value = try body()
    Issue.record("there is no error, but \(value)", sourceLocation: place)
    return nil
  } catch {
    return error
  }
}
