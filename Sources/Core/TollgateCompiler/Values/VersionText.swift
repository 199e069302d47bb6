package import TollgateRuntime

/// Versions as text: `2`, `1.4`, `1.4.2`.
package enum VersionText {
  /// The reason why a text is not a version.
  package enum ParseError: Error, Hashable, Sendable {
    /// It is not one to three numbers with points between them.
    case shape
    /// A number in it is beyond 2^63−1.
    case tooLarge
  }

  /// Reads a version; missing parts are 0.
  package static func parse(_ text: String) -> Result<Version, ParseError> {
    var parts: [Int64] = []
    var part: Int64?
    for byte in text.utf8 {
      if let digit = byte.decimalDigit {
        let (tens, isTooLarge) = (part ?? 0).multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = tens.addingReportingOverflow(digit)
        if isTooLarge || isStillTooLarge { return .failure(.tooLarge) }
        part = sum
      } else {
        guard byte == UInt8(ascii: "."), let ended = part else { return .failure(.shape) }
        parts.append(ended)
        part = nil
        if parts.count == 3 { return .failure(.shape) }
      }
    }
    guard let ended = part else { return .failure(.shape) }
    parts.append(ended)
    while parts.count < 3 { parts.append(0) }
    return .success(Version(parts[0], parts[1], parts[2]))
  }

  /// Writes a version, as it describes itself.
  package static func print(_ version: Version) -> String { version.description }
}
