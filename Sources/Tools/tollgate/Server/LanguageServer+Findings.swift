import Dispatch
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

/// The findings about a policy, and those that the editor is told.
struct KnownFindings: Sendable {
  /// The version that was looked at.
  var project: Project
  /// The findings in that version: its mistakes, then everything.
  var findings: [EditorFinding]
  /// Those of an earlier version beside mistakes, moved with the text. They are told until this one
  /// is looked at, which waits until it has no mistake.
  var earlier: [EditorFinding] = []

  /// All that the editor is told.
  var told: [EditorFinding] {
    findings
      + earlier.filter { old in
        !findings.contains {
          $0.place == old.place && $0.diagnostic.code == old.diagnostic.code
        }
      }
  }
}

extension LanguageServer {
  /// Looks at the policies of the open files again, where they changed: mistakes at once, exact
  /// findings later in the background.
  func refresh(everything: Bool = false) {
    var touched = workspace.takeTouched()
    if everything { touched.formUnion(workspace.open.keys) }
    var fresh: Set<FilePath> = []
    for path in touched.sorted() where workspace.open[path] != nil {
      for project in workspace.projects(of: path) {
        let root = project.paths[0]
        guard fresh.insert(root).inserted else { continue }
        let before = seen.updateValue(project, forKey: root)
        if everything || before !== project { look(at: project, root) }
      }
    }
    for root in touched.subtracting(fresh) {
      guard let project = seen.removeValue(forKey: root) else { continue }
      exact.removeValue(forKey: root)?.cancel()
      let publisher = Publisher(self, project)
      known.withLock { known in
        known[root] = nil
        publisher.publish(known)
      }
    }
  }

  private func look(at project: Project, _ root: FilePath) {
    exact[root]?.cancel()
    let cancellation = Cancellation()
    exact[root] = cancellation
    // The line that is being typed is told what it lacks.
    let quick =
      typing.flatMap { place in
        project.holds(place.path)
          ? project.quickFindings(typingAt: place.offset, in: place.path) : nil
      } ?? project.quickFindings
    let copy = Publisher(self, project)
    known.withLock { known in
      let before = known[root]
      let earlier = before?.told.filter { $0.diagnostic.level != .error } ?? []
      known[root] = KnownFindings(project: project, findings: quick, earlier: earlier)
      let gone = before?.project.paths.filter { !project.holds($0) } ?? []
      // The editor moves what it shows by itself. It is told where mistakes come or go.
      let hadErrors = before.map { $0.project.compiled.graph == nil } ?? true
      copy.publish(known, project.compiled.graph == nil || hadErrors ? gone + project.paths : gone)
    }
    guard project.compiled.graph != nil else { return }
    let (options, settings) = (settings.lintOptions, settings)
    let known = known
    let progress = findingsProgress()
    let patience = patience
    background.asyncAfter(deadline: .now() + pause) {
      progress?.begin(after: patience)
      defer { progress?.end() }
      guard let exact = project.exactFindings(options, isCancelled: { cancellation.isCancelled })
      else { return }
      let shown = exact.filter { settings.shows($0.diagnostic) }
      known.withLock { known in
        guard !cancellation.isCancelled else { return }
        known[root] = KnownFindings(project: project, findings: shown)
        copy.publish(known)
      }
    }
  }

  /// The progress of the next exact findings, where the editor shows one.
  private func findingsProgress() -> FindingsProgress? {
    guard canShowProgress else { return nil }
    let made = FindingsProgress(nextProgress, outbox)
    nextProgress += 1
    // The editor answers only for those that took a while.
    progress = progress.filter { !$0.value.isEnded }
    progress[made.id] = made
    return made
  }

  /// Changes the text of a file. Its findings move with the text; one that stood where the
  /// change is goes.
  func movingFindings(in path: FilePath, _ change: () -> Void) {
    let before = workspace.document(path)?.source.bytes
    change()
    guard let before, let after = workspace.document(path)?.source.bytes, before != after else {
      return
    }
    let edit = TextChange(from: before, to: after)
    typing = (path, edit.end)
    known.withLock { known in
      for (root, one) in known where one.project.holds(path) {
        known[root]?.findings = one.findings.compactMap { $0.moved(by: edit, in: path) }
        known[root]?.earlier = one.earlier.compactMap { $0.moved(by: edit, in: path) }
      }
    }
  }

  /// The findings about this version of a policy: exact ones once they are there.
  func findings(about project: Project) -> [EditorFinding] {
    let found = known.withLock { $0[project.paths[0]] }
    return found?.project === project ? found?.findings ?? [] : project.quickFindings
  }
}

/// Sends findings about one version of a policy; any thread may.
struct Publisher: Sendable {
  private let outbox: Outbox
  private let project: Project
  private let encoding: TextEncoding
  private let uris: [FilePath: String]
  private let versions: [FilePath: Int]

  init(_ server: LanguageServer, _ project: Project) {
    outbox = server.outbox
    self.project = project
    encoding = server.encoding
    // The findings of other policies with these files may speak of further ones.
    uris = server.uris
    versions = server.workspace.open.mapValues { $0.version }
  }

  /// Sends all that is known about some files of the policy, by itself about all of them. A file may
  /// be a part of other policies too: what is found in any of them is told once.
  func publish(_ known: [FilePath: KnownFindings], _ paths: [FilePath]? = nil) {
    let wanted = Set(paths ?? project.paths)
    let all = known.filter { one in wanted.contains { one.value.project.holds($0) } }
      .sorted { $0.key < $1.key }
    var ranges = TextRanges([project] + all.map { $0.value.project }, encoding)
    var found: [FilePath: [Shared]] = [:]
    var places: [Shared: Int] = [:]
    for (root, one) in all {
      for finding in one.told where wanted.contains(finding.place.path) {
        let path = finding.place.path
        let shared = Shared(finding)
        if let place = places[shared] {
          found[path]?[place].roots.append(root)
        } else {
          places[shared] = found[path]?.count ?? 0
          found[path, default: []].append(shared.told(by: root))
        }
      }
    }
    for path in wanted.sorted() {
      let holders = all.count { $0.value.project.holds(path) }
      let messages = (found[path] ?? []).map { one in
        json(one.finding, &ranges, only: one.roots.count < holders ? one.roots : [])
      }
      outbox.notify(
        "textDocument/publishDiagnostics",
        .dictionary([
          "uri": .text(uri(of: path)), "version": versions[path].map { .whole($0) },
          "diagnostics": .list(messages),
        ]))
    }
  }

  /// A finding that several policies may have.
  private struct Shared: Hashable {
    var finding: EditorFinding
    /// The first files of the policies that have it.
    var roots: [FilePath] = []

    init(_ finding: EditorFinding) { self.finding = finding }

    func told(by root: FilePath) -> Shared {
      var copy = self
      copy.roots = [root]
      return copy
    }

    static func == (a: Shared, b: Shared) -> Bool {
      a.finding.place == b.finding.place
        && a.finding.diagnostic.code == b.finding.diagnostic.code
        && a.finding.diagnostic.headline == b.finding.diagnostic.headline
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(finding.place)
      hasher.combine(finding.diagnostic.code)
    }
  }

  private func uri(of path: FilePath) -> String {
    uris[path] ?? LanguageServer.uri(ofUnopened: path)
  }

  /// - Parameter roots: Where not every policy with the file has it, those that have.
  func json(
    _ finding: EditorFinding, _ ranges: inout TextRanges, only roots: [FilePath] = []
  ) -> JSONValue {
    let diagnostic = finding.diagnostic
    var message = diagnostic.headline
    if !diagnostic.label.isEmpty { message += "\n" + diagnostic.label }
    for note in diagnostic.notes { message += "\nnote: " + note }
    for help in diagnostic.help { message += "\nhelp: " + help }
    if !roots.isEmpty {
      let names = roots.map { $0.parts.last ?? "" }.joined(separator: ", ")
      message += "\nnote: only in the policy of \(names); other policies use this file too"
    }
    if let example = diagnostic.example { message += "\nfor example: " + example.words }
    let level =
      switch diagnostic.level {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let related = zip(diagnostic.related, finding.related).map { about, place in
      JSONValue.dictionary([
        "location": .dictionary([
          "uri": .text(uri(of: place.path)), "range": ranges.json(place),
        ]), "message": .text(about.label),
      ])
    }
    return .dictionary([
      "range": ranges.json(finding.place), "severity": .whole(level),
      "code": .text(diagnostic.code),
      "source": .text("tollgate"), "message": .text(message),
      "relatedInformation": related.isEmpty ? nil : .list(related),
    ])
  }
}

/// The ranges of pieces of policies, as the editor counts.
struct TextRanges {
  private let projects: [Project]
  private let encoding: TextEncoding
  private var positions: [FilePath: TextPositions] = [:]

  init(_ projects: [Project], _ encoding: TextEncoding) {
    self.projects = projects
    self.encoding = encoding
  }

  /// The range of a piece; null for one of another policy.
  mutating func json(_ place: FilePlace) -> JSONValue {
    if positions[place.path] == nil {
      let file = projects.lazy.compactMap { $0.file(place.path) }.first
      positions[place.path] = file.map { TextPositions($0, encoding) }
    }
    guard let range = positions[place.path]?[place.span] else { return .null }
    return .range(range)
  }
}

extension JSONValue {
  static func position(_ position: TextPosition) -> JSONValue {
    .dictionary(["line": .whole(position.line), "character": .whole(position.character)])
  }

  static func range(_ range: TextRange) -> JSONValue {
    .dictionary(["start": .position(range.start), "end": .position(range.end)])
  }
}
