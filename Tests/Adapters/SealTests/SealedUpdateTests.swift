import Foundation
import Synchronization
import Testing
import TollgateKit
import TollgateSeals
import TollgateUpdates

/// A sealed policy from a server. `Sample.text` asks for `pro`; what is served asks for nothing.
@Suite struct SealedUpdateTests {
  /// A server with a file and its seal, which remembers what it was asked for.
  private final class Server: PolicyTransport {
    let files = Mutex<[String: PolicyResponse]>([:])
    let questions = Mutex<[PolicyRequest]>([])

    func fetch(_ request: PolicyRequest) async throws -> PolicyResponse {
      questions.withLock { $0.append(request) }
      let answer = files.withLock { $0[request.url.lastPathComponent] }
      if let answer, let etag = answer.etag, request.headers["If-None-Match"] == etag {
        return PolicyResponse(status: 304)
      }
      return answer ?? PolicyResponse(status: 404)
    }

    func serve(_ policy: SealedPolicy, etag: String? = nil) {
      files.withLock {
        $0["shop.policy"] = PolicyResponse(status: 200, body: Data(policy.file))
        $0["shop.policy.seal"] = PolicyResponse(
          status: 200, body: Data((policy.seal + "\n").utf8), etag: etag)
      }
    }

    var asked: [String] { questions.withLock { $0.map { $0.url.lastPathComponent } } }
  }

  private struct Clock: StoreClock {
    var time = Sample.now
    func now() -> Instant { time }
    func sleep(until instant: Instant) async throws {}
  }

  private static func open(
    _ key: UInt8 = 1, sequence: Int64 = 8, expires: Instant? = nil, policy: String = "Shop"
  ) throws -> SealedPolicy {
    let text = Sample.text.replacingOccurrences(
      of: "export requires pro", with: "export requires nothing")
    let named = text.replacingOccurrences(of: "policy Shop", with: "policy \(policy)")
    let file = try Policy(source: named).compiled()
    let seal = try Sample.key(key).seal(
      policy: file, sequence: sequence, issued: Sample.now, expires: expires)
    return SealedPolicy(file: file, seal: seal)
  }

  /// An updater of each kind of store, and what its store says about `export`.
  private struct Case {
    let server: Server
    let updater: SealedPolicyUpdater
    let isOpen: @Sendable () -> Bool

    init(
      _ file: URL, sealed: Bool, server: Server = Server(), floor: SealFloor = SealFloor(policy: 7),
      at now: Instant = Sample.now, revoked: Set<String> = []
    ) throws {
      let url = try #require(URL(string: "https://example.com/shop.policy"))
      let keys = try Sample.keys(1, 2, revoked: revoked)
      self.server = server
      if sealed {
        let first = try Sample.policy(Sample.key(2))
        let store = try SealedStore(
          first, keys: keys, named: "Shop", subject: "u", floor: floor, clock: Clock(time: now))
        updater = SealedPolicyUpdater(store, from: url, keeping: file, transport: server)
        isOpen = { store.decide("export").isAllowed }
      } else {
        let store = PolicyStore(try Policy(source: Sample.text), clock: Clock(time: now))
        updater = SealedPolicyUpdater(
          store, keys: keys, floor: floor, from: url, keeping: file, transport: server)
        isOpen = { store.decide("export").isAllowed }
      }
    }
  }

  private func fault(_ update: PolicyUpdate) -> String {
    switch update {
    case .refused(.seal(let error)): name { throw error }
    case .refused(let error): error.description(in: "en")
    case .updated: "updated"
    case .unchanged: "unchanged"
    }
  }

  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("policy.kept"))
  }

  @Test(arguments: [true, false]) func aSealedPolicyComesIntoUseAndIsKept(sealed: Bool) async throws
  {
    try await withFile { file in
      let one = try Case(file, sealed: sealed)
      #expect(!one.isOpen())
      one.server.serve(try Self.open(), etag: "\"8\"")
      #expect(fault(await one.updater.check()) == "updated")
      #expect(one.isOpen())
      #expect(one.updater.floor.policy == 8)
      #expect(fault(await one.updater.check()) == "unchanged")
      #expect(one.server.asked == ["shop.policy.seal", "shop.policy", "shop.policy.seal"])
      // At the next launch it is there, without a network.
      let two = try Case(file, sealed: sealed)
      #expect(fault(await two.updater.load()) == "updated")
      #expect(two.isOpen())
      #expect(two.updater.floor.policy == 8)
    }
  }

  private static func faults() throws -> [(SealedPolicy, String)] {
    let good = try open()
    let unsigned = String(good.seal[...(good.seal.lastIndex(of: ".") ?? good.seal.startIndex)])
    var damaged = good
    damaged.file[good.file.count / 2] ^= 1
    return [
      (SealedPolicy(file: good.file, seal: ""), "unreadable"),
      (SealedPolicy(file: good.file, seal: unsigned), "unsigned"),
      (damaged, "file"),
      (SealedPolicy(file: try Sample.file(), seal: good.seal), "file"),
      (try open(3), "unknownKey"),
      (try open(sequence: 6), "rolledBack"),
      (try open(policy: "Other"), "otherPolicy"),
      (try open(expires: Sample.now.advanced(by: 1000)), "expired"),
    ]
  }

  @Test(arguments: [true, false]) func whateverIsRefusedThePolicyInUseStays(
    sealed: Bool
  ) async throws {
    try await withFile { file in
      for (policy, reason) in try Self.faults() {
        let later = Sample.now.advanced(by: 2000)
        let one = try Case(file, sealed: sealed, at: later)
        one.server.serve(policy)
        #expect(fault(await one.updater.check()) == reason)
        #expect(!one.isOpen() && one.updater.floor.policy == 7)
        #expect(!FileManager.default.fileExists(atPath: file.path))
      }
      let alone = try Case(file, sealed: sealed)
      alone.server.files.withLock { $0["shop.policy"] = nil }
      #expect(fault(await alone.updater.check()) == "the server answers with the status 404")
    }
  }

  /// A text, or a compiled file without a seal, opens nothing, also where it was kept.
  @Test(arguments: [true, false]) func whatIsKeptIsCheckedAgain(sealed: Bool) async throws {
    try await withFile { file in
      let one = try Case(file, sealed: sealed)
      one.server.serve(try Self.open())
      _ = await one.updater.check()
      let kept = try Data(contentsOf: file)
      let line = try #require(kept.firstIndex(of: 0x0A))
      let bare = Data("{\"kept\":1}".utf8) + kept[line...]
      for (data, reason) in [(kept[..<(kept.count - 1)], "file"), (bare, "unreadable")] {
        try data.write(to: file)
        let next = try Case(file, sealed: sealed)
        #expect(fault(await next.updater.load()) == reason)
        #expect(!next.isOpen())
      }
      try kept.write(to: file)
      let revoked = try Case(file, sealed: sealed, revoked: ["key-1"])
      #expect(fault(await revoked.updater.load()) == "revokedKey")
      let risen = try Case(file, sealed: false, floor: SealFloor(policy: 9))
      #expect(fault(await risen.updater.load()) == "rolledBack")
      #expect(!revoked.isOpen() && !risen.isOpen())
    }
  }
}
