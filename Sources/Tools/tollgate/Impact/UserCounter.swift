import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Counts users line by line, on several cores, in memory that does not grow with them.
struct UserCounter {
  let policies: [Policy]
  let now: Instant
  /// The fact that users are split by.
  let fact: String?
  let isListing: Bool
  let isForSpreadsheet: Bool
  /// The counts before the first user.
  private let nothing: Impact

  init(
    policies: [Policy], at now: Instant, fact: String?, isListing: Bool, isForSpreadsheet: Bool
  ) {
    self.isForSpreadsheet = isForSpreadsheet
    self.policies = policies
    self.now = now
    self.fact = fact
    self.isListing = isListing
    nothing = Impact(of: policies.map { $0.graph }, at: now)
  }

  /// The counts.
  struct Result: Sendable {
    var impact: Impact
    var unreadable = Unreadable()
  }

  /// The lines that could not be read: how many, and the first ones with the reason.
  struct Unreadable: Sendable {
    var count = 0
    var lines: [(line: Int, reason: String)] = []
    /// The most that are told one by one.
    static let most = 1_000

    mutating func add(_ line: Int, _ reason: String) {
      count += 1
      if lines.count < Unreadable.most { lines.append((line, reason)) }
    }
  }

  /// The most users and bytes that are counted at a time.
  private static let mostUsers = 16_384
  private static let mostBytes = 8 << 20

  /// Counts the users of a file. After every few thousand of them it calls `pause`, which may end it.
  func count(
    _ path: String, jobs: Int, listing list: String?, pause: () throws(Failure) -> Void = {}
  ) throws(Failure) -> Result {
    var source = try UserSource(path)
    var result = Result(impact: nothing)
    let file = try list.map { path throws(Failure) in
      try ListFile.open(path, headings: ["id", "target", "before", "after", "reason"])
    }
    var users: [UserRecord] = []
    var size = 0
    var progress = UserProgress(ofSize: source.size)
    while let user = try source.next() {
      users.append(user)
      size += user.size
      guard users.count >= UserCounter.mostUsers || size >= UserCounter.mostBytes else { continue }
      try count(users, jobs, into: &result, file)
      progress.advance(by: users.count, bytes: size)
      try pause()
      users.removeAll(keepingCapacity: true)
      size = 0
    }
    try count(users, jobs, into: &result, file)
    progress.finish()
    try file?.close()
    return result
  }

  private func count(
    _ users: [UserRecord], _ jobs: Int, into result: inout Result, _ file: OutputFile?
  ) throws(Failure) {
    guard !users.isEmpty else { return }
    // Neighbours stay together, so that the list keeps the order of the users.
    let share = (users.count + jobs - 1) / jobs
    let parts = Parallel.map(0..<jobs, jobs: jobs, with: self) { counter, job in
      counter.part(users[min(job * share, users.count)..<min((job + 1) * share, users.count)])
    }
    for part in parts {
      result.impact.add(part.impact)
      for fault in part.faults { result.unreadable.add(fault.line, fault.reason) }
      try file?.write(part.list)
    }
  }

  private struct Part: Sendable {
    var impact: Impact
    var faults: [(line: Int, reason: String)] = []
    var list: [UInt8] = []
  }

  private func part(_ users: ArraySlice<UserRecord>) -> Part {
    var part = Part(impact: nothing)
    var block = UserBlock(policies, at: now, splitBy: fact)
    var counter = ImpactCounter(nothing)
    // The rows of lines that cannot be read, each behind so many users of the block.
    var others: [(place: Int, row: [UInt8])] = []
    func list(othersBefore user: Int) {
      let count = others.prefix { $0.place <= user }.count
      for other in others.prefix(count) { part.list += other.row }
      others.removeFirst(count)
    }
    func close() {
      let users = block.users
      counter.add(
        block.cohorts, groups: block.groups, id: { users[$0].id },
        tell: isListing
          ? { user, change in
            list(othersBefore: user)
            part.list += row(of: users[user].id, change) ?? []
          } : nil)
      list(othersBefore: .max)
      block.removeAll()
    }
    for user in users {
      do throws(UserRecord.Fault) {
        try block.add(user)
      } catch {
        part.faults.append((user.line, error.description))
        if isListing {
          others.append(
            (block.users.count, row(["line \(user.line)", "", "", "", error.description])))
        }
      }
      if block.isFull { close() }
    }
    close()
    part.impact = counter.finish()
    return part
  }

  private func row(_ cells: [String?]) -> [UInt8] {
    ListFile.row(cells, forSpreadsheet: isForSpreadsheet)
  }

  /// A row of the list; nil for what of one policy is allowed, or changes nothing for the user.
  private func row(of id: String, _ change: Impact.Change) -> [UInt8]? {
    guard policies.count > 1 ? change.kind != nil : change.after.standing != .allowed else {
      return nil
    }
    return row([
      id, nothing.targets[change.target],
      policies.count > 1 ? change.before.standing.name : "", change.after.standing.name,
      reason(change),
    ])
  }

  /// The line that decides: the new one of a loss, the old one of a gain.
  private func reason(_ change: Impact.Change) -> String {
    if change.after.standing == .unknown || change.before.standing == .unknown {
      return change.after.isStale || change.before.isStale ? "stale" : "unknown"
    }
    if let rule = change.after.rule, let policy = policies.last { return policy.line(of: rule) }
    if let rule = change.before.rule { return "was \(policies[0].line(of: rule))" }
    return ""
  }
}

extension Policy {
  /// A rule with its place: `12: bills > 500 requires pro`.
  func line(of rule: RuleIndex) -> String {
    let place = graph.parts.rules[Int(rule)].place
    let (file, line) = graph.parts.place(ofRow: place.row)
    return words(file: file, line: Int(line), text: place.text)
  }

  /// The file is told only where the policy has several.
  func words(file: String, line: Int, text: String) -> String {
    let isOne = file.isEmpty || file == graph.parts.file
    return "\(isOne ? "line " : "\(file):")\(line): \(text)"
  }
}

/// Users who are decided together: as many as a block of a cohort has.
struct UserBlock {
  private let policies: [Policy]
  private let now: Instant
  /// The fact that users are split by.
  private let fact: String?
  private var writers: [RowWriter]
  private var scanned = ScannedUser()
  private(set) var users: [User] = []
  private var words: [String] = []
  /// The tables that every user has to fit into; nil for none.
  private let tables: LongRows?
  /// The facts that are versions, and those of the last user: a row only has what they reached.
  private let versionFacts: Set<String>
  private var versions: [String: Version] = [:]

  /// Who a user is, worked out when it is asked.
  struct User {
    fileprivate let record: UserRecord
    /// Where the subject is in the bytes of a line that was scanned.
    fileprivate let subject: Range<Int>?
    fileprivate let name: String?

    var id: String {
      name
        ?? record.id(subject: subject.map { String(decoding: record.bytes[$0], as: UTF8.self) })
    }
  }

  init(
    _ policies: [Policy], at now: Instant, splitBy fact: String? = nil, into tables: LongRows? = nil
  ) {
    self.policies = policies
    self.now = now
    self.fact = fact
    self.tables = tables
    let facts = policies.flatMap { $0.graph.parts.facts.filter { $0.type == .version } }
    versionFacts = tables == nil ? [] : Set(facts.map { $0.name })
    writers = policies.map { RowWriter(for: $0.graph, at: now) }
  }

  var isFull: Bool { users.count == TruthBlock.width }

  /// The users as each policy has them.
  var cohorts: [Cohort] { writers.map { $0.users.cohort } }

  /// By user, what is said of the fact that they are split by.
  var groups: [String]? { fact == nil ? nil : words }

  /// The values of the last user, in the columns of a book of these policies.
  func row(_ reader: WideReader) -> [Int64?] {
    reader.row(of: writers.map { $0.users }) { versions[$0] }
  }

  mutating func removeAll() {
    users.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    for place in writers.indices { writers[place].removeAll() }
  }

  /// Adds a user; a fault adds nothing.
  mutating func add(_ record: UserRecord) throws(UserRecord.Fault) {
    if addScanned(record) { return }
    let snapshots = try record.snapshots(for: policies)
    let id = record.id(subject: snapshots[0].subject)
    do throws(UnreadableRow) {
      _ = try tables?.rows(of: snapshots, id: id)
    } catch {
      throw UserRecord.Fault(description: error.description)
    }
    for name in versionFacts {
      versions[name] = snapshots.lazy.compactMap { $0.facts[name]?.version }.first
    }
    for (place, (policy, snapshot)) in zip(policies, snapshots).enumerated() {
      writers[place].add(policy.graph.prepareOnce(snapshot))
    }
    users.append(User(record: record, subject: nil, name: id))
    if let fact {
      words.append(snapshots.lazy.compactMap { $0.facts[fact]?.words }.first ?? UserBlock.unknown)
    }
  }

  private static let unknown = "(unknown)"

  /// Adds a user who needs no careful reading; false for any other.
  private mutating func addScanned(_ record: UserRecord) -> Bool {
    // Invariant: `scanned` has texts in these bytes, and is not asked for them behind the closure.
    record.bytes.withUnsafeBufferPointer { bytes in
      let isRead =
        switch record.data {
        case .json(.text): scanned.read(bytes)
        case .json(.tooLong): false
        case .rows(let rows): scanned.read(rows.rows, bytes)
        }
      guard isRead, tables == nil || scanned.fitsTables else { return false }
      for place in writers.indices where !scanned.write(to: &writers[place]) {
        for written in 0...place { writers[written].removeLast() }
        return false
      }
      if let fact {
        let found = scanned.words(ofFact: fact, in: policies[0].graph)
        guard found.isKnown else {
          for place in writers.indices { writers[place].removeLast() }
          return false
        }
        words.append(found.words ?? UserBlock.unknown)
      }
      for name in versionFacts { versions[name] = scanned.version(ofFact: name) }
      let subject = scanned.subject.map { subject in
        // Invariant: the subject lies in the bytes.
        let start = bytes.baseAddress.flatMap { all in subject.baseAddress.map { $0 - all } } ?? 0
        return start..<start + subject.count
      }
      users.append(User(record: record, subject: subject, name: nil))
      return true
    }
  }
}

extension FactValue {
  fileprivate var version: Version? {
    if case .version(let version) = self { return version }
    return nil
  }

  /// The value in a heading.
  fileprivate var words: String {
    switch self {
    case .yesOrNo(let value): value ? "yes" : "no"
    case .number(let value): "\(value)"
    case .date(let value): value.startOfDay.text
    case .version(let value): "\(value.major).\(value.minor).\(value.patch)"
    case .choice(let value): value
    }
  }
}

/// How far a file of users is read.
struct UserProgress {
  private var progress = Progress("users")
  /// The size of the file in bytes; nil for one that has no end yet.
  private let size: Int?
  private var done = 0

  init(ofSize size: Int?) {
    self.size = size
  }

  /// The size of a file; nil for one that has no end yet.
  static func size(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return attributes?[.size] as? Int
  }

  /// So many more users are done, and so many bytes of the file.
  mutating func advance(by users: Int, bytes: Int) {
    done += bytes
    let share = size.map { Double(done) / Double(max($0, 1)) }
    progress.advance(by: users, share: share)
  }

  func finish() { progress.finish() }
}
