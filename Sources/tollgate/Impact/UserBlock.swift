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
  private var builders: [CohortBuilder]
  private(set) var users: [User] = []
  private var words: [String] = []

  /// Who a user is, worked out when it is asked.
  struct User {
    fileprivate let record: UserRecord
    fileprivate let subject: LineScanner.Text?
    fileprivate let name: String?

    var id: String {
      name ?? record.id(subject: subject.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  init(_ policies: [Policy], at now: Instant, splitBy fact: String?) {
    self.policies = policies
    self.now = now
    self.fact = fact
    writers = policies.map { RowWriter(for: $0.graph, at: now) }
    builders = policies.map { CohortBuilder(for: $0.graph, at: now) }
  }

  var isFull: Bool { users.count == TruthBlock.width }

  /// The users as each policy has them.
  var cohorts: [Cohort] { builders.map { $0.cohort } }

  /// By user, what is said of the fact that they are split by.
  var groups: [String]? { fact == nil ? nil : words }

  mutating func removeAll() {
    users.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    for place in builders.indices { builders[place].removeAll() }
  }

  /// Adds a user; a fault adds nothing.
  mutating func add(_ record: UserRecord) throws(UserRecord.Fault) {
    if addScanned(record) { return }
    let snapshots = try record.snapshots(for: policies)
    for (place, (policy, snapshot)) in zip(policies, snapshots).enumerated() {
      builders[place].add(CohortRow(policy.graph.prepareOnce(snapshot), at: now))
    }
    users.append(
      User(record: record, subject: nil, name: record.id(subject: snapshots[0].subject)))
    if let fact {
      words.append(snapshots.lazy.compactMap { $0.facts[fact]?.words }.first ?? UserBlock.unknown)
    }
  }

  private static let unknown = "(unknown)"

  /// Adds a user from a line that needs no careful reading; false for any other.
  private mutating func addScanned(_ record: UserRecord) -> Bool {
    guard case .json(.text(let line)) = record.data, let user = ScannedUser(line) else {
      return false
    }
    for place in writers.indices where !user.write(to: &writers[place]) { return false }
    if let fact {
      let found = user.words(ofFact: fact, in: policies[0].graph)
      guard found.isKnown else { return false }
      words.append(found.words ?? UserBlock.unknown)
    }
    for place in builders.indices { builders[place].add(writers[place].row) }
    users.append(User(record: record, subject: user.subject, name: nil))
    return true
  }
}

extension FactValue {
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
