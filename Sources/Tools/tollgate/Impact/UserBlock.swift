import TollgateKit
import TollgatePopulation
import TollgateRuntime

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
