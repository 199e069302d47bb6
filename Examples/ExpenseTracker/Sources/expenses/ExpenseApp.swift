import TollgateKit
import TollgatePurchases
import TollgateUsage

/// The app's logic: the same below a view and below the command. The gate knows what is bought and
/// how much is used; this only asks, and says what the person should see.
struct ExpenseApp: Sendable {
  let gate: Gate<ExpenseTracker>
  /// The language of the person.
  var locale = "en"

  /// Connects the store and the book. The policy and the account are said here once.
  func launch<Store: PurchaseStore, Verifier: PurchaseVerifier>(
    _ store: Store, _ verifier: Verifier, journal: any PurchaseJournal, counts: any UsageStore
  ) async throws where Store.Proof == Verifier.Proof {
    try await gate.launch(store, verifier: verifier, journal: journal)
    try await gate.count(in: counts, device: "this device")
  }

  /// How many bills there are.
  var bills: Int64 { gate.snapshot.usage["bills"]?.total?.used ?? 0 }

  /// What came of adding a bill.
  enum Added: Sendable {
    /// It is written down; a reminder to show, once it is reached.
    case saved(reminder: String?)
    /// It is refused, for this reason.
    case refused(String)
  }

  /// Writes a bill down, if the gate lets it: decided and counted as one step.
  func addBill() async throws -> Added {
    let answer = try await gate.use(.bills)
    guard answer.isAllowed else {
      return .refused(answer.decision.message(in: locale).text)
    }
    // A reminder stays due from its value on; this app shows it once, when it is reached.
    guard let reminder = answer.decision.reminder, reminder.at == bills else {
      return .saved(reminder: nil)
    }
    let text = answer.decision.text(of: reminder, in: locale) ?? "the limit is near"
    return .saved(reminder: reminder.isProminent ? "IMPORTANT, " + text : text)
  }

  /// What can be bought by somebody who wants more bills: a line for each product.
  var paywall: [String] {
    gate.paywall(for: .bills, in: locale).products.filter { $0.isPurchasable }.map { product in
      "\(product.listing.label): \(product.listing.priceText.text)"
    }
  }

  /// Lets the person buy a product; what to show afterwards.
  func buy(_ product: ProductName<ExpenseTracker>) async -> String {
    switch await gate.buy(product) {
    case .purchased: "thank you"
    case .scheduled: PurchaseTexts.standard.text(for: .scheduled, in: locale)
    case .waiting: "paid, and not confirmed yet"
    case .queued: PurchaseTexts.standard.text(for: .queued, in: locale)
    case .failed(let error): PurchaseTexts.standard.text(for: error, in: locale)
    }
  }

  /// The plan in one line.
  static func words(_ status: PurchaseStatus) -> String {
    switch status.plan?.validity {
    case .renews(let instant)?: "Pro, renews \(instant.text)"
    case .ends(let instant)?: "Pro, ends \(instant.text)"
    case .lifetime?: "Pro, for ever"
    case nil: status.onHold.isEmpty ? "Free" : "Free: the payment failed"
    }
  }
}
