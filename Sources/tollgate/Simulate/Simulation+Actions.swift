import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

extension History.Action {
  /// Whether the status is shown even if nothing changed.
  var showsStatus: Bool {
    if case .status = self { return true }
    return false
  }
}

extension SimulatedApp {
  /// Relaunches the app; a journal in memory can always be read.
  func launchAgain() async {
    do throws(JournalError) {
      try await relaunch()
    } catch {
      return
    }
  }
}

extension SimulatedStore {
  /// Runs an action outside the app.
  func play(_ action: History.Action) throws(SimulationError) {
    switch action {
    case .approve(let product): try approve(product)
    case .decline(let product): try decline(product)
    case .cancel(let product): try cancel(product)
    case .uncancel(let product): try uncancel(product)
    case .switchPlan(let old, let new, let atOnce):
      try switchPlan(from: old, to: new, atOnce: atOnce)
    case .fail(let product): try failPayments(of: product)
    case .recover(let product): try recoverPayments(of: product)
    case .refund(let product, let percent): try refund(product, percent: percent)
    case .reverseRefund(let product): try reverseRefund(of: product)
    case .share(let product): try share(product)
    case .unshare(let product): try unshare(product)
    case .raisePrice(let product, let price): try raisePrice(of: product, to: price)
    case .acceptPrice(let product): try acceptPrice(of: product)
    case .declinePrice(let product): try declinePrice(of: product)
    case .buy, .ask, .restore, .relaunch, .network, .verification, .status, .given, .check,
      .expect:
      break
    }
  }
}

extension Snapshot {
  /// Adds new usage and facts; they replace known ones.
  mutating func add(_ known: Snapshot) {
    subject = known.subject ?? subject
    grants += known.grants
    facts.merge(known.facts) { $1 }
    allowances.merge(known.allowances) { $1 }
    dismissed.merge(known.dismissed) { $1 }
    for (meter, counters) in known.usage {
      for window in counters.windows {
        if let counter = counters[window] { usage[meter, default: Usage()][window] = counter }
      }
    }
  }
}

extension History {
  /// A step as written, without its comment.
  func text(of step: Step) -> String { source.text(step.span) }
}
