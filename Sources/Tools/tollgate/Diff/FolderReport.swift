import TollgateKit
import TollgateSyntax

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
