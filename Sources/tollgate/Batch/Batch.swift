import TollgateKit

/// Decides line by line, on several cores, in memory that does not grow with the number of lines.
///
/// What was read is answered before more is asked for: so the answers keep the order of the lines,
/// there are never more lines in memory than one piece of the file has, and who writes a line and
/// waits gets its answer.
struct Batch {
  private let answerer: BatchAnswerer
  private let jobs: Int
  /// The lines that were read and not yet answered, and their bytes.
  private var lines: [LineReader.Line] = []
  private var size = 0
  /// How many lines were answered.
  private var number = 0
  private var couldReadAll = true
  private var areAllAllowed = true
  private var progress = Progress("lines", isStreaming: true)

  /// What is answered at one time, in lines and in bytes, even if more was read.
  private static let mostLines = 4096
  private static let mostBytes = 4 << 20

  init(_ path: String, _ options: SnapshotOptions, jobs: Int) throws(Failure) {
    let policy = try PolicyFile.policy(at: path)
    answerer = BatchAnswerer(policy: policy, defaults: try BatchDefaults(options, policy.graph))
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
    for answer in answerer.answers(to: lines, after: number, jobs: jobs) {
      if output.isClosed { break }
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
