import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

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

  /// Counts the users of a file.
  func count(_ path: String, jobs: Int, listing list: String?) throws(Failure) -> Result {
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
