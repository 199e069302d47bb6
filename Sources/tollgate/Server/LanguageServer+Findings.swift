import Dispatch
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

extension LanguageServer {
  /// Looks at the policies of the open files again, where they changed: mistakes at once, exact
  /// findings later in the background.
  func refresh(everything: Bool = false) {
    var touched = workspace.takeTouched()
    if everything { touched.formUnion(workspace.open.keys) }
    var fresh: [String: Project] = [:]
    for path in touched.sorted() where workspace.open[path] != nil {
      guard let project = workspace.project(of: path), let root = project.paths.first,
        fresh[root] == nil
      else { continue }
      fresh[root] = project
      if everything || seen[root] !== project { look(at: project, root) }
      seen[root] = project
    }
    for root in touched where fresh[root] == nil {
      guard let project = seen.removeValue(forKey: root) else { continue }
      exact.removeValue(forKey: root)?.cancel()
      for path in project.paths
      where workspace.roots(holding: path).isDisjoint(with: seen.keys) {
        publish([], path)
      }
    }
  }

  private func look(at project: Project, _ root: String) {
    exact[root]?.cancel()
    let cancellation = Cancellation()
    exact[root] = cancellation
    let quick = project.quickFindings
    for path in seen[root]?.paths ?? [] where !project.holds(path) { publish([], path) }
    // Of a policy that compiles, what was found before is shown until it is looked at again.
    let hasErrors = project.paths.contains { path in
      findings[path]?.contains { $0.diagnostic.level == .error } ?? true
    }
    if project.compiled.graph == nil || hasErrors { publish(quick, of: project) }
    guard project.compiled.graph != nil else { return }
    let (options, settings) = (settings.lintOptions, settings)
    let copy = Publisher(self, project)
    let found = found
    let progress = findingsProgress()
    let patience = patience
    background.asyncAfter(deadline: .now() + pause) {
      progress?.begin(after: patience)
      defer { progress?.end() }
      guard let exact = project.exactFindings(options, isCancelled: { cancellation.isCancelled })
      else { return }
      let shown = exact.filter { settings.shows($0.diagnostic) }
      found.withLock { found in
        guard !cancellation.isCancelled else { return }
        let own = Dictionary(grouping: shown) { $0.place.path }
        for path in project.paths { found[path] = own[path] ?? [] }
      }
      if !cancellation.isCancelled { copy.publish(shown) }
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

  private func publish(_ findings: [EditorFinding], of project: Project) {
    Publisher(self, project).publish(findings)
    let own = Dictionary(grouping: findings) { $0.place.path }
    for path in project.paths {
      self.findings[path] = own[path] ?? []
      found.withLock { $0[path] = own[path] ?? [] }
    }
  }

  func publish(_ findings: [EditorFinding], _ path: String) {
    self.findings[path] = findings
    found.withLock { $0[path] = findings }
    outbox.notify(
      "textDocument/publishDiagnostics",
      .dictionary(["uri": .text(uri(of: path)), "diagnostics": .list([])]))
  }

  /// The findings of a policy that the editor shows, exact ones among them once they are there.
  func currentFindings(of project: Project) -> [EditorFinding] {
    let known = found.withLock { found in project.paths.flatMap { found[$0] ?? [] } }
    return known.sorted { $0.diagnostic.span.start < $1.diagnostic.span.start }
  }
}

/// Sends findings about one version of a policy; any thread may.
struct Publisher: Sendable {
  private let outbox: Outbox
  private let project: Project
  private let encoding: TextEncoding
  private let uris: [String: String]
  private let versions: [String: Int]

  init(_ server: LanguageServer, _ project: Project) {
    outbox = server.outbox
    self.project = project
    encoding = server.encoding
    var uris: [String: String] = [:]
    var versions: [String: Int] = [:]
    for path in project.paths {
      uris[path] = server.uri(of: path)
      versions[path] = server.workspace.open[path]?.version
    }
    self.uris = uris
    self.versions = versions
  }

  func publish(_ findings: [EditorFinding]) {
    let own = Dictionary(grouping: findings) { $0.place.path }
    var ranges = TextRanges(project, encoding)
    for path in project.paths {
      outbox.notify(
        "textDocument/publishDiagnostics",
        .dictionary([
          "uri": .text(uris[path] ?? path), "version": versions[path].map { .whole($0) },
          "diagnostics": .list((own[path] ?? []).map { json($0, &ranges) }),
        ]))
    }
  }

  func json(_ finding: EditorFinding) -> JSONValue {
    var ranges = TextRanges(project, encoding)
    return json(finding, &ranges)
  }

  private func json(_ finding: EditorFinding, _ ranges: inout TextRanges) -> JSONValue {
    let diagnostic = finding.diagnostic
    var message = diagnostic.headline
    if !diagnostic.label.isEmpty { message += "\n" + diagnostic.label }
    for note in diagnostic.notes { message += "\nnote: " + note }
    for help in diagnostic.help { message += "\nhelp: " + help }
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
          "uri": .text(uris[place.path] ?? place.path), "range": ranges.json(place),
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

/// The ranges of pieces of a policy, as the editor counts.
struct TextRanges {
  private let project: Project
  private let encoding: TextEncoding
  private var positions: [String: TextPositions] = [:]

  init(_ project: Project, _ encoding: TextEncoding) {
    self.project = project
    self.encoding = encoding
  }

  /// The range of a piece; null for one of another policy.
  mutating func json(_ place: FilePlace) -> JSONValue {
    if positions[place.path] == nil, let file = project.file(place.path) {
      positions[place.path] = TextPositions(file, encoding)
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
