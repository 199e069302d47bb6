/// A reminder that is due.
///
/// ```swift
/// let decision = gate.decision(.bills)
/// if let reminder = decision.reminder, reminder.snoozedUntil == nil {
///   banner(gate.text(of: reminder, in: decision) ?? reminder.id)
///   gate.dismiss(reminder)  // once the user closes it
/// }
/// ```
public struct DueReminder: Sendable, Hashable {
  /// Its id: `METER@Q`, with a window `METER@Q/day`; of an end `TARGET@3 days before end`.
  public let id: String
  /// The value from which it is due, or the end in milliseconds.
  private let when: Int64
  private let isOfEnd: Bool
  /// Whether it is prominent rather than gentle.
  public let isProminent: Bool
  /// Until when it was dismissed.
  public let snoozedUntil: Instant?
  package let rule: Int32
  package let reminder: Int
  private let counted: Int64

  /// A reminder of an amount, with the value after the decision.
  init(
    id: String, at: Int64, isProminent: Bool, snoozedUntil: Instant?, rule: Int32, reminder: Int,
    value: Int64
  ) {
    self.id = id
    (when, isOfEnd) = (at, false)
    self.isProminent = isProminent
    self.snoozedUntil = snoozedUntil
    self.rule = rule
    self.reminder = reminder
    counted = value
  }

  /// A reminder of an end.
  init(
    id: String, ends: Int64, isProminent: Bool, snoozedUntil: Instant?, rule: Int32, reminder: Int
  ) {
    self.id = id
    (when, isOfEnd) = (ends, true)
    self.isProminent = isProminent
    self.snoozedUntil = snoozedUntil
    self.rule = rule
    self.reminder = reminder
    counted = 0
  }

  /// The value from which it is due, in the meter's unit; nil for a reminder of an end.
  public var at: Int64? { isOfEnd ? nil : when }

  /// When what it reminds of ends; nil for a reminder of an amount.
  public var ends: Instant? { isOfEnd ? Instant(milliseconds: when) : nil }

  /// The value after the decision; nil for a reminder of an end.
  package var value: Int64? { isOfEnd ? nil : counted }
}

extension DueReminder: CustomStringConvertible {
  /// Its id, and whether it is prominent: `bills@400, gentle`.
  public var description: String {
    let text = id + (isProminent ? ", prominent" : ", gentle")
    return snoozedUntil.map { "\(text), dismissed until \($0)" } ?? text
  }
}
