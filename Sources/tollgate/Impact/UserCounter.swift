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

  init(policies: [Policy], at now: Instant, fact: String?, isListing: Bool) {
    self.policies = policies
    self.now = now
    self.fact = fact
    self.isListing = isListing
  }

  /// What was counted.
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

  /// The most lines and bytes that are counted at a time.
  private static let mostLines = 16_384
  private static let mostBytes = 8 << 20

  /// Counts the users of a file.
  func count(_ path: String, jobs: Int, listing list: String?) throws(Failure) -> Result {
    var reader = LineReader(try InputFile(path))
    var result = Result(impact: Impact(of: policies.map { $0.graph }, at: now))
    let file = try list.map { path throws(Failure) in
      try ListFile(path, headings: ["id", "target", "before", "after", "reason"])
    }
    var lines: [LineReader.Line] = []
    var (size, number) = (0, 0)
    var progress = UserProgress(path)
    while let line = try reader.next(beforeWaiting: { () throws(Failure) in }) {
      lines.append(line)
      if case .text(let bytes) = line { size += bytes.count }
      guard lines.count >= UserCounter.mostLines || size >= UserCounter.mostBytes else { continue }
      try count(lines, after: number, jobs, into: &result, file)
      progress.advance(by: lines.count, bytes: size)
      number += lines.count
      lines.removeAll(keepingCapacity: true)
      size = 0
    }
    try count(lines, after: number, jobs, into: &result, file)
    progress.finish()
    try file?.close()
    return result
  }

  private func count(
    _ lines: [LineReader.Line], after number: Int, _ jobs: Int, into result: inout Result,
    _ file: ListFile?
  ) throws(Failure) {
    guard !lines.isEmpty else { return }
    // Neighbours stay together, so that the list keeps the order of the lines.
    let share = (lines.count + jobs - 1) / jobs
    let parts = Parallel.map(0..<jobs, jobs: jobs, with: self) { counter, job in
      counter.part(
        lines, min(job * share, lines.count)..<min((job + 1) * share, lines.count), number)
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

  private func part(_ lines: [LineReader.Line], _ places: Range<Int>, _ number: Int) -> Part {
    var part = Part(impact: Impact(of: policies.map { $0.graph }, at: now))
    for place in places {
      let line = number + place + 1
      switch lines[place] {
      case .tooLong: part.faults.append((line, "it is longer than 16 MiB"))
      case .text(let bytes):
        do throws(SnapshotError) {
          try add(try Snapshot(json: SnapshotError.read(bytes)), line, to: &part)
        } catch {
          part.faults.append((line, error.description(in: "en")))
        }
      }
    }
    if isListing {
      for fault in part.faults {
        part.list += ListFile.row(["line \(fault.line)", "", "", "", fault.reason])
      }
    }
    return part
  }

  private func add(
    _ snapshot: Snapshot, _ line: Int, to part: inout Part
  ) throws(SnapshotError) {
    let id = snapshot.subject ?? "line \(line)"
    var prepared: [PreparedSnapshot] = []
    var group: String?
    for policy in policies {
      let (resolved, problems) = snapshot.resolvingFacts(for: policy.graph)
      if let problem = problems.first { throw problem }
      prepared.append(policy.graph.prepareOnce(resolved))
      if let fact, group == nil { group = words(resolved.facts[fact]) }
    }
    let changes = part.impact.add(id, prepared, group: fact == nil ? nil : group ?? "(unknown)")
    guard isListing else { return }
    for change in changes where policies.count > 1 || change.after.standing != .allowed {
      let target = part.impact.targets[change.target]
      part.list += ListFile.row([
        id, target, policies.count > 1 ? change.before.standing.name : "",
        change.after.standing.name, reason(change),
      ])
    }
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

  private func words(_ value: FactValue?) -> String? {
    switch value {
    case .yesOrNo(let value)?: value ? "yes" : "no"
    case .number(let value)?: "\(value)"
    case .date(let value)?: value.startOfDay.text
    case .version(let value)?: "\(value.major).\(value.minor).\(value.patch)"
    case .choice(let value)?: value
    case nil: nil
    }
  }

}

extension Policy {
  /// A rule with its place: `12: bills > 500 requires pro`.
  func line(of rule: RuleIndex) -> String {
    let place = graph.parts.rules[Int(rule)].place
    let (file, line) = graph.parts.place(ofRow: place.line)
    return words(file: file, line: Int(line), text: place.text)
  }

  /// The file is told only where the policy has several.
  func words(file: String, line: Int, text: String) -> String {
    let isOne = file.isEmpty || file == graph.parts.file
    return "\(isOne ? "line " : "\(file):")\(line): \(text)"
  }
}
