import Foundation
import Synchronization
import Testing
import TollgateKit
import TollgateRuntime
import TollgateTesting
import TollgateUpdates

/// A policy from a server.
@Suite struct UpdateTests {
  /// A server that answers with what it was told, and remembers the questions.
  private final class Server: PolicyTransport {
    struct Away: Error {}
    let answers = Mutex<[PolicyResponse]>([])
    let questions = Mutex<[PolicyRequest]>([])

    func fetch(_ request: PolicyRequest) async throws -> PolicyResponse {
      questions.withLock { $0.append(request) }
      let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let answer else { throw Away() }
      return answer
    }

    func answer(_ answer: PolicyResponse) { answers.withLock { $0.append(answer) } }
    var headers: [[String: String]] { questions.withLock { $0.map { $0.headers } } }
  }

  private static let march = "Sun, 01 Mar 2026 08:00:00 GMT"
  private static let january = "Thu, 01 Jan 2026 08:00:00 GMT"
  private static let open = Shop.source.replacingOccurrences(
    of: "csv-export requires pro", with: "csv-export requires nothing")

  private static func served(
    _ text: String, etag: String? = "\"7\"", modified: String? = march
  ) -> PolicyResponse {
    PolicyResponse(status: 200, body: Data(text.utf8), etag: etag, lastModified: modified)
  }

  private struct Case {
    let gate = Gate<Shop>()
    let server = Server()
    let file: URL
    let updater: PolicyUpdater

    init(
      _ folder: URL, allowing allowed: PolicyDifferences = [],
      verify: @escaping @Sendable (Policy, Data) throws -> Void = { _, _ in }
    ) throws {
      file = folder.appendingPathComponent("policy.kept")
      let url = try #require(URL(string: "https://example.com/Shop.gate"))
      updater = PolicyUpdater(
        gate.store, from: url, keeping: file, issued: "2026-02-01", transport: server,
        allowing: allowed, verify: verify)
    }
  }

  private func fault(_ update: PolicyUpdate) -> String? {
    guard case .refused(let error) = update else { return nil }
    #expect(error.description(in: "zh-Hans") != error.description(in: "en"))
    return error.description(in: "en")
  }

  @Test("a served policy comes into use, is asked about with its validators, and is kept")
  func updated() async throws {
    try await withFolder { folder in
      let first = try Case(folder)
      #expect(!first.gate.can(.csvExport))
      first.server.answer(Self.served(Self.open))
      guard case .updated(let policy) = await first.updater.check() else {
        Issue.record("a good policy is used")
        return
      }
      #expect(policy.fingerprint == first.gate.policy.fingerprint)
      #expect(first.gate.can(.csvExport))
      first.server.answer(PolicyResponse(status: 304))
      guard case .unchanged = await first.updater.check() else {
        Issue.record("304 changes nothing")
        return
      }
      #expect(
        first.server.headers == [
          [:], ["If-None-Match": "\"7\"", "If-Modified-Since": Self.march],
        ])
      // At the next launch the kept one is there, without a network.
      let second = try Case(folder)
      guard case .updated = await second.updater.load() else {
        Issue.record("the kept policy is used")
        return
      }
      #expect(second.gate.can(.csvExport))
      #expect(fault(await second.updater.check())?.hasPrefix("the server does not answer") == true)
      #expect(second.gate.can(.csvExport))
      #expect(second.server.headers.last?["If-None-Match"] == "\"7\"")
    }
  }

  @Test("a compiled policy is taken as its text is, if it is genuine")
  func compiled() async throws {
    try await withFolder { folder in
      let one = try Case(folder)
      let bytes = try Policy(source: Self.open, name: "Shop.gate").graph.compiled()
      let answer = PolicyResponse(status: 200, body: Data(bytes), lastModified: Self.march)
      var damaged = answer
      damaged.body[bytes.count / 2] ^= 0x40
      one.server.answer(damaged)
      #expect(fault(await one.updater.check())?.hasPrefix("it is not a valid policy") == true)
      #expect(!one.gate.can(.csvExport))
      one.server.answer(answer)
      guard case .updated = await one.updater.check() else {
        Issue.record("a compiled policy is used")
        return
      }
      #expect(one.gate.can(.csvExport))
    }
  }

  static let faults: [(PolicyResponse, String)] = [
    (PolicyResponse(status: 500), "the server answers with the status 500"),
    (served("bills requires"), "it is not a valid policy"),
    (served(open, modified: january), "it is older than the app's policy: of 2026-01-01T08:00:00Z"),
    (served(open, modified: nil), "it has no valid Last-Modified"),
    (served(open, modified: "yesterday"), "it has no valid Last-Modified"),
    (served(open, modified: "Sun, 31 Feb 2026 08:00:00 GMT"), "it has no valid Last-Modified"),
    (
      served(open.replacingOccurrences(of: "policy Shop", with: "policy Other")),
      "it cannot take the place of the app's policy; it is called `Other`, not `Shop`; give"
    ),
    (
      served(open.replacingOccurrences(of: "product monthly", with: "product weekly")),
      "it cannot take the place of the app's policy; it has no product called `monthly`; bring"
    ),
    (served(String(repeating: "# \n", count: 6_000_000)), "it has 18000000 bytes; at most"),
  ]

  @Test("whatever is wrong with an answer, the policy in use stays, and so does the kept one")
  func refused() async throws {
    try await withFolder { folder in
      let one = try Case(folder)
      one.server.answer(Self.served(Self.open))
      _ = await one.updater.check()
      let kept = try Data(contentsOf: one.file)
      for (answer, words) in Self.faults {
        one.server.answer(answer)
        let told = fault(await one.updater.check())
        #expect(told?.hasPrefix(words) == true, "\(told ?? "used") for \(words)")
        #expect(one.gate.can(.csvExport))
        #expect(try Data(contentsOf: one.file) == kept)
      }
    }
  }

  @Test("a policy without a name that the app asks for is taken if the app allows it")
  func allowed() async throws {
    let without = Self.open.replacingOccurrences(of: "product monthly", with: "product weekly")
    try await withFolder { folder in
      let one = try Case(folder, allowing: .missingNames)
      one.server.answer(Self.served(without))
      guard case .updated = await one.updater.check() else {
        Issue.record("an allowed difference does not matter")
        return
      }
      #expect(one.gate.can(.csvExport))
      // An app that needs it does not take the kept one either.
      let two = try Case(folder)
      #expect(fault(await two.updater.load())?.contains("product called `monthly`") == true)
      #expect(!two.gate.can(.csvExport))
    }
  }

  @Test("the app's own check has the last word, also over the kept policy")
  func verified() async throws {
    struct Unsigned: Error {}
    try await withFolder { folder in
      let signed = try Case(folder)
      signed.server.answer(Self.served(Self.open))
      _ = await signed.updater.check()
      let strict = try Case(folder) { _, _ in throw Unsigned() }
      #expect(fault(await strict.updater.load())?.hasPrefix("it is not verified") == true)
      strict.server.answer(Self.served(Self.open))
      #expect(fault(await strict.updater.check())?.hasPrefix("it is not verified") == true)
      #expect(!strict.gate.can(.csvExport))
    }
  }

  @Test("a file that holds something else is as good as none")
  func damagedFile() async throws {
    try await withFolder { folder in
      let one = try Case(folder)
      for text in ["", "x", "{}\nfeature a\n", "{\"kept\":2}\nfeature a\n", "\n\n\n"] {
        try Data(text.utf8).write(to: one.file)
        guard case .unchanged = await one.updater.load() else {
          Issue.record("\(text) is not a kept policy")
          return
        }
      }
      #expect(one.gate.policy.fingerprint == Shop.policy.fingerprint)
    }
  }

  @Test("several callers share one request")
  func shared() async throws {
    try await withFolder { folder in
      let one = try Case(folder)
      one.server.answer(Self.served(Self.open))
      async let first = one.updater.check()
      async let second = one.updater.check()
      _ = await (first, second)
      // The second may have come after the first: then it asks, and nobody answers.
      #expect(one.gate.can(.csvExport))
      #expect(one.server.headers.count <= 2)
    }
  }
}
