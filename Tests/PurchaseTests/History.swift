import Foundation
import TestSupport
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A random history of purchases, in days from 1 March 2026, and its result in a naive model.
///
/// The model reads one transaction at a time, by the words of the requirements, without ledgers,
/// grants, the engine or its grace.
struct History {
  var random: Naive.SplitMix64
  private(set) var records: [PurchaseRecord] = []

  static let start: Instant = "2026-03-01"
  static let accounts = ["A", "B"]

  static func day(_ day: Int) -> Instant {
    start.advanced(by: Int64(day) * 86_400_000)
  }

  init(seed: UInt64) {
    random = Naive.SplitMix64(seed: seed)
    for index in 0..<random.within(0...5) { add(transaction: "t\(index)") }
  }

  /// One transaction, read one to three times.
  private mutating func add(transaction id: String) {
    let line = random.chance(60) ? "s\(random.below(2))" : nil
    let product = random.one(of: "plus", "plus", "top", "top", "forever", "unknown")
    let kind: PurchaseRecord.Kind =
      product == "forever"
      ? .nonConsumable
      : random.chance(85) ? .subscription : random.pick([.nonRenewing, .consumable]) ?? .other
    let begin = random.within(20...42)
    var record = PurchaseRecord(
      transactionID: id, originalID: line, product: product, kind: kind,
      account: random.chance(40) ? random.pick(History.accounts) : nil, start: History.day(begin),
      end: kind == .nonConsumable ? nil : History.day(begin + random.within(1...45)),
      verification: .device)
    var confirmed = begin
    for _ in 0..<random.within(1...3) {
      record.confirmed = History.day(confirmed)
      change(&record)
      records.append(record)
      // Two readings of one time are rare.
      confirmed += random.chance(80) ? 1 : 0
    }
  }

  private mutating func change(_ record: inout PurchaseRecord) {
    record.verification =
      random.pick([.device, .device, .device, .server, .server, .waiting, .invalid]) ?? .waiting
    record.state =
      random.chance(65)
      ? .active
      : random.pick([.cancelled, .expired, .hold, .paused, .pending, .refunded, .grace]) ?? .other
    record.ownership = random.chance(10) ? .familyShared : .purchased
    record.environment = random.chance(5) ? .sandbox : .production
    record.isSuperseded = random.chance(5)
    if random.chance(10), let end = record.end { record.end = end.advanced(by: 86_400_000) }
    if random.chance(25), let end = record.end {
      record.graceEnd = end.advanced(by: Int64(random.within(1...6)) * 86_400_000)
    }
    if random.chance(5) { record.revokedAt = record.confirmed }
    if random.chance(10) { record.refundPercentage = Decimal(random.pick([0, 40, 99, 100]) ?? 0) }
  }

  // MARK: The model

  /// The tiers by rank; the best that any transaction grants counts.
  func tier(account: String?, terms: PurchaseTerms, at now: Instant) -> String {
    let newest = Dictionary(grouping: records) { $0.transactionID }.values
      .compactMap { readings in
        readings.filter { isProved($0, terms) && $0.state != .pending }
          .max { model($0, isBefore: $1) }
      }
      .filter { $0.account == nil || $0.account == account }
      .map { kept($0, terms) }
    let counted = newest.filter { $0.environment == .production && $0.kind != .consumable }
    let opened = counted.filter { isOpen($0, among: counted, at: now) }
    if opened.contains(where: { $0.product == "top" }) { return "max" }
    return opened.contains { $0.product == "plus" || $0.product == "forever" } ? "pro" : "free"
  }

  private func isProved(_ record: PurchaseRecord, _ terms: PurchaseTerms) -> Bool {
    switch record.verification {
    case .server: true
    case .device: terms.verifiedBy == .device
    case .waiting, .invalid: false
    }
  }

  /// A refunded purchase has ended; after a partial refund it may continue, if the terms say so.
  private func kept(_ record: PurchaseRecord, _ terms: PurchaseTerms) -> PurchaseRecord {
    var record = record
    guard isBack(record) else {
      // Money came back, and the store does not say when.
      if terms.partialRefund == .ends, (record.refundPercentage ?? 0) > 0 {
        record.revokedAt = record.confirmed
      }
      return record
    }
    if terms.partialRefund == .keeps, let share = record.refundPercentage, share < 100 {
      record.revokedAt = nil
      if record.state == .refunded { record.state = .active }
    }
    return record
  }

  private func isBack(_ record: PurchaseRecord) -> Bool {
    record.revokedAt != nil || record.state == .refunded || record.refundPercentage == 100
  }

  /// The newer reading counts; at equal times, a refund, then the later end.
  private func model(_ a: PurchaseRecord, isBefore b: PurchaseRecord) -> Bool {
    if a.confirmed != b.confirmed { return a.confirmed < b.confirmed }
    let back = [a, b].map { isBack($0) }
    if back[0] != back[1] { return back[1] }
    let never: Instant = "9999-01-01"
    return (a.end ?? never) < (b.end ?? never)
  }

  private func isOpen(
    _ record: PurchaseRecord, among others: [PurchaseRecord], at now: Instant
  ) -> Bool {
    if isBack(record) || record.isSuperseded { return false }
    // Only `plus` is shared with the family.
    if record.ownership == .familyShared && record.product != "plus" { return false }
    guard record.start <= now else { return false }
    guard record.product != "forever", let end = record.end else {
      return [.active, .cancelled, .grace, .expired].contains(record.state)
    }
    let isReplaced = others.contains { other in
      other.originalID != nil && other.originalID == record.originalID
        && other.product != record.product && record.start < other.start && other.start <= now
    }
    let isRenewed = others.contains { other in
      other.originalID != nil && other.originalID == record.originalID
        && record.start < other.start && other.start <= now && end <= now
    }
    if isReplaced || isRenewed { return false }
    if let grace = record.graceEnd, end <= now, now < grace {
      return [.active, .cancelled, .grace, .hold].contains(record.state)
    }
    return now < end && [.active, .cancelled, .grace].contains(record.state)
  }

  /// Whether the model is sure: two different readings of a transaction with equal time, end and
  /// proof leave it open which one counts.
  var isClear: Bool {
    Dictionary(grouping: records) { $0.transactionID }.values.allSatisfy { readings in
      readings.indices.allSatisfy { i in
        readings.indices.allSatisfy { j in
          readings[i] == readings[j]
            || model(readings[i], isBefore: readings[j])
            || model(readings[j], isBefore: readings[i])
        }
      }
    }
  }
}
