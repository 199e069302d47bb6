import Foundation
import TollgateImports
import TollgateRuntime
import TollgateSyntax

@testable import TollgateKit
@testable import TollgateSeals

/// What reads input from elsewhere. Each takes any bytes: it reads them, or refuses them with an
/// error; then it uses what was read.
enum FuzzTarget: String, CaseIterable, Sendable {
  case text, compiled, snapshot, batch, history, documents, jws, edits

  func run(_ bytes: [UInt8]) {
    switch self {
    case .text:
      if let policy = try? Policy(Source(name: "a.gate", bytes: bytes)) { FuzzTarget.use(policy) }
    case .compiled:
      let file = CompiledEdits.file(bytes)
      if let policy = try? Policy(compiled: file, trusting: .ownBundle) { FuzzTarget.use(policy) }
      _ = try? Policy(compiled: file)
    case .snapshot:
      guard let snapshot = try? Snapshot(json: Data(bytes)) else { return }
      precondition((try? Snapshot(json: snapshot.json())) != nil, "what is written can be read")
      FuzzTarget.use(FuzzSample.policy, snapshot)
    case .batch:
      guard let line = try? BatchLine(json: Data(bytes)) else { return }
      let snapshot = line.snapshot ?? Snapshot(asOf: FuzzSample.now)
      let decision = FuzzSample.policy.decide(
        line.target, usage: line.usage, facts: line.facts, for: snapshot,
        at: line.at ?? FuzzSample.now)
      _ = decision.explanation(in: "en")
    case .history: FuzzHistory.play(bytes)
    case .documents: FuzzTarget.read(Data(bytes))
    case .jws: FuzzTarget.open(bytes)
    case .edits: FuzzEdits.make(bytes)
    }
  }

  /// Decides about a few targets, and puts the decisions into words.
  private static func use(_ policy: Policy, _ snapshot: Snapshot = FuzzSample.snapshot) {
    let prepared = policy.prepare(snapshot)
    for target in policy.targets.prefix(4) {
      let decision = policy.decide(target, for: prepared, at: FuzzSample.now)
      _ = decision.explanation(in: "en")
      _ = decision.explanation(in: "zh-Hans")
    }
  }

  private static func read(_ data: Data) {
    let imports = [
      try? RevenueCatImporter.read(json: data),
      try? StripeImporter.read(json: data),
      try? GooglePlayImporter.read(json: data, asOf: FuzzSample.now),
    ]
    for case let imported? in imports {
      _ = imported.notes(policy: FuzzSample.policy)
      use(FuzzSample.policy, imported.snapshot(policy: FuzzSample.policy, at: FuzzSample.now))
    }
  }

  /// No input has a signature that fits, so a text that begins as JSON is tried as keys, and as
  /// what a seal says whose signature has been checked.
  private static func open(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let keys = FuzzSample.keys else { return }
    if bytes.first == UInt8(ascii: "{") {
      _ = try? SealKeys(json: bytes)
      _ = try? SigningKey(json: bytes)
      _ = try? SealFloor(json: text)
      return claim(bytes)
    }
    _ = try? Snapshot(
      sealed: text, keys: keys, policy: "Fuzz", subject: "user-1", at: FuzzSample.now)
    let policy = SealedPolicy(file: FuzzSample.file, seal: text)
    _ = try? policy.open(keys: keys, named: "Fuzz", at: FuzzSample.now)
  }

  /// Reads claims as if they were signed. What they say can be said again.
  private static func claim(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes), let object = try? JSONObject(value),
      let claims = try? SealClaims(object, key: "a")
    else { return }
    try? claims.check(policy: "Fuzz", subject: "user-1", least: 1, at: FuzzSample.now)
    if let members = try? claims.members(), let again = try? JSONObject(.object(members)) {
      precondition((try? SealClaims(again, key: "a")) == claims, "what is written can be read")
    }
    if let inner = object["snapshot"], let snapshot = try? Snapshot(json: inner) {
      use(FuzzSample.policy, snapshot)
    }
  }
}

/// What the inputs are used with.
enum FuzzSample {
  static let now = Instant(milliseconds: 1_780_000_000_000)

  static let snapshot = Snapshot(
    subject: "user-1", asOf: now, grants: [Grant(product: "annual", until: now)],
    usage: ["bills": Usage(499)], facts: ["platform": .choice("ios")])

  static let text = """
    policy Fuzz "Fuzz" zh-Hans "模糊"
    trust snapshots for 30 days
    tiers free "Free" < pro "Pro" < max
    product annual "Annual"
      sold as "com.example.annual"
      grants pro
      price 12 USD per year
      trial 7 days
      grace 16 days
    product space
      adds 10 to bills
      price 3 USD once
    meter bills "bills"
    features export, sync
    series L1..L12 "Lessons"
    group things is export, L3..L5
    fact platform is ios, android or web
    fact installed is a date
    fact beta is yes or no
    rollout half is 50% of users
    grant pro for 7 days after installed when platform is ios
    bills > 500 requires pro
      reminder at 450 prominent snooze 7 days "Soon."
      message "You have {remaining} bills." zh-Hans "还有 {remaining} 笔"
    bills > 20 per day requires max
    L3..L12 require (pro and beta) or max
      because "Lessons are paid."
    export requires pro or max unless platform is web
    sync requires max when in half
      soft until 2027-01-01
      prompt as paywall snooze 3 days not dismissible

    """

  /// The policy above. Invariant: `CommandTests` compiles it.
  static let policy: Policy = {
    do {
      return try Policy(source: text)
    } catch {
      preconditionFailure("the sample does not compile: \(error)")
    }
  }()
  static let file = policy.compiled()

  static let keys = try? SealKeys([SealKey(id: "a", publicKey: publicKey)])

  /// That of RFC 8032, 7.1, test 1.
  private static let publicKey: [UInt8] = [
    0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
    0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
  ]
}

/// Compiled files that somebody changed on purpose. The input is a list of changes to the file of
/// the sample, 8 bytes each: 3 for the place, 1 for the kind, 4 for a number. Length and checksum
/// are made to fit, so that everything else is read.
enum CompiledEdits {
  static func file(_ edits: [UInt8]) -> [UInt8] {
    var file = FuzzSample.file
    for start in stride(from: 0, to: min(edits.count, 512) - 7, by: 8) {
      let place = edits[start..<start + 3].reduce(0) { $0 << 8 | Int($1) } % max(1, file.count)
      apply(edits[start + 3], Array(edits[start + 4..<start + 8]), at: place, to: &file)
    }
    guard file.count >= 60 else { return file }
    write(UInt64(file.count), at: 44, to: &file)
    write(Checksum.of(file[..<(file.count - 8)]), at: file.count - 8, to: &file)
    return file
  }

  private static func apply(
    _ kind: UInt8, _ number: [UInt8], at place: Int, to file: inout [UInt8]
  ) {
    switch kind % 5 {
    case 0: file[place] = number[0]
    case 1: for index in 0..<min(4, file.count - place) { file[place + index] = number[index] }
    case 2: file.insert(contentsOf: number, at: place)
    case 3: file.removeSubrange(place..<min(file.count, place + 1 + Int(number[0])))
    default: for index in 0..<min(8, file.count - place) { file[place + index] = number[0] }
    }
    if file.isEmpty { file = FuzzSample.file }
  }

  private static func write(_ value: UInt64, at place: Int, to file: inout [UInt8]) {
    for index in 0..<8 { file[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }
}
