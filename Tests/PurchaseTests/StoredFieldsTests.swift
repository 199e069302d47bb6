import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases

/// The content of a journal file, and the data that must not be in it.
@Suite struct StoredFieldsTests {
  /// A proof that must not leave the verifier.
  private struct Secret: PurchaseVerifier {
    func verify(_ proof: String) async -> VerificationResult {
      switch proof.prefix(1) {
      case "+": .genuine(subscribed("pro-monthly", "t1", until: "2026-04-01"))
      case "*":
        .genuine(
          subscribed("pro-monthly", "t2", line: "t1", from: "2026-03-31", until: "2026-05-01"))
      case "-": .invalid(.signature)
      default: .unavailable(.networkError)
      }
    }
  }

  @Test("LG-P36, LG-SEC-P1 all that is stored has a closed list of fields, and no secret")
  func fields() async throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("journal").path
    let gallery = try PurchaseProcessorTests.Gallery(try FileJournal(path: path))
    let processor = try await PurchaseProcessor.open(
      gallery.journal, verifier: Secret(), terms: gallery.terms, clock: gallery.clock
    ) { _ in }
    let smuggled = try Ledger(json: QueueTests.smuggled).records
    for (index, sign) in ["+", "*", "-", "?"].enumerated() {
      var record = smuggled[0]
      record.transactionID = "t\(index + 1)"
      _ = await processor.receive(record, proof: sign + "RCPT-SECRET TKN-SECRET 4111111111111111")
      _ = try await processor.reportChange(policy: gallery.app.policy, adding: gallery.app.base)
    }
    _ = await processor.begin(PurchaseIntent(product: "max-monthly", account: "A"), isOnline: false)
    await processor.flushOutbox { _ in nil }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("SECRET") && !text.contains("4111"))
    let told =
      "\(await processor.ledger) \(await processor.audit) \(await processor.unsent) \(processor)"
    #expect(!told.contains("SECRET") && !told.contains("4111"))

    var keys: Set<String> = []
    for line in text.split(separator: "\n") {
      try collect(
        JSONSerialization.jsonObject(with: Data(line.dropFirst(9).utf8)), into: &keys)
    }
    #expect(keys.isSuperset(of: ["record", "audited", "outgoing", "begun", "looked", "failed"]))
    #expect(keys.isSubset(of: Self.declared), "\(keys.subtracting(Self.declared))")
  }

  private func collect(_ value: Any, into keys: inout Set<String>) {
    if let list = value as? [Any] { for value in list { collect(value, into: &keys) } }
    guard let object = value as? [String: Any] else { return }
    keys.formUnion(object.keys)
    for value in object.values { collect(value, into: &keys) }
  }

  /// Every stored field.
  static let declared: Set = [
    "journal", "record", "finished", "failed", "attempts", "confirmed", "begun", "ended",
    "outgoing", "acknowledged", "audited", "looked", "cleared",
    // A record.
    "transaction", "original", "product", "kind", "state", "account", "start", "end", "graceEnd",
    "renews", "renewsAs", "ownership", "revoked", "refundPercentage", "trial",
    "offerUsed", "superseded",
    "quantity", "amount", "currency", "method", "verification", "environment",
    // An item for the server, an entry of the log.
    "id", "tier", "at", "status",
  ]
}
