import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Damaged input: real policies, compiled files and snapshots, mutated at random. Nothing crashes or
/// hangs, and what is refused names a place. `TOLLGATE_CASES=n` makes the run n times as long, and
/// `.ci/fuzz` tries millions.
@Suite struct FuzzTests {

  @Test(arguments: Repository.policies) func mutatedPoliciesNameAPlace(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Repository.url(path)))
    var random = Naive.SplitMix64(seed: 2026)
    for round in 0..<85 * Cases.factor {
      let source = Source(name: "m.gate", bytes: Mutation.mutated(bytes, using: &random))
      // To look for the sentence that is meant takes as long as compiling many times.
      let result = Compiler.compile(source, mending: round % 25 == 0)
      let errors = result.diagnostics.filter { $0.level == .error }
      #expect(errors.isEmpty == (result.graph != nil))
      for error in errors {
        let isInside = error.span.start >= 0 && error.span.end <= source.bytes.count
        #expect(isInside && !error.headline.isEmpty, "\(error)")
      }
      _ = TextRenderer(source: source, color: false)
        .render(Array(result.diagnostics.prefix(3)))
    }
  }

  @Test(arguments: Repository.policies) func damagedCompiledFilesAreRefused(path: String) throws {
    let policy = try Policy(contentsOf: Repository.url(path))
    let bytes = policy.graph.compiled()
    let read = try Policy(compiled: bytes)
    #expect(read.fingerprint == policy.fingerprint)
    // Cut at every byte, up to a thousand places.
    for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 1000)) {
      #expect(throws: PolicyError.self) { try Policy(compiled: Array(bytes[..<end])) }
    }
    #expect(throws: PolicyError.self) { try Policy(compiled: bytes + [0]) }
    // One bit changed: every bit of the head, and some anywhere.
    var random = Naive.SplitMix64(seed: 3)
    let places =
      Array(0..<CompiledPolicy.headSize * 8)
      + (0..<350 * Cases.factor).map { _ in
        random.below(bytes.count * 8)
      }
    for place in places {
      var changed = bytes
      changed[place / 8] ^= 1 << UInt8(place % 8)
      #expect(throws: PolicyError.self, "bit \(place)") { try Policy(compiled: changed) }
    }
  }

  /// A hostile writer makes the checksum fit: then what the file says must be checked.
  @Test(arguments: Repository.policies) func hostileCompiledFilesAreRefusedOrSound(
    path: String
  ) throws {
    let graph = try Policy(contentsOf: Repository.url(path)).graph
    let bytes = graph.compiled()
    let body = Array(
      bytes[CompiledPolicy.headSize..<bytes.count - CompiledPolicy.checksumSize])
    var random = Naive.SplitMix64(seed: 7)
    var sound = 0
    for round in 0..<700 * Cases.factor {
      let mutated =
        round % 2 == 0
        ? Mutation.mutated(body, using: &random) : Mutation.withOtherNumber(body, using: &random)
      let hostile = CompiledPolicy.file(fingerprint: graph.digest, body: mutated[...])
      guard let policy = try? Policy(compiled: hostile, trusting: .ownBundle) else { continue }
      sound += 1
      FuzzTests.use(policy)
    }
    #expect(sound > 0, "no mutation was sound: the test says nothing")
  }

  /// Reads everything that a policy says, and decides.
  private static func use(_ policy: Policy) {
    _ = policy.graph.isGenuine()
    _ = policy.graph.compiled()
    let prepared = policy.prepare(Snapshot(asOf: .now))
    for decision in policy.access(in: prepared, at: .now).prefix(8) {
      _ = decision.explanation(in: "en")
      _ = decision.validUntil
    }
  }

  @Test func mutatedSnapshotsAreReadOrRefused() throws {
    let text = """
      {"schema": 1, "subject": "user-42", "asOf": "2026-02-20T08:00:00Z",
       "latestSeen": "2026-02-20T09:30:00Z",
       "grants": [{"product": "com.app.pro.annual", "state": "active",
         "start": "2026-01-01T00:00:00Z", "until": "2027-01-01T00:00:00Z", "trial": false,
         "renews": true, "ownership": "purchased", "quantity": 1, "id": "1000000123"},
         {"entitlement": "basic"}],
       "usage": {"bills": 499, "recommendations": {"total": 40,
         "day": {"used": 3, "resets": "2026-02-21T00:00:00+08:00"}}},
       "allowances": {"storage": 10000000000},
       "facts": {"platform": "ios", "installed": "2026-01-05", "beta-tester": true},
       "dismissed": {"bills@450": "2026-02-20T07:00:00Z"}}
      """
    let bytes = Array(text.utf8)
    _ = try Snapshot(json: Data(bytes))
    var random = Naive.SplitMix64(seed: 11)
    var refused = 0
    for _ in 0..<1700 * Cases.factor {
      let mutated = Data(Mutation.mutated(bytes, using: &random))
      do {
        let snapshot = try Snapshot(json: mutated)
        _ = try Snapshot(json: Data(snapshot.json().utf8))
      } catch {
        refused += 1
        #expect(!error.localizedDescription.isEmpty)
      }
    }
    #expect(refused > 1000)
  }
}

/// Random damage.
enum Mutation {
  /// With another number of 32 bits somewhere: one too many, far too many, none, less than none.
  static func withOtherNumber(
    _ bytes: [UInt8], using random: inout Naive.SplitMix64
  ) -> [UInt8] {
    guard bytes.count >= 4 else { return bytes }
    var bytes = bytes
    let place = random.below(bytes.count - 3)
    var number: UInt32 = 0
    for byte in bytes[place..<place + 4].reversed() { number = number << 8 | UInt32(byte) }
    let others = [number &+ 1, number &- 1, 0, 1, .max, .max / 2, .max / 2 + 1, number &+ 256]
    number = random.pick(others) ?? 0
    for index in place..<place + 4 {
      bytes[index] = UInt8(truncatingIfNeeded: number)
      number >>= 8
    }
    return bytes
  }

  static func mutated(_ bytes: [UInt8], using random: inout Naive.SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) {
      guard !bytes.isEmpty else { return bytes }
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + 1 + random.below(random.chance(20) ? 200 : 12))
      switch random.below(6) {
      case 0: bytes[start] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
      case 3: bytes.insert(random.pick(Array(" \n\t,.>=()\"#`{}[]:%0L".utf8)) ?? 0, at: start)
      case 4: bytes.swapAt(start, random.below(bytes.count))
      default: bytes = Array(bytes[..<start])
      }
    }
    return bytes
  }
}
