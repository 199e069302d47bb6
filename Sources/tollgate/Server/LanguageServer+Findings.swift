import Dispatch
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

extension LanguageServer {
  /// Looks at the policies of the open files again, where they changed: mistakes at once, exact
  /// findings later in the background.
  func refresh(everything: Bool = false) {
    var fresh: [String: Project] = [:]
    for path in workspace.open.keys.sorted() {
      guard let project = workspace.project(of: path), let root = project.paths.first,
        fresh[root] == nil
      else { continue }
      fresh[root] = project
      if everything || seen[root] !== project { look(at: project, root) }
    }
    for (root, project) in seen where fresh[root] == nil {
      exact[root]?.cancel()
      let others = Set(fresh.values.flatMap { $0.paths })
      for path in project.paths where !others.contains(path) { publish([], path) }
    }
    seen = fresh
  }

  private func look(at project: Project, _ root: String) {
    exact[root]?.cancel()
    let cancellation = Cancellation()
    exact[root] = cancellation
    let quick = project.quickFindings
    let old = seen[root]?.paths ?? []
    for path in old where !project.paths.contains(path) { publish([], path) }
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
        for path in project.paths { found[path] = shown.filter { $0.place.path == path } }
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
    for path in project.paths {
      let own = findings.filter { $0.place.path == path }
      self.findings[path] = own
      found.withLock { $0[path] = own }
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
    for path in project.paths {
      let own = findings.filter { $0.place.path == path }
      outbox.notify(
        "textDocument/publishDiagnostics",
        .dictionary([
          "uri": .text(uris[path] ?? path), "version": versions[path].map { .whole($0) },
          "diagnostics": .list(own.map { json($0) }),
        ]))
    }
  }

  func json(_ finding: EditorFinding) -> JSONValue {
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
      JSONValue.dictionary(["location": location(place), "message": .text(about.label)])
    }
    return .dictionary([
      "range": range(finding.place), "severity": .whole(level), "code": .text(diagnostic.code),
      "source": .text("tollgate"), "message": .text(message),
      "relatedInformation": related.isEmpty ? nil : .list(related),
    ])
  }

  private func location(_ place: FilePlace) -> JSONValue {
    .dictionary(["uri": .text(uris[place.path] ?? place.path), "range": range(place)])
  }

  private func range(_ place: FilePlace) -> JSONValue {
    guard let file = project.file(place.path) else { return .null }
    return JSONValue.range(file.textRange(of: place.span, encoding))
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
