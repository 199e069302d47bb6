/// A decision in the words of the person who asked. Nothing in it is internal: no file, line, rule,
/// name or reason of the policy.
///
/// ```swift
/// let message = gate.message(for: gate.decision(.csvExport))
/// alert(message.headline)
/// for way in message.waysIn { show(way) }
/// ```
public struct CustomerMessage: Sendable, Hashable {
  /// The answer in one sentence: `CSV export needs Pro.`
  public let headline: String
  /// The policy's own message for this case; `nil` if it has none.
  public let message: String?
  /// The steps that open it, one sentence each, products of one plan together: `Get Pro: Annual for
  /// $12 per year, or Lifetime for $38 once.` Empty if the use is allowed.
  public let waysIn: [String]

  /// Everything, line by line.
  public var text: String {
    ([headline] + (message.map { [$0] } ?? []) + waysIn).joined(separator: "\n")
  }
}
