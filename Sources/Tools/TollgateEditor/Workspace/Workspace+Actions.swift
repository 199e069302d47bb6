package import TollgateSyntax

/// Changes and results of a file that several policies use: they are those of all of them.
extension Workspace {
  /// The actions for a piece of a file. `findings` tells what is known about a policy.
  ///
  /// A change may mend one policy and break another one that uses the same file, so it is
  /// offered only if every policy that has the file offers the same.
  package mutating func codeActions(
    in span: Span, of path: FilePath, _ findings: (Project) -> [EditorFinding]
  ) -> [CodeAction] {
    var actions: [CodeAction] = []
    for project in projects(of: path) {
      let shared = shared(findings(project), of: project, findings)
      for action in project.codeActions(in: span, of: path, shared) {
        let isNew = !actions.contains {
          $0.edits == action.edits || $0.kind == .fixAll && action.kind == .fixAll
        }
        if isNew, isForAll(action, of: project, findings) { actions.append(action) }
      }
    }
    return actions
  }

  /// The findings whose changes every other policy with the changed file needs too.
  private mutating func shared(
    _ found: [EditorFinding], of project: Project, _ findings: (Project) -> [EditorFinding]
  ) -> [EditorFinding] {
    found.filter { finding in
      others(than: project, with: [finding.place.path] + project.changed(by: finding))
        .allSatisfy { other in
          findings(other).contains {
            $0.place == finding.place && $0.diagnostic.code == finding.diagnostic.code
              && $0.diagnostic.example?.scenario == finding.diagnostic.example?.scenario
              && other.edits(of: $0) == project.edits(of: finding)
          }
        }
    }
  }

  /// Whether every other policy with a file that an action changes offers the action too. A change
  /// for a finding was looked at with the finding.
  private mutating func isForAll(
    _ action: CodeAction, of project: Project, _ findings: (Project) -> [EditorFinding]
  ) -> Bool {
    guard action.kind == .rewrite, let place = action.edits.first?.place else { return true }
    return others(than: project, with: [place.path]).allSatisfy { other in
      other.codeActions(in: place.span, of: place.path, []).contains { $0.edits == action.edits }
    }
  }

  /// The other policies that have one of these files.
  private mutating func others(than project: Project, with paths: [FilePath]) -> [Project] {
    var found: [Project] = []
    for path in Set(paths).sorted() {
      for other in projects(of: path) where other !== project {
        if !found.contains(where: { $0 === other }) { found.append(other) }
      }
    }
    return found
  }
}

extension Project {
  /// The changes that a finding offers.
  fileprivate func edits(of finding: EditorFinding) -> [FileEdit] {
    finding.diagnostic.edits.map { FileEdit(place(of: $0.span), $0.replacement) }
  }

  fileprivate func changed(by finding: EditorFinding) -> [FilePath] {
    edits(of: finding).map { $0.place.path }
  }
}

extension CodeLens {
  /// The results of a file in the policies that have it. One that is not the same in all of them is
  /// told for each, with the first file of the policy. It may take long; it is nil once
  /// `isCancelled` says yes.
  package static func all(
    in path: FilePath, of projects: [Project],
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [CodeLens]? {
    var lenses: [CodeLens] = []
    var places: [CodeLens: Int] = [:]
    /// The policies that each of them is true of.
    var names: [[String]] = []
    for project in projects {
      guard let own = project.codeLenses(in: path, isCancelled: isCancelled) else { return nil }
      let name = project.paths[0].parts.last ?? ""
      for lens in own {
        if let known = places[lens] {
          names[known].append(name)
        } else {
          places[lens] = lenses.count
          lenses.append(lens)
          names.append([name])
        }
      }
    }
    for index in lenses.indices where names[index].count < projects.count {
      lenses[index].title += " (in \(names[index].joined(separator: ", ")))"
    }
    return lenses.sorted { $0.place.span.start < $1.place.span.start }
  }
}
