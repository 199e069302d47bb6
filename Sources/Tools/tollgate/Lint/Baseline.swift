#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgateSyntax

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
