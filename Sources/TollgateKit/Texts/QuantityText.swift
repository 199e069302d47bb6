import TollgateRuntime

/// Amounts as people read them. They are exact: no digit is rounded away.
enum QuantityText {
  /// An amount in a meter's unit: `500`, `10 GB`, `24 h`.
  static func print(_ value: Int64, _ unit: Meter.Unit, _ language: Language) -> String {
    switch unit {
    case .count: String(value)
    case .bytes: bytes(value)
    case .seconds: seconds(value, language)
    }
  }

  private static let sizes: [(name: String, bytes: Int64)] = [
    ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000),
    ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
  ]

  /// In the unit that needs the fewest digits, one behind the point at the most; of two, the
  /// decimal one: `10 GB`, `1.5 GB`, `5 GiB`, `1023 B`.
  private static func bytes(_ value: Int64) -> String {
    var shortest = "\(value)"
    var unit = "B"
    for (name, size) in sizes {
      guard let number = number(value, in: size), number.utf8.count < shortest.utf8.count else {
        continue
      }
      shortest = number
      unit = name
    }
    return shortest + " " + unit
  }

  /// So many of a unit; nothing where that is less than one, or needs a second decimal.
  private static func number(_ value: Int64, in size: Int64) -> String? {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: size)
    guard whole > 0 else { return nil }
    if rest == 0 { return "\(whole)" }
    let (tenths, isInexact) = (rest * 10).quotientAndRemainder(dividingBy: size)
    return isInexact == 0 ? "\(whole).\(tenths)" : nil
  }

  /// Whole days from the second day on, else hours, minutes and seconds: `7 days`, `24 h`,
  /// `1 h 30 min`.
  private static func seconds(_ value: Int64, _ language: Language) -> String {
    let isChinese = language == .chinese
    let (days, rest) = value.quotientAndRemainder(dividingBy: 86_400)
    if days > 1, rest == 0 { return "\(days)" + (isChinese ? " 天" : " days") }
    guard value > 0 else { return "\(value)" + (isChinese ? " 秒" : " s") }
    let parts = [
      (value / 3600, isChinese ? "小时" : "h"), (value / 60 % 60, isChinese ? "分钟" : "min"),
      (value % 60, isChinese ? "秒" : "s"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
