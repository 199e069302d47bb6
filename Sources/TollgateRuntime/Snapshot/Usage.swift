/// How much of a meter is used: in total, and in each window of time.
public struct Usage: Sendable, Hashable {
  /// The total.
  public var total: Counter?
  /// The use of today.
  public var day: Counter?
  /// The use of this week.
  public var week: Counter?
  /// The use of this month.
  public var month: Counter?
  /// The use of this year.
  public var year: Counter?

  /// Counters of a meter; one that is left out is unknown.
  public init(
    total: Counter? = nil, day: Counter? = nil, week: Counter? = nil, month: Counter? = nil,
    year: Counter? = nil
  ) {
    self.total = total
    self.day = day
    self.week = week
    self.month = month
    self.year = year
  }

  /// A total in the meter's unit.
  public init(_ total: Int64) {
    self.init(total: Counter(total))
  }

  /// The counter of a window.
  package subscript(window: Window) -> Counter? {
    get {
      switch window {
      case .total: total
      case .day: day
      case .week: week
      case .month: month
      case .year: year
      }
    }
    set {
      switch window {
      case .total: total = newValue
      case .day: day = newValue
      case .week: week = newValue
      case .month: month = newValue
      case .year: year = newValue
      }
    }
  }
}

/// One counter of a meter.
public struct Counter: Sendable, Hashable {
  /// How much is used, in the meter's unit; from 0.
  public var used: Int64
  /// When it begins again at 0, if it does.
  public var resets: Instant?

  /// A counter.
  public init(_ used: Int64, resets: Instant? = nil) {
    self.used = used
    self.resets = resets
  }
}

/// The window that a counter counts over.
public enum Window: UInt8, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// Everything there is.
  case total
  /// A day.
  case day
  /// A week.
  case week
  /// A month.
  case month
  /// A year.
  case year

  /// The word for it after `per`; nil for the total.
  public var name: String? {
    switch self {
    case .total: nil
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }

  /// The window that `per NAME` means.
  package init?(name: String) {
    switch name {
    case "day": self = .day
    case "week": self = .week
    case "month": self = .month
    case "year": self = .year
    default: return nil
    }
  }
}
