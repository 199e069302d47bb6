import TollgateKit
import TollgateRuntime

// Purchases and their outcomes as a `print` shows them: in English, without the account.

extension Money: CustomStringConvertible {
  /// The amount with at least two decimals, and the currency: `10.00 EUR`.
  public var description: String { "\(amountText) \(currency)" }
}

extension PurchaseRecord: CustomStringConvertible {
  /// The transaction, the product, its state and its time: `t1: annual, active, from
  /// 2026-03-01T00:00:00Z until 2027-03-01T00:00:00Z`.
  public var description: String {
    var text = "\(transactionID): \(product), \(state.rawValue), from \(start)"
    if let end { text += " until \(end)" }
    if quantity != 1 { text += ", \(quantity) of it" }
    switch verification {
    case .waiting: text += ", not verified yet"
    case .invalid: text += ", not genuine"
    case .device, .server: break
    }
    return text
  }
}

extension VerificationResult: CustomStringConvertible {
  /// The result with the record or the reason: `invalid: it belongs to another app`.
  public var description: String {
    switch self {
    case .genuine(let record): "genuine: \(record)"
    case .invalid(let reason): "invalid: \(reason)"
    case .unavailable(let error): "not verified yet: \(error)"
    }
  }
}

extension PurchaseOutcome: CustomStringConvertible {
  /// The outcome: `purchased: t1: annual, …`, `failed: The purchase was cancelled`.
  public var description: String {
    switch self {
    case .purchased(let record): "purchased: \(record)"
    case .scheduled(let record): "changes when the present plan ends: \(record)"
    case .waiting(let record): "paid, not verified yet: \(record)"
    case .queued: "begun without a network, and waits for it"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension RestoreOutcome: CustomStringConvertible {
  /// The outcome: `restored annual, lifetime`, `nothing to restore`.
  public var description: String {
    switch self {
    case .restored(let names): "restored " + names.joined(separator: ", ")
    case .nothingToRestore: "nothing to restore"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension PurchaseStatus: CustomStringConvertible {
  /// The tier and the purchase that gives the most: `pro: annual, renews at 2027-03-01T00:00:00Z`.
  public var description: String {
    var text = tier.map { $0 + ": " } ?? ""
    text += plan?.description ?? "no purchase"
    if !onHold.isEmpty { text += ", on hold: " + onHold.joined(separator: ", ") }
    return text + (isStale ? " (stale)" : "")
  }
}

extension PurchaseStatus.Plan: CustomStringConvertible {
  /// The product, and its renewal or end: `annual, renews at 2027-03-01T00:00:00Z`.
  public var description: String { "\(product), \(isTrial ? "a trial, " : "")\(validity)" }
}

extension PurchaseStatus.Validity: CustomStringConvertible {
  /// The renewal or end: `renews at 2027-03-01T00:00:00Z`, `does not end`.
  public var description: String {
    switch self {
    case .renews(let instant): "renews at \(instant)"
    case .ends(let instant): "ends at \(instant)"
    case .lifetime: "does not end"
    }
  }
}

extension PurchaseStatus.ProductStatus: CustomStringConvertible {
  /// The product and whether it is owned: `annual: not-owned`.
  public var description: String { "\(product): \(ownership.rawValue)" }
}

extension StatusChange: CustomStringConvertible {
  /// The kind of change, and what it opens and closes: `purchased, unlocks csv-export`.
  public var description: String {
    var text = kind.rawValue
    if !unlocked.isEmpty { text += ", unlocks " + unlocked.joined(separator: ", ") }
    if !locked.isEmpty { text += ", locks " + locked.joined(separator: ", ") }
    return "\(text); now \(after)"
  }
}

extension PurchaseNotice: CustomStringConvertible {
  /// The message in short: `annual ended at 2027-03-01T00:00:00Z`.
  public var description: String {
    switch self {
    case .subscriptionExpired(let product, let end): "\(product) ended at \(end)"
    case .failing(let id, let attempts): "\(id) failed \(attempts) times, and is tried again"
    }
  }
}

extension PurchaseTexts.Text: CustomStringConvertible {
  /// The English text.
  public var description: String { english }
}
