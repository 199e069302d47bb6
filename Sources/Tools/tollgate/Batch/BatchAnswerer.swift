import TollgateKit
import TollgateSyntax

/// Answers the lines of a batch.
struct BatchAnswerer: Sendable {
  let policy: Policy
  var defaults: BatchDefaults
  /// Whether a line with an unknown key or name is an error.
  let isStrict: Bool

  /// The answer to a line.
  struct Output: Sendable {
    var text: String
    /// The outcome of the decision; nil for a line that cannot be read.
    var outcome: Decision.Outcome?
    /// The unknown keys and names of the line.
    var unknown: [UnknownName] = []
  }

  /// One answer for each line, in order. `count` lines came before the first.
  func answers(to lines: [LineReader.Line], after count: Int, jobs: Int) -> [Output] {
    Parallel.map(lines.indices, jobs: jobs, with: self) { answerer, index in
      answerer.answer(lines[index], count + index + 1)
    }
  }

  private mutating func answer(_ line: LineReader.Line, _ number: Int) -> Output {
    let problem: String
    switch line {
    case .tooLong: problem = "it is longer than 16 MiB"
    case .text(let bytes):
      do throws(SnapshotError) {
        let value = try SnapshotError.read(bytes)
        let unknown = UnknownNames(graph: policy.graph).inBatchLine(value)
        if isStrict, let first = unknown.first(where: { !$0.isFromStore }) {
          problem = first.description(in: "en")
          break
        }
        var output = try answer(value)
        output.unknown = unknown
        return output
      } catch {
        problem = error.description(in: "en")
      }
    }
    var writer = JSONWriter()
    writer.object { $0.member("error", "line \(number): \(problem)") }
    return Output(text: writer.text)
  }

  private mutating func answer(_ value: JSONValue) throws(SnapshotError) -> Output {
    let (line, problems) = try BatchLine(json: value).resolvingFacts(for: policy.graph)
    if let problem = problems.first { throw problem }
    let now = line.at ?? defaults.at ?? .now
    let known = line.snapshot.map { policy.prepareOnce($0) } ?? defaults.snapshot(at: line.at)
    let prepared = policy.prepare(known, usage: line.usage, facts: line.facts)
    // A line gives one line, so the members of a group are asked about at once.
    let decision = policy.graph.decide(line.target, ask: line.ask, for: prepared, at: now)
    return Output(text: decision.json(policy: policy), outcome: decision.outcome)
  }
}
