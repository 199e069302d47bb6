import TollgateKit
import TollgateSyntax

/// Answers the lines of a batch.
struct BatchAnswerer: Sendable {
  let policy: Policy
  var defaults: BatchDefaults

  /// What is written for a line.
  struct Output: Sendable {
    var text: String
    /// What was decided; nothing for a line that cannot be read.
    var outcome: Decision.Outcome?
  }

  /// One answer for each line, in order; the first line is that behind so many others.
  func answers(to lines: [LineReader.Line], after count: Int, jobs: Int) -> [Output] {
    Parallel.map(lines.indices, jobs: jobs, with: self) { answerer, index in
      answerer.answer(lines[index], count + index + 1)
    }
  }

  private mutating func answer(_ line: LineReader.Line, _ number: Int) -> Output {
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
    var writer = JSONWriter()
    writer.object { $0.member("error", "line \(number): \(problem)") }
    return Output(text: writer.text)
  }

  private mutating func answer(_ bytes: [UInt8]) throws(SnapshotError) -> Output {
    let (line, problems) = try BatchLine(json: bytes).resolvingFacts(for: policy.graph)
    if let problem = problems.first { throw problem }
    let now = line.at ?? defaults.at ?? .now
    let known = line.snapshot.map { policy.prepareOnce($0) } ?? defaults.snapshot(at: line.at)
    let prepared = policy.prepare(known, usage: line.usage, facts: line.facts)
    // A line gives one line, so the members of a group are asked about at once.
    let decision = policy.graph.decide(line.target, ask: line.ask, for: prepared, at: now)
    return Output(text: decision.json(policy: policy), outcome: decision.outcome)
  }
}
