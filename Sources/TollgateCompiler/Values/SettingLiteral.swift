package import TollgateRuntime
import TollgateSyntax

/// Writes the value of a setting as a policy writes it: `30 days`, `1500 MB`, `12.5%`, `high`.
package enum SettingLiteral {
  /// The exact value, in the largest unit in which it is whole.
  package static func print(_ value: SettingValue) -> String {
    switch value {
    case .count(let number): return "\(number)"
    case .bytes(let bytes): return print(bytes, sizes)
    case .seconds(let seconds): return seconds == 86_400 ? "1 day" : print(seconds, durations)
    case .basisPoints(let hundredths): return hundredths.percent
    case .choice(let name, _): return Spelled.name(name)
    case .unlimited: return "unlimited"
    }
  }

  private static let sizes: [(Int64, String)] = [
    (1_000_000_000_000, " TB"), (1_000_000_000, " GB"), (1_000_000, " MB"), (1000, " KB"),
    (1, " B"),
  ]
  private static let durations: [(Int64, String)] = [
    (86_400, " days"), (3600, "h"), (60, "min"), (1, "s"),
  ]

  private static func print(_ value: Int64, _ units: [(Int64, String)]) -> String {
    for (size, unit) in units where value != 0 && value % size == 0 {
      return "\(value / size)\(unit)"
    }
    return "\(value)"
  }
}
