import TollgateKit
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file, or standard input, that is read in pieces.
final class InputFile {
  /// Its name in messages.
  let name: String
  private let path: String
  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  convenience init(_ path: String) throws(Failure) {
    do throws(Descriptor.SystemError) {
      self.init(path, path == "-" ? Descriptor.input : try Descriptor.open(path))
    } catch {
      throw InputFile.failure(error, path)
    }
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    name = InputFile.name(of: path)
    self.descriptor = descriptor
  }

  deinit {
    if descriptor != Descriptor.input { Descriptor.close(descriptor) }
  }

  /// Reads what is available, at most the size of `buffer`, and returns the count; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(Failure) -> Int {
    do throws(Descriptor.SystemError) {
      return try Descriptor.read(descriptor, into: &buffer)
    } catch {
      throw InputFile.failure(error, path)
    }
  }

  /// The contents of a file of at most `limit` bytes.
  static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    try InputFile(path).contents(limit: limit)
  }

  /// The contents of a regular file that nobody named by hand; nil for all else. A named pipe or a
  /// device could be waited for without end.
  static func regular(_ path: String, limit: Int) -> [UInt8]? {
    guard let descriptor = try? Descriptor.openWithoutWaiting(path) else { return nil }
    let file = InputFile(path, descriptor)
    guard Descriptor.status(of: descriptor)?.kind == .file else { return nil }
    return try? file.contents(limit: limit)
  }

  private func contents(limit: Int) throws(Failure) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    var bytes: [UInt8] = []
    while true {
      let count = try read(into: &chunk)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit {
        throw .unreadable("\(name) is longer than \(limit >> 20) MiB")
      }
      // A long file is read in longer pieces.
      if count == chunk.count, count < 1 << 18 {
        chunk = [UInt8](repeating: 0, count: 4 * count)
      }
    }
  }

  /// The name of a path in messages.
  static func name(of path: String) -> String {
    path == "-" ? "standard input" : Escape.name(path)
  }

  private static func failure(_ fault: Descriptor.SystemError, _ path: String) -> Failure {
    let name = name(of: path)
    return switch fault.meaning {
    case .missing:
      name.isEmpty
        ? .unreadable("the name of a file is empty")
        : .unreadable("there is no file \(name)\(nearby(path))")
    case .folder: .unreadable("\(name) is a folder; name a file in it")
    case .forbidden:
      .unreadable("you have no permission to read \(name); `chmod u+r` gives it")
    case .closedPipe, .full, .other: .unreadable("\(name) cannot be read: \(fault.words)")
    }
  }

  /// A file of the same folder with nearly the same name.
  private static func nearby(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),
      let near = EditDistance.nearest(to: url.lastPathComponent, among: names.sorted())
    else { return "" }
    return "; did you mean \(Escape.name(near))?"
  }
}

/// Reads snapshots.
enum SnapshotFile {
  /// The longest file that is read, in bytes.
  private static let longest = 16 << 20

  /// A snapshot with its facts as the policy declares them. Unknown keys and names are told on
  /// standard error, or are an error if `isStrict`.
  static func snapshot(
    at path: String, for graph: RuleGraph, isStrict: Bool
  ) throws(Failure) -> Snapshot {
    let bytes = try InputFile.contents(of: path, limit: longest)
    let name = InputFile.name(of: path)
    let document: JSONValue
    let snapshot: Snapshot
    do throws(SnapshotError) {
      document = try SnapshotError.read(bytes)
      snapshot = try self.snapshot(of: document, for: graph)
    } catch {
      throw .unreadable("\(name) cannot be read as a snapshot: \(error.description(in: "en"))")
    }
    let findings = UnknownNames(graph: graph).inSnapshot(document)
    if isStrict, let first = findings.first(where: { !$0.isFromStore }) {
      throw .unreadable("\(name): \(first.description(in: "en"))")
    }
    var warnings = UnknownNameWarnings()
    for finding in findings { warnings.warn(finding, in: name) }
    return snapshot
  }

  /// The snapshot in a document, with its facts as a policy declares them.
  static func snapshot(
    of document: JSONValue, for graph: RuleGraph
  ) throws(SnapshotError) -> Snapshot {
    let (snapshot, problems) = try Snapshot(json: document).resolvingFacts(for: graph)
    if let problem = problems.first { throw problem }
    return snapshot
  }
}

/// Reads a file line by line, in memory that does not grow with the file.
///
/// A line ends in LF or CRLF; the last one needs no end, and an end makes no further line.
struct LineReader {
  /// The longest line that is kept, in bytes.
  static let longest = 16 << 20

  enum Line: Sendable {
    /// Its bytes, without the end.
    case text([UInt8])
    /// Longer than ``LineReader/longest``; it was skipped.
    case tooLong
  }

  private let file: InputFile
  /// Whether a carriage return before a line feed belongs to the line.
  private let keepsReturns: Bool
  /// The bytes that were read last.
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  /// The bytes that are read but not returned, from `start` on.
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ file: InputFile, keepsReturns: Bool = false) {
    self.file = file
    self.keepsReturns = keepsReturns
  }

  /// The next line; nil at the end. It calls `beforeWaiting` before it reads from the file, which
  /// may take long if a program is writing it.
  mutating func next(beforeWaiting: () throws(Failure) -> Void) throws(Failure) -> Line? {
    var line: [UInt8] = []
    switch try next(into: &line, beforeWaiting: beforeWaiting) {
    case nil: return nil
    case .text?: return .text(line)
    case .tooLong?: return .tooLong
    }
  }

  /// How a line ended that was read into other memory.
  enum End {
    case text, tooLong
  }

  /// Adds the next line to bytes that are there; nil at the end, and nothing where it is too long.
  mutating func next(
    into bytes: inout [UInt8], beforeWaiting: () throws(Failure) -> Void
  ) throws(Failure) -> End? {
    var searched = start
    var isTooLong = false
    while true {
      if let lineEnd = pending.firstLineFeed(from: searched) {
        if !isTooLong { isTooLong = !add(until: lineEnd, to: &bytes) }
        start = lineEnd + 1
        return isTooLong ? .tooLong : .text
      }
      if isAtEnd {
        guard start < pending.count || isTooLong else { return nil }
        if !isTooLong { isTooLong = !add(until: pending.count, to: &bytes) }
        start = pending.count
        return isTooLong ? .tooLong : .text
      }
      if pending.count - start > LineReader.longest {
        isTooLong = true
        start = pending.count
      }
      try beforeWaiting()
      pending.removeFirst(start)
      start = 0
      searched = pending.count
      let count = try file.read(into: &chunk)
      pending.append(contentsOf: chunk[..<count])
      isAtEnd = count == 0
    }
  }

  /// Adds the line that ends here; false for one that is too long.
  private func add(until lineEnd: Int, to bytes: inout [UInt8]) -> Bool {
    var last = lineEnd
    if !keepsReturns, last > start, pending[last - 1] == UInt8(ascii: "\r") { last -= 1 }
    guard last - start <= LineReader.longest else { return false }
    bytes += pending[start..<last]
    return true
  }
}

/// Tells about unknown names on standard error, each once.
struct UnknownNameWarnings {
  /// After so many warnings, one more line says that there are others.
  private static let most = 20
  private var told: Set<String> = []

  /// Warns about a finding of a document, unless the same was told before.
  mutating func warn(_ finding: UnknownName, in document: String) {
    guard told.count <= UnknownNameWarnings.most, told.insert(finding.english).inserted else {
      return
    }
    let isLast = told.count > UnknownNameWarnings.most
    Console.say(
      isLast
        ? "warning: there are more unknown names"
        : "warning: \(document): \(finding.description(in: "en"))")
  }
}
