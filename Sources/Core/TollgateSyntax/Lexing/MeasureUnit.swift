/// A unit of size or of time, as a quantity has it: `GB`, `min`, `days`.
package struct MeasureUnit: Sendable, Hashable {
  /// Whether it is one of time.
  package let isTime: Bool
  /// How many bytes, or seconds, one is.
  package let scale: Int64

  private init(time scale: Int64) { (isTime, self.scale) = (true, scale) }

  private init(size scale: Int64) { (isTime, self.scale) = (false, scale) }

  /// The unit of a word; nil if it is none. Months and years are not: they have no one length.
  package init?(_ word: String) {
    switch word {
    case "B": self.init(size: 1)
    case "KB": self.init(size: 1000)
    case "MB": self.init(size: 1_000_000)
    case "GB": self.init(size: 1_000_000_000)
    case "TB": self.init(size: 1_000_000_000_000)
    case "KiB": self.init(size: 1 << 10)
    case "MiB": self.init(size: 1 << 20)
    case "GiB": self.init(size: 1 << 30)
    case "TiB": self.init(size: 1 << 40)
    case "s", "second", "seconds": self.init(time: 1)
    case "min", "minute", "minutes": self.init(time: 60)
    case "h", "hour", "hours": self.init(time: 3600)
    case "day", "days": self.init(time: 86_400)
    case "week", "weeks": self.init(time: 604_800)
    default: return nil
    }
  }

  /// How many months a unit of the calendar has; nil for any other word.
  package static func months(of word: String) -> Int64? {
    switch word {
    case "month", "months": 1
    case "year", "years": 12
    default: nil
    }
  }

  /// The units of size and of time that messages and completion name.
  package static let sizes = ["B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"]
  package static let durations = ["s", "min", "h", "day", "days", "week", "weeks"]
}
