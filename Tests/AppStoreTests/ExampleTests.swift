import TestSupport
import Testing
import TollgateKit
import TollgateAppStore
import TollgatePurchases

/// The examples of the README, compiled word for word. Those of the doc comments are compiled by
/// `GeneratorTests/ExampleTests`.
@Suite struct ExampleTests {
  @Test func everyExampleIsCompiled() throws {
    let compiled = try Repository.text("Tests/AppStoreTests/ExampleTests.swift")
    var count = 0
    for path in Repository.files(below: "Sources/Stores/TollgateAppStore", endingIn: ".md") {
      let text = try Repository.text(path).split(
        separator: "\n", omittingEmptySubsequences: false)
      var block: [Substring]?
      for line in text {
        if line == "```swift" {
          block = []
        } else if line == "```", let lines = block {
          block = nil
          guard lines.first?.hasPrefix(".") != true else { continue }
          count += 1
          let indented = lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
          #expect(compiled.contains(indented), "\(path): \(indented)")
        } else {
          block?.append(line)
        }
      }
    }
    #expect(count == 4)
  }

  struct Client: Sendable {
    func get(_ url: String, headers: [String: String]) async throws -> (Int, [UInt8]) { (503, []) }
  }

  func takeATransaction(_ signedTransaction: String, ledger: inout Ledger, log: (String) -> Void)
    async throws
  {
    let verifier = AppStoreVerifier(
      AppStoreApp(bundleID: "com.example.app", appleID: 1_234_567_890),
      signatures: AppleSignatureCheck(), as: .server)
    switch await verifier.verify(signedTransaction) {
    case .genuine(let record): try ledger.insert(record)
    case .invalid(let reason): log("refused: \(reason)")
    case .unavailable: break
    }
  }

  func takeANotification(
    _ body: [UInt8], _ verifier: AppStoreVerifier, ledger: inout Ledger, log: (String) -> Void
  ) async throws {
    do {
      let reading = try await verifier.read(body)
      for record in reading.records { try ledger.insert(record) }
      for notification in reading.notifications where notification.kind == .refund {
        log("refunded: \(notification)")
      }
    } catch let error as AppStoreError {
      log("refused: \(error)")
    }
  }

  func ask(
    _ verifier: AppStoreVerifier, _ credentials: AppStoreCredentials, _ client: Client
  ) async -> VerificationResult {
    let server = AppStoreServer(verifier, credentials: credentials) { request in
      let (status, body) = try await client.get(request.url, headers: request.headers)
      return AppStoreServer.Response(status: status, body: body)
    }
    let result = await server.verify("2000000000000001")
    return result
  }

  func say(_ policy: Policy) -> AppStoreMapping {
    var mapping = AppStoreMapping(
      account: .appAccountToken,
      paidApp: .init(product: "lifetime", firstFreeVersion: "38"))
    mapping.addLengths(from: policy)
    return mapping
  }

  @Test func theExamplesRun() async throws {
    var ledger = Ledger()
    var lines: [String] = []
    try await takeATransaction(Fixture.transaction(), ledger: &ledger) { lines.append($0) }
    let data = DocumentTests.data([
      "signedTransactionInfo":
        "\"\(Fixture.transaction(["revocationDate": Fixture.milliseconds("2026-03-02")]))\"",
      "signedRenewalInfo": "",
    ])
    let notification = DocumentTests.notification("REFUND", data)
    for body in [notification, "x"] {
      try await takeANotification(Array(body.utf8), .credulous(), ledger: &ledger) {
        lines.append($0)
      }
    }
    #expect(
      lines == [
        "refused: its signer is not the required one",
        "refunded: notification REFUND, 00000000-0000-0000-0000-000000000001",
        "refused: a signed text has 3 parts separated by points; this one has 1",
      ])
    #expect(ledger.records.map(\.state) == [.refunded])
    let result = await ask(.credulous(), ServerTests.credentials, Client())
    #expect(result.error != nil)
    let policy = try Policy(source: StateTests.policy)
    #expect(say(policy).lengths["com.example.pass"] == .days(7))
    #expect(say(policy).lengths["yearly"] == .months(12))
    #expect(say(policy).lengths["lifetime"] == nil)
  }
}
