import TollgateKit
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Findings that are known and not reported, so that a large policy can adopt the linter: so many
/// of a code on a line that says this. Errors are never among them.
struct Baseline {
  /// The folder that the names of files are relative to: that of the baseline.
  private let folder: String
  /// How many findings are left of each.
  private var counts: [Entry: Int]

  struct Entry: Hashable {
    /// From the folder of the baseline.
    var file: FilePath
    var code: String
    var fingerprint: String
  }

  /// A baseline, at a path, of what was found.
  init(at path: String, recording files: [LintedFile]) {
    folder = Baseline.folder(of: path)
    counts = [:]
    for file in files {
      for finding in file.findings where finding.level != .error {
        counts[entry(of: finding, in: file), default: 0] += 1
      }
    }
  }

  init(at path: String, counts: [Entry: Int]) {
    folder = Baseline.folder(of: path)
    self.counts = counts
  }

  /// Everything that it records, sorted.
  var entries: [(entry: Entry, count: Int)] {
    counts.map { ($0.key, $0.value) }.sorted { a, b in
      let (first, second) = (a.0, b.0)
      if first.file != second.file { return first.file < second.file }
      if first.code != second.code { return first.code < second.code }
      return first.fingerprint < second.fingerprint
    }
  }

  /// Moves the findings that it records aside, each at most as often as it records it.
  mutating func apply(to file: inout LintedFile) {
    var left: [Diagnostic] = []
    for finding in file.findings {
      let entry = entry(of: finding, in: file)
      guard finding.level != .error, let count = counts[entry], count > 0 else {
        left.append(finding)
        continue
      }
      counts[entry] = count - 1
      file.baselined.append(finding)
    }
    file.findings = left
  }

  /// How many recorded findings there are no longer, in files that were linted or are gone.
  func stale(in files: [LintedFile]) -> Int {
    let linted = Set(files.flatMap { $0.source.files }.map { name(of: $0.name) })
    return counts.reduce(0) { sum, pair in
      let path = URL(fileURLWithPath: pair.key.file.text, relativeTo: URL(fileURLWithPath: folder))
        .path
      let isKnown =
        linted.contains(pair.key.file) || !FileManager.default.fileExists(atPath: path)
      return isKnown ? sum + pair.value : sum
    }
  }

  private func entry(of finding: Diagnostic, in file: LintedFile) -> Entry {
    Entry(
      file: name(of: file.name(of: finding)), code: finding.code,
      fingerprint: LineFingerprint.of(finding, in: file))
  }

  /// The way from the folder of the baseline to a file.
  private func name(of path: String) -> FilePath {
    guard path != PolicyFile.standardInput else { return FilePath(path) }
    let file = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let from = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
    let common = zip(file, from).prefix { FilePath($0) == FilePath($1) }.count
    let up = [String](repeating: "..", count: from.count - common)
    return FilePath((up + file.dropFirst(common)).joined(separator: "/"))
  }

  private static func folder(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
  }
}

extension Baseline {
  /// A baseline as it is kept: `{"schema": 1, "findings": [{"file", "code", "line", "count"}]}`,
  /// where `line` is the fingerprint of the text of the line.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.array("findings", entries) { recorded, writer in
        writer.object { writer in
          writer.member("file", recorded.entry.file.text)
          writer.member("code", recorded.entry.code)
          writer.member("line", recorded.entry.fingerprint)
          writer.member("count", recorded.count)
        }
      }
    }
    return writer.text + "\n"
  }

  /// Reads a baseline: all of it, or an error that names the place.
  init(contentsOf path: String) throws(Failure) {
    let bytes = try InputFile.contents(of: path, limit: JSONReader.mostBytes)
    let name = InputFile.name(of: path)
    let document: JSONValue
    do throws(JSONReader.Failure) {
      document = try JSONReader.read(bytes)
    } catch {
      throw .unreadable("\(name) is no baseline: it is not JSON (at byte \(error.offset + 1))")
    }
    do throws(ParseError) {
      self.init(at: path, counts: try Baseline.counts(in: document))
    } catch {
      throw .unreadable(
        "\(name) is no baseline: \(error.words); `lint --write-baseline` writes one")
    }
  }

  /// The faults of a document that is no baseline.
  private struct ParseError: Error {
    var words: String
  }

  private static func counts(in document: JSONValue) throws(ParseError) -> [Entry: Int] {
    guard case .object = document else { throw ParseError(words: "it is no object") }
    guard document["schema"] == .integer(1) else { throw ParseError(words: "`schema` is not 1") }
    guard case .list(let findings) = document["findings"] else {
      throw ParseError(words: "`findings` is no list")
    }
    var counts: [Entry: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let (entry, count) = entry(finding) else {
        throw ParseError(
          words: "`findings[\(index)]` needs the texts `file`, `code` and `line`, and a `count`")
      }
      let (sum, overflow) = counts[entry, default: 0].addingReportingOverflow(count)
      counts[entry] = overflow ? .max : sum
    }
    return counts
  }

  private static func entry(_ finding: JSONValue) -> (Entry, Int)? {
    guard let file = finding["file"].text, let code = finding["code"].text,
      let line = finding["line"].text, let count = finding["count"].number, count > 0
    else { return nil }
    return (Entry(file: FilePath(file), code: code, fingerprint: line), count)
  }
}

/// The identity of a finding, the same as long as its line says the same, wherever the line moves.
enum LineFingerprint {
  /// Sixteen hexadecimal digits of a code and the text of a line.
  static func of(_ finding: Diagnostic, in file: LintedFile) -> String {
    let text = Array((finding.code + "\n" + file.line(of: finding)).utf8)
    return SHA256.hash(text[...]).prefix(8).hexadecimal
  }
}

extension ArraySlice<UInt8> {
  /// Two digits for each byte.
  var hexadecimal: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
