import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
public import TollgateRuntime

/// Instants as in the requirements: `"2026-03-01"`, `"2026-03-01T00:00:01Z"`.
extension Instant: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let instant = Instant(text) else { preconditionFailure("no instant: \(text)") }
    self = instant
  }
}

/// An app with a policy of the repository, and a user who buys.
struct App {
  let policy: Policy
  var terms: PurchaseTerms
  var account: String?
  /// Usage and facts.
  var base = Snapshot()
  var ledger = Ledger()
  var tracker: StatusTracker
  var changes: [StatusChange] = []
  var notices: [PurchaseNotice] { changes.flatMap { $0.notices(terms) } }

  init(policy: Policy, terms: PurchaseTerms = PurchaseTerms()) {
    self.policy = policy
    self.terms = terms
    tracker = StatusTracker(policy: policy, terms: terms)
  }

  init(shipped name: String, terms: PurchaseTerms = PurchaseTerms()) throws {
    self.init(policy: try #require(App.shipped[name]), terms: terms)
  }

  /// The shipped policies by name, compiled once for all tests.
  private static let shipped: [String: Policy] = {
    let policies = Repository.policies.compactMap { try? Policy(contentsOf: Repository.url($0)) }
    return Dictionary(policies.map { ($0.name, $0) }) { first, _ in first }
  }()

  /// ET: notifies of expiry, verifies at every launch, retries at the next.
  static func expenseTracker() throws -> App {
    try App(
      shipped: "ExpenseTracker", terms: PurchaseTerms(retries: .nextLaunch, notifiesOfExpiry: true))
  }

  /// FW: one product of each kind.
  static func purchaseKit() throws -> App { try App(shipped: "PurchaseKit") }

  /// BT: packs, family sharing on.
  static func billiards() throws -> App { try App(shipped: "Billiards") }

  /// LG: three tiers, trusted for 24 h; long after the rollout.
  static func lightGallery(
    verifiedBy place: PurchaseTerms.VerificationPlace = .device
  ) throws -> App {
    var app = try App(
      shipped: "LightGallery",
      terms: PurchaseTerms(
        verifiedBy: place, launchVerification: .ifStale, offlinePurchase: .queue))
    app.base.facts["release"] = .date("2025-01-01")
    return app
  }

  /// KO: premium by the week, month or year.
  static func kombin() throws -> App { try App(shipped: "Kombin") }

  /// The same policy with replaced words.
  func replacing(_ old: String, by new: String) throws -> App {
    let source = try Repository.text("Policies/\(policy.name).gate")
    var app = App(
      policy: try Policy(source: source.replacingOccurrences(of: old, with: new)), terms: terms)
    app.base = base
    return app
  }

  /// Observes the ledger, and keeps a change.
  mutating func observe(at now: Instant) {
    tracker.account = account
    if let change = tracker.observe(ledger, at: now, adding: base) { changes.append(change) }
  }

  /// Adds a record, observing before and after.
  mutating func apply(_ record: PurchaseRecord, at now: Instant) throws {
    if tracker.status == nil { observe(at: now) }
    try ledger.insert(record)
    observe(at: now)
  }

  /// Applies a store's answer in the same way.
  mutating func receive(_ answer: Answer, at now: Instant) -> PurchaseOutcome {
    if tracker.status == nil { observe(at: now) }
    let outcome = outcome(of: answer)
    observe(at: now)
    return outcome
  }

  /// A store's answer to a purchase, as an app without a session takes it.
  enum Answer {
    case success(PurchaseRecord)
    case pending(PurchaseRecord?)
    case failure(PurchaseError)
  }

  private mutating func outcome(of answer: Answer) -> PurchaseOutcome {
    switch answer {
    case .success(let record): return ledger.receive(record, terms: terms)
    case .pending(nil): return .failed(.pending)
    case .pending(var record?):
      record.state = .pending
      return ledger.receive(record, terms: terms)
    case .failure(let error): return .failed(error)
    }
  }

  func snapshot(at now: Instant) -> Snapshot {
    ledger.snapshot(policy: policy, terms: terms, account: account, at: now, adding: base)
  }

  func status(at now: Instant) -> PurchaseStatus {
    ledger.status(policy: policy, terms: terms, account: account, at: now, adding: base)
  }

  func tier(at now: Instant) -> String? { status(at: now).tier }

  func can(_ target: String, at now: Instant) -> Bool {
    policy.decide(target, for: snapshot(at: now), at: now).isAllowed
  }

  func reason(_ target: String, at now: Instant) -> Reason {
    policy.decide(target, for: snapshot(at: now), at: now).reason
  }

  /// Every target that is open, sorted.
  func open(at now: Instant) -> Set<String> {
    Set(policy.access(in: snapshot(at: now), at: now).filter(\.isAllowed).map(\.target))
  }
}

/// A subscription as a store reports it.
func subscribed(
  _ product: String, _ id: String = "t1", line: String? = nil, state: Grant.State = .active,
  from start: Instant = "2026-03-01", until end: Instant, renews: Bool = true,
  account: String? = nil, graceEnd: Instant? = nil, isTrial: Bool = false, paid: Money? = nil,
  method: PaymentMethod? = nil, ownership: Grant.Ownership = .purchased,
  verification: Verification = .device, confirmed: Instant? = nil
) -> PurchaseRecord {
  PurchaseRecord(
    transactionID: id, originalID: line, product: product, kind: .subscription, state: state,
    account: account, start: start, end: end, graceEnd: graceEnd, renews: renews,
    ownership: ownership, isTrial: isTrial, paid: paid, method: method,
    verification: verification, confirmed: confirmed)
}

/// A one-time purchase.
func owned(
  _ product: String, _ id: String = "t1", state: Grant.State = .active,
  from start: Instant = "2026-03-01", account: String? = nil, revokedAt: Instant? = nil,
  ownership: Grant.Ownership = .purchased, verification: Verification = .device,
  environment: StoreEnvironment = .production, confirmed: Instant? = nil
) -> PurchaseRecord {
  PurchaseRecord(
    transactionID: id, product: product, kind: .nonConsumable, state: state, account: account,
    start: start, ownership: ownership, revokedAt: revokedAt, verification: verification,
    environment: environment, confirmed: confirmed)
}

extension PurchaseRecord {
  /// The same transaction, read again later.
  func changed(at now: Instant, _ change: (inout PurchaseRecord) -> Void) -> PurchaseRecord {
    var record = self
    record.confirmed = now
    change(&record)
    return record
  }

  /// The reading after the user has cancelled.
  func cancelled(at now: Instant) -> PurchaseRecord {
    changed(at: now) {
      $0.state = .cancelled
      $0.renews = false
    }
  }
}
