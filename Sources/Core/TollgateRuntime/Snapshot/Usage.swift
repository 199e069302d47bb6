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

extension Usage {
  /// The time that a counter counts over: everything there is, a day, or several hours.
  ///
  /// ```swift
  /// var usage = Usage()
  /// usage[.day] = Usage.Counter(3)
  /// if let threeHours = Usage.Window(3, .hour) { usage[threeHours] = Usage.Counter(1) }
  /// print(usage.windows)  // [3 hours, day]
  /// ```
  ///
  /// Two windows are the same if number and unit are: `24 hours` is not `day`.
  public struct Window: Sendable, Hashable, BitwiseCopyable {
    /// The unit, and, if there is more than one, how many: the number times 8 is added.
    package let code: UInt16

    private init(unchecked code: UInt16) {
      self.code = code
    }

    /// Everything there is.
    public static var total: Window { Window(unchecked: 0) }
    /// A day.
    public static var day: Window { Window(unchecked: 1) }
    /// A week.
    public static var week: Window { Window(unchecked: 2) }
    /// A month.
    public static var month: Window { Window(unchecked: 3) }
    /// A year.
    public static var year: Window { Window(unchecked: 4) }
    /// A minute.
    public static var minute: Window { Window(unchecked: 5) }
    /// An hour.
    public static var hour: Window { Window(unchecked: 6) }

    /// The unit of a window.
    public enum Unit: UInt16, Sendable, Hashable, BitwiseCopyable, CaseIterable {
      case day = 1
      case week, month, year, minute, hour
    }

    /// How many units a window may have.
    public static var numbers: ClosedRange<Int> { 1...1_000 }

    /// Some units of time. `nil` if the number is not from 1 to 1,000.
    public init?(_ number: Int = 1, _ unit: Unit) {
      guard Window.numbers ~= number else { return nil }
      self.init(unchecked: unit.rawValue | (number == 1 ? 0 : UInt16(number) << 3))
    }

    /// The window of a code. `nil` if no window has it.
    package init?(code: Int32) {
      guard code != 0 else {
        self = .total
        return
      }
      guard code > 0, code < 1 << 13, let unit = Unit(rawValue: UInt16(code & 7)),
        let window = Window(max(1, Int(code >> 3)), unit), Int32(window.code) == code
      else { return nil }
      self = window
    }

    /// Its unit; `nil` for the total.
    public var unit: Unit? { Unit(rawValue: code & 7) }

    /// How many units it has.
    public var number: Int { max(1, Int(code >> 3)) }

    /// Whether it counts everything there is, a day, a week, a month or a year. Every meter has a
    /// place for these.
    @inline(__always)
    var isCommon: Bool { code < Window.commonCount }

    static let commonCount = 5
  }
}

/// The short name here. Apps have types of this name by themselves: a `Window` of SwiftUI.
package typealias Window = Usage.Window

extension Usage.Window {
  /// The words after `per`, as in `day` and `3 hours`; `nil` for the total.
  public var name: String? {
    guard let unit else { return nil }
    return number == 1 ? unit.name : String(number) + " " + unit.name + "s"
  }

  /// The window that `per NAME` means. `nil` if this is not the name of a window.
  public init?(name: String) {
    for unit in Unit.allCases where unit.name == name {
      self.init(1, unit)
      return
    }
    var rest = Array(name.utf8)[...]
    var number = 0
    while let digit = rest.first, digit >= 0x30, digit <= 0x39, number <= 1_000 {
      if digit == 0x30, number == 0 { return nil }
      number = number * 10 + Int(digit - 0x30)
      rest.removeFirst()
    }
    guard number > 1, rest.first == 0x20, rest.last == 0x73 else { return nil }
    let one = String(decoding: rest.dropFirst().dropLast(), as: UTF8.self)
    for unit in Unit.allCases where unit.name == one {
      self.init(number, unit)
      return
    }
    return nil
  }
}

extension Usage.Window.Unit {
  /// The unit in the singular, such as `day`.
  public var name: String {
    switch self {
    case .minute: "minute"
    case .hour: "hour"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}
