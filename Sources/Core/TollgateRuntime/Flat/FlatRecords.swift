/// A rule: its conditions, and where the rest of it is.
struct FlatRule: WordRecord {
  var requirement: Int32
  var inForce: Int32
  var condition: Int32
  var soft: Int32
  /// Its limit, or -1.
  var limit: Int32
  var details: Int32
  var row: Int32
  var text: Piece
}

extension FlatRule {
  static let width = 9

  init(_ words: inout WordReader) {
    requirement = words.index()
    inForce = words.index()
    condition = words.index()
    soft = words.index()
    limit = words.index()
    details = words.index()
    row = words.index()
    text = words.piece()
  }

  func write(to words: inout Words) {
    words.append(requirement)
    words.append(inForce)
    words.append(condition)
    words.append(soft)
    words.append(limit)
    words.append(details)
    words.append(row)
    words.append(text)
  }
}

/// The comparison that is the subject of rules; each is there once.
struct FlatLimit: WordRecord {
  /// The meter, or -1 for the value of a setting.
  var meterNumber: Int32
  var window: Int32
  var kind: Int32
  var quantity: Int64
}

extension FlatLimit {
  static let width = 5

  init(_ words: inout WordReader) {
    meterNumber = words.index()
    window = words.index()
    kind = words.index()
    quantity = words.number()
  }

  func write(to words: inout Words) {
    words.append(meterNumber)
    words.append(window)
    words.append(kind)
    words.append(number: quantity)
  }

  init(_ limit: Limit) {
    meterNumber = limit.meter ?? -1
    window = Int32(limit.window.code)
    (kind, quantity) =
      switch limit.kind {
      case .atMost(let quantity): (0, quantity)
      case .allowance(let otherwise): (1, otherwise ?? -1)
      case .undecided: (2, 0)
      case .bare: (3, 0)
      case .ladder(let ladder): (4, Int64(ladder))
      case .setting(let setting): (5, Int64(setting))
      }
  }

  /// The limit; nil if there is no such window or kind.
  var limit: Limit? {
    guard let window = Window(code: window) else { return nil }
    let kind: Limit.Kind
    switch self.kind {
    case 0: kind = .atMost(quantity)
    case 1: kind = .allowance(otherwise: quantity == -1 ? nil : quantity)
    case 2: kind = .undecided
    case 3: kind = .bare
    case 4:
      guard let ladder = LadderIndex(exactly: quantity) else { return nil }
      kind = .ladder(ladder)
    case 5:
      guard let setting = SettingIndex(exactly: quantity) else { return nil }
      kind = .setting(setting)
    default: return nil
    }
    return Limit(meter: meterNumber.orNone, window: window, kind: kind)
  }
}

/// The clauses of a rule; once for all rules with the same ones.
struct FlatDetails: WordRecord {
  var effect: Int32
  var runningUseMayFinish: Int32
  var isDismissible: Int32
  /// The label that is the message, or -1.
  var message: Int32
  var snooze: Int64
  var presentation: Piece
  /// Sets of needs.
  var needs: Piece
  var reminders: Piece
  var because: Piece
}

extension FlatDetails {
  static let width = 14

  init(_ words: inout WordReader) {
    effect = words.index()
    runningUseMayFinish = words.index()
    isDismissible = words.index()
    message = words.index()
    snooze = words.number()
    presentation = words.piece()
    needs = words.piece()
    reminders = words.piece()
    because = words.piece()
  }

  func write(to words: inout Words) {
    words.append(effect)
    words.append(runningUseMayFinish)
    words.append(isDismissible)
    words.append(message)
    words.append(number: snooze)
    words.append(presentation)
    words.append(needs)
    words.append(reminders)
    words.append(because)
  }

  /// Equal pieces begin at the same place, because equal texts and lists are there once.
  func hash(into hasher: inout Hasher) {
    hasher.combine(needs.start)
    hasher.combine(reminders.start)
    hasher.combine(because.start)
    hasher.combine(message)
    hasher.combine(presentation.start)
    hasher.combine(snooze)
  }
}

/// A reminder.
struct FlatReminder: WordRecord {
  /// 0 for a quantity, 1 for a share.
  var kind: Int32
  var at: Int64
  var isProminent: Int32
  var snooze: Int64
  /// The label, or -1.
  var label: Int32
}

extension FlatReminder {
  static let width = 7

  init(_ words: inout WordReader) {
    kind = words.index()
    at = words.number()
    isProminent = words.index()
    snooze = words.number()
    label = words.index()
  }

  func write(to words: inout Words) {
    words.append(kind)
    words.append(number: at)
    words.append(isProminent)
    words.append(number: snooze)
    words.append(label)
  }

  init(_ reminder: Reminder) {
    (kind, at) =
      switch reminder.at {
      case .quantity(let quantity): (0, quantity)
      case .share(let share): (1, share)
      }
    isProminent = reminder.isProminent ? 1 : 0
    snooze = reminder.snooze ?? -1
    label = reminder.label ?? -1
  }

  var reminder: Reminder {
    Reminder(
      at: kind == 0 ? .quantity(at) : .share(at), isProminent: isProminent == 1,
      snooze: snooze == -1 ? nil : snooze, label: label.orNone)
  }
}

/// A target; its rules are in columns of their own, where a decision reads them.
struct FlatTarget: WordRecord {
  var name: Piece
  /// The label as a number, -1 for none; for the verifier.
  var labelNumber: Int32
  /// The meter likewise.
  var meterNumber: Int32
  var benefits: Piece

  var label: LabelIndex? { labelNumber.orNone }
  var meter: MeterIndex? { meterNumber.orNone }
}

extension FlatTarget {
  static let width = 6

  init(_ words: inout WordReader) {
    name = words.piece()
    labelNumber = words.index()
    meterNumber = words.index()
    benefits = words.piece()
  }

  func write(to words: inout Words) {
    words.append(name)
    words.append(labelNumber)
    words.append(meterNumber)
    words.append(benefits)
  }
}

/// A text in a language.
struct FlatText: WordRecord {
  var locale: Piece
  var text: Piece
}

extension FlatText {
  static let width = 4

  init(_ words: inout WordReader) {
    locale = words.piece()
    text = words.piece()
  }

  func write(to words: inout Words) {
    words.append(locale)
    words.append(text)
  }
}

extension Int32 {
  /// The index; nil for -1, which is none. A number below that is no index, and stays for the
  /// verifier to refuse.
  var orNone: Int32? { self == -1 ? nil : self }
}
