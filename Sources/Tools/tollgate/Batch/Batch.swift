import TollgateKit
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides line by line, on several cores, in memory that does not grow with the number of lines.
///
/// It answers the lines that it has read before it reads more. So the answers keep the order of the
/// lines, memory holds one piece of the file, and a program that writes a line and waits gets its
/// answer.
struct Batch {
  private let answerer: BatchAnswerer
  private let jobs: Int
  /// The lines that are read but not answered, and their size in bytes.
  private var lines: [LineReader.Line] = []
  private var size = 0
  /// How many lines were answered.
  private var number = 0
  private var couldReadAll = true
  private var areAllAllowed = true
  private var warnings = UnknownNameWarnings()
  private var progress = Progress("lines", isStreaming: true)

  /// The most lines and bytes that are answered at a time.
  private static let mostLines = 4096
  private static let mostBytes = 4 << 20

  init(_ path: String, _ options: SnapshotOptions, jobs: Int) throws(Failure) {
    let policy = try PolicyFile.policy(at: path)
    answerer = BatchAnswerer(
      policy: policy, defaults: try BatchDefaults(options, policy.graph),
      isStrict: options.strictSnapshot)
    self.jobs = jobs
  }

  /// Writes one line for each line of a file, in order.
  consuming func answer(_ path: String, on output: Output) throws(Failure) -> ExitStatus {
    var batch = self
    var reader = LineReader(try InputFile(path))
    while !output.isClosed,
      let line = try reader.next(beforeWaiting: { () throws(Failure) in
        try batch.answerLines(on: output)
        try output.flush()
      })
    {
      try batch.take(line, on: output)
    }
    try batch.answerLines(on: output)
    batch.progress.finish()
    return batch.status
  }

  private var status: ExitStatus {
    guard couldReadAll else { return .unreadable }
    return areAllAllowed ? .success : .negative
  }

  private mutating func take(_ line: LineReader.Line, on output: Output) throws(Failure) {
    lines.append(line)
    if case .text(let bytes) = line { size += bytes.count }
    if lines.count >= Batch.mostLines || size >= Batch.mostBytes { try answerLines(on: output) }
  }

  private mutating func answerLines(on output: Output) throws(Failure) {
    guard !lines.isEmpty else { return }
    let answers = answerer.answers(to: lines, after: number, jobs: jobs)
    for (index, answer) in answers.enumerated() {
      if output.isClosed { break }
      for finding in answer.unknown {
        warnings.warn(finding, in: "line \(number + index + 1)")
      }
      switch answer.outcome {
      case nil: couldReadAll = false
      case .denied?: areAllAllowed = false
      case .allowed?, .warned?: break
      }
      try output.line(answer.text)
      progress.advance()
    }
    number += lines.count
    lines.removeAll(keepingCapacity: true)
    size = 0
  }
}

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
    // A line gives one line, so the members of a group are asked about at once.
    let decision = policy.decide(line, for: known, at: now)
    return Output(text: decision.json(policy: policy), outcome: decision.outcome)
  }
}

/// The snapshot and the time for the lines of a batch that have none of their own.
struct BatchDefaults: Sendable {
  /// The time; nil for the present.
  let at: Instant?
  private let graph: RuleGraph
  private var known: Snapshot
  /// Whether the data comes from the command line alone. It is then fresh at the time of each line.
  private let isAlwaysFresh: Bool
  private let start: Instant
  private var prepared: PreparedSnapshot

  init(_ options: SnapshotOptions, _ graph: RuleGraph) throws(Failure) {
    self.graph = graph
    at = try options.instant()
    start = at ?? .now
    isAlwaysFresh = options.snapshot == nil
    known = try options.known(in: graph, at: start)
    prepared = graph.prepareTyped(known)
  }

  /// The snapshot at the time of a line. It is prepared again only for another time.
  mutating func snapshot(at instant: Instant?) -> PreparedSnapshot {
    let asOf = instant ?? start
    if isAlwaysFresh, known.asOf != asOf {
      known.asOf = asOf
      prepared = graph.prepareTyped(known)
    }
    return prepared
  }
}

/// Spreads work over the cores.
enum Parallel {
  /// The number of cores.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The results of `body` for each number, in order, computed by `jobs` tasks at once.
  ///
  /// Each task takes every `jobs`-th number, so that all have about the same work, and has its own
  /// copy of `state`.
  static func map<State: Sendable, Result: Sendable>(
    _ numbers: Range<Int>, jobs: Int, with state: State,
    _ body: @escaping @Sendable (inout State, Int) -> Result
  ) -> [Result] {
    let jobs = min(jobs, numbers.count)
    guard jobs > 1 else {
      var state = state
      return numbers.map { body(&state, $0) }
    }
    return Waiting.result {
      await withTaskGroup(of: (job: Int, results: [Result]).self) { group in
        for job in 0..<jobs {
          group.addTask {
            var state = state
            let own = stride(from: numbers.lowerBound + job, to: numbers.upperBound, by: jobs)
            return (job, own.map { body(&state, $0) })
          }
        }
        var shares: [[Result]] = Array(repeating: [], count: jobs)
        for await share in group { shares[share.job] = share.results }
        return (0..<numbers.count).map { shares[$0 % jobs][$0 / jobs] }
      }
    }
  }
}
