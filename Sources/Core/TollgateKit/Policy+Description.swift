import TollgateRuntime

extension Policy: CustomStringConvertible {
  /// The name and the beginning of the fingerprint: `Shop (sha256:5f3a2c81)`.
  public var description: String {
    let mark = String(fingerprint.prefix("sha256:".count + 8))
    return name.isEmpty ? "policy (\(mark))" : "\(name) (\(mark))"
  }
}

extension CustomerMessage: CustomStringConvertible {
  /// Everything, line by line.
  public var description: String { text }
}

extension PolicyDescription: CustomStringConvertible {
  /// The whole as text.
  public var description: String { text }
}

extension BatchLine: CustomStringConvertible {
  /// The question: `bills: 1 more`.
  public var description: String { "\(target): " + (reaching.map { "up to \($0)" } ?? "\(ask)") }
}
