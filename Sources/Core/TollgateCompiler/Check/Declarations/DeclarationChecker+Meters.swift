import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Reads the clauses below meters; they are for all of the list.
  func checkClauses(of meters: [MeterSyntax], _ statement: StatementSyntax) {
    guard !statement.clauses.isEmpty else { return }
    var windowsSpan: Span?
    var refillSpan: Span?
    for clause in statement.clauses {
      switch clause.kind {
      case .countedPer(let name):
        each(meters) { $0.countedPer = name.text }
      case .countedForEver: each(meters) { $0.isCountedForEver = true }
      case .windows(let windows):
        windowsSpan = clause.span
        each(meters) { $0.windows = Meter.Windows(windows) }
      case .refills(let amount, let interval):
        refillSpan = clause.span
        read(amount, every: interval, at: clause.span, of: meters)
      default: break
      }
    }
    if let refillSpan, let windowsSpan {
      draft.report(.counting(.refillsBesideWindows(windowsSpan)), at: refillSpan)
    }
  }

  private func each(_ meters: [MeterSyntax], _ body: (inout CheckedMeter) -> Void) {
    for meter in meters {
      guard let index = draft.own(meter.declaration.name, .meter) else { continue }
      body(&draft.policy.meters[index])
    }
  }

  private func read(
    _ amount: LiteralSyntax, every interval: LiteralSyntax, at span: Span, of meters: [MeterSyntax]
  ) {
    let interval = draft.duration(interval)
    for meter in meters {
      guard let index = draft.own(meter.declaration.name, .meter) else { continue }
      draft.policy.meters[index].refillSpan = span
      // One report is enough for a list of meters.
      guard let value = draft.quantity(amount, of: Int32(index)) else { return }
      guard value > 0 else { return draft.report(.literal(.zero(.count)), at: amount.span) }
      guard let interval else { return }
      draft.policy.meters[index].refill = Meter.Refill(amount: value, interval: interval)
    }
  }
}

extension Meter.Windows {
  fileprivate init(_ syntax: WindowsSyntax) {
    switch syntax {
    case .followCalendar: self = .calendar
    case .followSubscription: self = .subscription
    case .beginWithFirstUse: self = .firstUse
    case .roll: self = .roll
    }
  }
}
