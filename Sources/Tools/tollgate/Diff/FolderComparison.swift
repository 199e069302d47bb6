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
