import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import tollgate

/// The reader for lines by the million takes only what the careful reader takes, and reads it as
/// that does.
@Suite struct ScannedUserTests {
  private static let policy = """
    policy Shop
    trust snapshots for 24h
    tiers free < pro
    product annual
      sold as "com.example.annual"
      grants pro
      adds 10 to bills
      adds 30 days to history
      shared with family
      grace 3 days
    product 月卡
      grants pro
    meter bills
    meter 导出
    setting history is 7 days
      30 days with pro
    feature csv-export
    fact platform is ios or web
    fact age is a number
    fact paying is yes or no
    fact since is a date
    fact build is a version
    rollout dark is 50% of users
    bills > 500 requires pro
    导出 > 3 per 3 hours requires pro
    csv-export requires pro when build since 2.1

    """

  /// Lines whose every part is taken.
  private static let lines = [
    #"{"schema":1}"#, #" { "schema" : 1 , "subject" : "用户" } "#, #"{"schema":1,"x":null,"y":"é"}"#,
    #"{"schema":1,"subject":null,"grants":[],"usage":{},"facts":{},"allowances":{},"dismissed":{}}"#,
    #"{"schema":1,"asOf":"2026-02-28T12:00:00+08:00","latestSeen":"2026-03-02T00:00:00.001Z"}"#,
    #"{"schema":1,"grants":[{"product":"annual","until":"2026-02-27","quantity":3,"id":"7"}]}"#,
    #"{"schema":1,"grants":[{"product":"com.example.annual","ownership":"family-shared"}]}"#,
    #"{"schema":1,"grants":[{"product":"月卡","state":"trial","trial":false,"renews":true}]}"#,
    #"{"schema":1,"grants":[{"entitlement":"pro","state":"odd","ownership":"odd","note":1}]}"#,
    #"{"schema":1,"asOf":"2026-03-01","grants":[{"product":"annual","start":"2026-03-01"}]}"#,
    #"{"schema":1,"usage":{"bills":500,"导出":{"3 hours":4,"total":9,"odd":1},"other":7}}"#,
    #"{"schema":1,"usage":{"bills":{"used":5},"导出":{"3 hours":{"used":4,"resets":"2026-03-01"}}}}"#,
    #"{"schema":1,"allowances":{"bills":7,"history":86400,"other":1,"csv-export":1,"x":null}}"#,
    #"{"schema":1,"facts":{"platform":"web","age":0,"paying":true,"since":"2020-02-29"}}"#,
    #"{"schema":1,"facts":{"platform":"tv","build":"2.1","other":"x","y":1,"z":false,"n":null}}"#,
    #"{"schema":1,"dismissed":{"a":"2026-01-01","b":null},"subject":"a"}"#,
  ]

  /// Lines that it leaves to the careful reader, which takes some and refuses others.
  private static let others = [
    "", "{", "[]", "1", "{}", #"{"schema":2}"#, #"{"schema":1.0}"#, #"{"schema":1}}"#,
    #"{"schema":1,"schema":1}"#, #"{"schema":1,"a":1,"a":2}"#, #"{"schema":1,"subject":"\u0041"}"#,
    #"{"schema":1,"usage":{"bills":-1}}"#, #"{"schema":1,"usage":{"bills":1e3}}"#,
    #"{"schema":1,"usage":{"bills":01}}"#, #"{"schema":1,"usage":{"bills":9223372036854775807}}"#,
    #"{"schema":1,"usage":{"bills":{"day":{"used":2,"then":[]}}}}"#, #"{"schema":1,"grants":[{}]}"#,
    #"{"schema":1,"grants":[{"product":"annual","quantity":0}]}"#, #"{"schema":1,"x":[1]}"#,
    #"{"schema":1,"facts":{"age":"7"}}"#, #"{"schema":1,"facts":{"paying":"yes"}}"#,
    #"{"schema":1,"facts":{"since":"soon"}}"#, #"{"schema":1,"asOf":"2026-02-30"}"#,
    #"{"schema":1,"facts":{"é":1,"e\#u{301}":2}}"#, "{\"schema\":1,\"subject\":\"a\tb\"}",
    #"{"schema":1,"subject":7}"#, #"{"schema":1,"x":nul1}"#, #"{"schema":1,"dismissed":{"a":1}}"#,
    #"{"schema":tru}"#,
  ]

  private static let now = Instant(milliseconds: 1_772_323_200_000)

  /// What both readers make of a line; nil for what they do not take.
  private static func read(
    _ line: [UInt8], for policy: Policy
  ) -> (scanned: [Int64]?, careful: [Int64]?) {
    read(UserRecord(line: 1, size: line.count, data: .json(.text(line))), for: policy)
  }

  private static func read(
    _ record: UserRecord, for policy: Policy
  ) -> (scanned: [Int64]?, careful: [Int64]?) {
    let snapshot = try? record.snapshots(for: [policy])[0]
    var careful = CohortBuilder(for: policy.graph, at: now)
    if let snapshot { careful.add(policy.graph.prepareOnce(snapshot)) }
    var user = ScannedUser()
    var writer = RowWriter(for: policy.graph, at: now)
    let isScanned = record.bytes.withUnsafeBufferPointer { bytes in
      let isRead =
        if case .rows(let rows) = record.data { user.read(rows.rows, bytes) } else {
          user.read(bytes)
        }
      guard isRead, user.write(to: &writer) else { return false }
      #expect(user.subject.map { $0.string } == snapshot?.subject)
      return true
    }
    return (isScanned ? writer.users.last : nil, snapshot == nil ? nil : careful.last)
  }

  @Test(arguments: lines) func whatIsTaken(line: String) throws {
    let read = Self.read(Array(line.utf8), for: try Policy(source: Self.policy))
    #expect(read.scanned != nil)
    #expect(read.scanned == read.careful)
  }

  @Test(arguments: others) func whatIsLeft(line: String) throws {
    let read = Self.read(Array(line.utf8), for: try Policy(source: Self.policy))
    #expect(read.scanned == nil)
  }

  /// Random users of random policies, whole, cut and with other bytes in them.
  @Test func randomLines() throws {
    var taken = 0
    var random = Naive.SplitMix64(seed: 7)
    func check(_ line: [UInt8], _ policy: Policy) {
      let read = Self.read(line, for: policy)
      guard let scanned = read.scanned else { return }
      taken += 1
      #expect(scanned == read.careful, "\(String(decoding: line, as: UTF8.self))")
    }
    for seed in 0..<UInt64(7 * Cases.factor) {
      var generator = Naive.Generator(seed: 300_000 + seed, hasLadders: seed % 2 == 1)
      let naive = generator.policy()
      let evaluator = Naive.Evaluator(naive)
      let policy = try Policy(source: naive.source())
      for _ in 0..<10 {
        var line = Array(generator.situation(for: evaluator).snapshot.json().utf8)
        check(line, policy)
        for _ in 0..<6 where !line.isEmpty {
          let place = random.below(line.count)
          switch random.below(3) {
          case 0: line[place] = UInt8(random.below(256))
          case 1: line.remove(at: place)
          default: line.insert(random.pick(Array(#"{}[]",:01aé\"#.utf8)) ?? 0, at: place)
          }
          check(line, policy)
        }
      }
    }
    let policy = try Policy(source: Self.policy)
    for line in Self.lines {
      let bytes = Array(line.utf8)
      for end in bytes.indices { check(Array(bytes[..<end]), policy) }
      for place in bytes.indices {
        for byte in Array(#"{}[]",:019-n e\"#.utf8) {
          var changed = bytes
          changed[place] = byte
          check(changed, policy)
        }
      }
    }
    #expect(taken > 1_000)
  }

  /// Blocks end in the middle of the users, and nobody is lost or counted twice.
  @Test(arguments: [1, 2, 3]) func manyUsers(jobs: Int) throws {
    let lines = (0..<5_000).map { user in
      #"{"schema":1,"subject":"u\#(user)","usage":{"bills":\#(user % 1_000)}}"#
    }
    let folder = try Folder([
      "old.gate": Self.policy,
      "new.gate": Self.policy.replacingOccurrences(of: "> 500", with: "> 300"),
      "users.jsonl": lines.joined(separator: "\n"),
    ])
    let result = try Command.run(
      "impact", folder["old.gate"], folder["new.gate"], "--users", folder["users.jsonl"], "--at",
      "2026-03-01", "--list", folder["list.csv"], "--format", "csv", "--jobs", "\(jobs)")
    #expect(result.status == 0)
    #expect(result.output.contains("\r\nbills,1000,0,0,0,u300,,0,0,0\r\n"), "\(result.output)")
    let list = try String(
      contentsOf: folder.url.appendingPathComponent("list.csv"), encoding: .utf8)
    let losers = list.split(separator: "\r\n").dropFirst().compactMap {
      $0.split(separator: ",").first.flatMap { Int($0.dropFirst()) }
    }
    #expect(losers == (0..<5_000).filter { (300..<500).contains($0 % 1_000) })
  }
}
