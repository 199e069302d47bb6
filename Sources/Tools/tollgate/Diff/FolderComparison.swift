import TollgateAnalysis
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The policies of two folders, matched by their paths.
struct FolderComparison {
  /// The paths in the folders, each once, in order.
  private let paths: [FilePath]
  private let old: Side
  private let new: Side

  private struct Side {
    var folder: String
    /// The policies, by their paths in the folder.
    var policies: [FilePath: String] = [:]

    init(_ folder: String) throws(Failure) {
      self.folder = folder
      let search = PolicySearch([folder])
      // A folder that cannot be searched might hold anything.
      if let failure = search.failures.first { throw failure }
      let start = folder.hasSuffix("/") ? folder : folder + "/"
      for path in search.policies {
        policies[FilePath(FilePath(path).rest(behind: start) ?? path)] = path
      }
    }
  }

  /// A policy of the folders.
  struct Entry {
    var path: String
    var state: State
    var report: DiffReport?

    enum State: String, CaseIterable {
      case changed, equal, added, removed, unreadable
    }
  }

  static func isFolder(_ path: String) -> Bool {
    path != "-" && Descriptor.status(of: path)?.kind == .folder
  }

  init(_ old: String, _ new: String) throws(Failure) {
    for (one, other) in [(old, new), (new, old)] where !FolderComparison.isFolder(one) {
      throw .usage(
        "\(Escape.name(other)) is a folder, and \(InputFile.name(of: one)) is not; name two "
          + "folders or two policies")
    }
    self.old = try Side(old)
    self.new = try Side(new)
    paths = Set(self.old.policies.keys).union(self.new.policies.keys).sorted()
  }

  func answer(
    on output: Output, as format: Diff.Format, failOn: Diff.FailCause, _ budget: Budget,
    _ extent: PolicyDifference.Extent, at now: Instant
  ) throws(Failure) -> ExitStatus {
    var entries: [Entry] = []
    var status = ExitStatus.success
    for path in paths {
      let entry: Entry
      do throws(Failure) {
        entry = try compare(path, budget, extent, format, now)
      } catch {
        Console.complain(error)
        entry = Entry(path: path.text, state: .unreadable)
      }
      if entry.state == .unreadable {
        status = .unreadable
      } else if status == .success, failOn.names(entry) {
        status = .negative
      }
      entries.append(entry)
    }
    let report = FolderReport(entries: entries)
    switch format {
    case .text: try output.show(report.text)
    case .json: try output.line(report.json)
    case .markdown: try output.write(report.markdown)
    }
    return status
  }

  private func compare(
    _ path: FilePath, _ budget: Budget, _ extent: PolicyDifference.Extent, _ format: Diff.Format,
    _ now: Instant
  ) throws(Failure) -> Entry {
    guard let before = old.policies[path] else { return Entry(path: path.text, state: .added) }
    guard let after = new.policies[path] else { return Entry(path: path.text, state: .removed) }
    let (one, two) = (try PolicyFile.policy(at: before), try PolicyFile.policy(at: after))
    let report = DiffReport.comparing(
      one, two, budget: budget, withPlans: format != .json, extent: extent, at: now)
    let state = report.difference.isEmpty ? Entry.State.equal : .changed
    return Entry(path: path.text, state: state, report: report)
  }
}

extension Diff.FailCause {
  /// Whether a policy of two folders makes the command fail. Who has no policy any more loses.
  fileprivate func names(_ entry: FolderComparison.Entry) -> Bool {
    switch entry.state {
    case .added: self == .gain || self == .any
    case .removed: self == .loss || self == .any
    case .changed, .equal, .unreadable: entry.report.map { names($0.difference) } ?? false
    }
  }
}

/// The differences of the policies of two folders, to be written.
struct FolderReport {
  let entries: [FolderComparison.Entry]

  /// For people: each policy that changed, then the others by name.
  var text: String {
    var sections: [String] = []
    for entry in entries where entry.state == .changed {
      sections.append("== \(Escape.name(entry.path)) ==\n\n" + (entry.report?.text ?? ""))
    }
    let rest = lists.map { "\($0.title): " + $0.paths.joined(separator: ", ") + "\n" }.joined()
    if !rest.isEmpty { sections.append(rest) }
    return sections.joined(separator: "\n")
  }

  /// For a comment on a pull request.
  var markdown: String {
    var sections: [String] = []
    for entry in entries where entry.state == .changed {
      sections.append(
        "### \(Escape.markdownCode(Escape.name(entry.path)))\n\n" + (entry.report?.markdown ?? ""))
    }
    for list in lists {
      let names = list.paths.map { Escape.markdownCode($0) }.joined(separator: ", ")
      sections.append("\(list.title.prefix(1).uppercased())\(list.title.dropFirst()): \(names)\n")
    }
    return sections.joined(separator: "\n")
  }

  /// For programs: schema 1, every key always present; each difference as of two policies.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.array("policies", entries) { entry, writer in write(entry, to: &writer) }
    }
    return writer.text
  }

  private func write(_ entry: FolderComparison.Entry, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("path", entry.path)
      writer.member("state", entry.state.rawValue)
      writer.member("difference", entry.report) { report, writer in report.write(to: &writer) }
    }
  }

  /// The policies that are told by name alone.
  private var lists: [(title: String, paths: [String])] {
    let titles: [(FolderComparison.Entry.State, String)] = [
      (.removed, "only in the old folder"), (.added, "only in the new folder"),
      (.unreadable, "cannot be read"), (.equal, "no difference"),
    ]
    return titles.compactMap { state, title in
      let paths = entries.filter { $0.state == state }.map { Escape.name($0.path) }
      return paths.isEmpty ? nil : (title, paths)
    }
  }
}

/// A revision, or two with `..` between them: `HEAD~1`, `v1..v2`, `v1..` for `v1..HEAD`.
struct RevisionRange {
  var old: String
  /// `nil` for the file on disk.
  var new: String?

  init(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let place = bytes.indices.dropLast().first { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }
    old = text
    if let place {
      let rest = bytes[(place + 2)...]
      if rest.first == 0x2E {
        throw .usage("\(Escape.name(text)) has three dots; write two: v1..v2")
      }
      let (start, end) = (bytes[..<place], rest)
      old = start.isEmpty ? "HEAD" : String(decoding: start, as: UTF8.self)
      new = end.isEmpty ? "HEAD" : String(decoding: end, as: UTF8.self)
    }
    for revision in [old, new].compactMap({ $0 }) { try GitPolicy.check(revision) }
  }
}
