import TollgateKit

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
