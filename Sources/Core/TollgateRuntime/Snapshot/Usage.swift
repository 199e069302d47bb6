/// How much of a meter is used: in total, and in each window of time.
///
/// ```swift
/// gate.update { $0.usage["bills"] = Usage(499) }
/// gate.update {
///   $0.usage["recommendations"] = Usage(day: Usage.Counter(3, resets: tomorrow))
/// }
/// ```
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
  /// The use in other windows, such as 3 hours.
  private var others: [Window: Counter] = [:]

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

  /// Counters of a meter, by window; one that is left out is unknown.
  public init(_ counters: [Window: Counter]) {
    self.init()
    for (window, counter) in counters { self[window] = counter }
  }

  /// The counter of a window; `nil` if it is unknown.
  public subscript(window: Window) -> Counter? {
    get {
      switch window {
      case .total: total
      case .day: day
      case .week: week
      case .month: month
      case .year: year
      default: others[window]
      }
    }
    set {
      switch window {
      case .total: total = newValue
      case .day: day = newValue
      case .week: week = newValue
      case .month: month = newValue
      case .year: year = newValue
      default: others[window] = newValue
      }
    }
  }

  /// The windows that have a counter: the total first, then from the shortest unit to the longest,
  /// each by number.
  public var windows: [Window] {
    var windows: [Window] = []
    for window in Window.common where self[window] != nil { windows.append(window) }
    if others.isEmpty { return windows }
    for window in others { windows.append(window.key) }
    return windows.sorted()
  }
}

extension Usage {
  /// Calls `body` with each counter, in no order.
  package func forEach(_ body: (Window, Counter) -> Void) {
    if let total { body(.total, total) }
    if let day { body(.day, day) }
    if let week { body(.week, week) }
    if let month { body(.month, month) }
    if let year { body(.year, year) }
    if others.isEmpty { return }
    for (window, counter) in others { body(window, counter) }
  }
}

extension Usage.Window: Comparable {
  static var common: [Window] { [.total, .day, .week, .month, .year] }

  /// Whether one unit is shorter than the other, or there are fewer of the same.
  public static func < (a: Self, b: Self) -> Bool {
    a.length != b.length ? a.length < b.length : a.number < b.number
  }

  private var length: Int {
    switch unit {
    case nil: 0
    case .minute: 1
    case .hour: 2
    case .day: 3
    case .week: 4
    case .month: 5
    case .year: 6
    }
  }
}
