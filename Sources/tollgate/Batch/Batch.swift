import Tollgate
import TollgateSyntax

/// Decides line by line, in memory that does not grow with the number of lines.
struct Batch {
  private let policy: Policy
  private let defaults: BatchDefaults
  private var couldReadAll = true
  private var areAllAllowed = true

  init(_ path: String, _ options: SnapshotOptions) throws(Failure) {
    policy = try PolicyFile.policy(at: path)
    defaults = try BatchDefaults(options, policy.graph)
  }

  /// Writes one line for each line of a file, in order.
  consuming func answer(_ path: String, on output: Output) throws(Failure) -> ExitStatus {
    var batch = self
    var lines = LineReader(try InputFile(path))
    var number = 0
    var progress = Progress("lines", isStreaming: true)
    while !output.isClosed,
      let line = try lines.next(beforeWaiting: { () throws(Failure) in try output.flush() })
    {
      number += 1
      try output.line(batch.answer(line, number))
      progress.advance()
    }
    progress.finish()
    return batch.status
  }

  private var status: ExitStatus {
    guard couldReadAll else { return .unreadable }
    return areAllAllowed ? .success : .negative
  }

  private mutating func answer(_ line: LineReader.Line, _ number: Int) -> String {
    let problem: String
    switch line {
    case .tooLong: problem = "it is longer than 16 MiB, more than is read"
    case .text(let bytes):
      do throws(SnapshotError) {
        return try answer(bytes)
      } catch {
        problem = error.description(in: "en")
      }
    }
    couldReadAll = false
    var writer = JSONWriter()
    writer.object { $0.member("error", "line \(number): \(problem)") }
    return writer.text
  }

  private mutating func answer(_ bytes: [UInt8]) throws(SnapshotError) -> String {
    let (line, problems) = try BatchLine(json: bytes).resolvingFacts(for: policy.graph)
    if let problem = problems.first { throw problem }
    let now = line.at ?? defaults.at ?? .now
    let known = line.snapshot.map(policy.prepare) ?? defaults.snapshot(at: line.at)
    let prepared = policy.prepare(known, usage: line.usage, facts: line.facts)
    // A line gives one line, so the members of a group are asked about at once.
    let decision = policy.graph.decide(line.target, ask: line.ask, for: prepared, at: now)
    if !decision.isAllowed { areAllAllowed = false }
    return decision.json(policy: policy)
  }
}
