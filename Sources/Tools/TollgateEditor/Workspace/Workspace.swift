import TollgateAnalysis
import TollgateCompiler
package import TollgateSyntax

/// The files that an editor has open, those around them, and the policies that they make.
///
/// It is a value: a copy stays as it is while the editor goes on.
package struct Workspace: Sendable {
  /// Reads a file that is not open. `root` is the path of the policy's first file, and `path` leads
  /// from the folder of that file.
  package typealias Reader =
    @Sendable (_ root: FilePath, _ path: String, _ limit: Int) throws(UseFault) -> FoundFile

  /// The files that are open, by their paths.
  package private(set) var open: [FilePath: TextDocument] = [:]
  /// The files that are not open, as they were last seen.
  private var closed: [FilePath: TextDocument] = [:]
  /// The policies that are made, by their first file.
  private var projects: [FilePath: Project] = [:]
  /// The policies that each file belongs to, by their first file.
  private var holders: [FilePath: Set<FilePath>] = [:]
  /// The policies that use files which are not there.
  private var incomplete: Set<FilePath> = []
  private var uses = UseGraph()
  /// The files whose policy may be another one since somebody last asked.
  private var touched: Set<FilePath> = []
  /// The last meaning of each policy, for labels and prices while it has a mistake.
  private var meanings: [FilePath: CheckedPolicy] = [:]
  private let read: Reader

  package init(
    reading read: @escaping Reader = { (_, _, _) throws(UseFault) in throw .missing(near: nil) }
  ) {
    self.read = read
  }

  // MARK: Changes

  /// Opens a file, or replaces its text.
  package mutating func open(_ path: FilePath, _ text: String, version: Int = 0) {
    open[path] = TextDocument(path: path, bytes: Array(text.utf8), version: version)
    forget(path)
  }

  /// Changes an open file; false if it is not open.
  package mutating func change(
    _ path: FilePath, _ changes: [TextDocument.Change], _ encoding: TextEncoding, version: Int
  ) -> Bool {
    guard var document = open.removeValue(forKey: path) else { return false }
    document.apply(changes, encoding, version: version)
    open[path] = document
    forget(path)
    return true
  }

  /// Closes a file. The file on disk counts from now on.
  package mutating func close(_ path: FilePath) {
    open[path] = nil
    forget(path)
  }

  /// Takes note of a file on disk; `nil` if it is gone.
  package mutating func note(_ path: FilePath, _ bytes: [UInt8]?) {
    closed[path] = bytes.map { TextDocument(path: path, bytes: $0) }
    forget(path)
  }

  /// Drops what was made of a file. A file that was missing may be the one that changed, so a
  /// policy that misses any goes too.
  private mutating func forget(_ path: FilePath) {
    touched.insert(path)
    for used in uses.set(document(path)?.uses, of: path) {
      touched.insert(used)
      for root in holders[used] ?? [] { touched.formUnion(projects[root]?.paths ?? []) }
    }
    for root in (holders[path] ?? []).union(incomplete) { drop(root) }
  }

  private mutating func drop(_ root: FilePath) {
    guard let project = projects.removeValue(forKey: root) else { return }
    incomplete.remove(root)
    for path in project.paths {
      touched.insert(path)
      holders[path]?.remove(root)
    }
  }

  /// The files whose policy may be another one since this was last asked.
  package mutating func takeTouched() -> Set<FilePath> {
    defer { touched = [] }
    return touched
  }

  /// The paths of all files that are known.
  package var paths: [FilePath] { Set(open.keys).union(closed.keys).sorted() }

  // MARK: Policies

  /// The file at a path, open or not.
  package func document(_ path: FilePath) -> TextDocument? { open[path] ?? closed[path] }

  /// The policy that a file belongs to, the first by path if there are several; `nil` if the file is
  /// not known.
  package mutating func project(of path: FilePath) -> Project? {
    guard document(path) != nil else { return nil }
    // A policy may have too many files to hold this one.
    for root in uses.roots(of: path).sorted() {
      let found = project(at: root)
      if found.holds(path) { return found }
    }
    return project(at: path)
  }

  /// Every policy that a file belongs to, in the order of the paths: one for each way in which
  /// something that stands in the file can be meant.
  package mutating func projects(of path: FilePath) -> [Project] {
    guard document(path) != nil else { return [] }
    let found = uses.roots(of: path).sorted().map { project(at: $0) }.filter { $0.holds(path) }
    return found.isEmpty ? [project(at: path)] : found
  }

  private mutating func project(at root: FilePath) -> Project {
    if let known = projects[root] { return known }
    let project = Project(joined(root), earlier: meanings[root])
    projects[root] = project
    meanings[root] = project.meaning
    for path in project.paths { holders[path, default: []].insert(root) }
    let isComplete = project.source.layout?.faults.isEmpty ?? project.source.usedPaths.isEmpty
    if !isComplete { incomplete.insert(root) }
    return project
  }

  private func joined(_ root: FilePath) -> Source {
    guard let first = document(root) else { return Source(name: root.text, bytes: []) }
    let folder = root.folder
    return first.source.joined { path, limit throws(UseFault) in
      if let open = self.open[FilePath(folder + path)] {
        return FoundFile(path: path, bytes: open.source.bytes)
      }
      return try self.read(root, path, limit)
    }
  }
}

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

/// Names across policies: a file that several policies use is renamed for all of them.
extension Workspace {
  /// A name of one policy that the cursor speaks of.
  private struct Shared {
    var project: Project
    var use: NameUse
  }

  /// The name at an offset of a file, in each policy that has it: those of the file, and those of
  /// every further file that has the name in one of them.
  private mutating func shared(at offset: Int, in path: FilePath) -> [Shared] {
    var found: [Shared] = []
    var roots: Set<FilePath> = []
    var files: Set<FilePath> = [path]
    var waiting = [path]
    while let file = waiting.popLast() {
      for project in projects(of: file) where roots.insert(project.paths[0]).inserted {
        guard
          let use = found.first.map({ project.names.first(like: $0.use) })
            ?? project.offset(offset, in: path).map({ project.names.use(at: $0) }),
          let use
        else { continue }
        found.append(Shared(project: project, use: use))
        for place in project.names.places(of: use) {
          let file = project.place(of: place.name.span).path
          if files.insert(file).inserted { waiting.append(file) }
        }
      }
    }
    return found
  }

  /// Every place of the name at an offset of a file, its declarations among them, in all policies.
  package mutating func references(at offset: Int, in path: FilePath) -> [Reference] {
    var seen: Set<FilePlace> = []
    return shared(at: offset, in: path).flatMap { one in
      one.project.references(to: one.use).filter { seen.insert($0.place).inserted }
    }
  }

  /// The places that declare the name at an offset of a file, one for each policy that has another
  /// one; where none declares it, its first place. After `use` it is the file.
  package mutating func definitions(at offset: Int, in path: FilePath) -> [FilePlace] {
    var declared: [FilePlace] = []
    var first: FilePlace?
    for project in projects(of: path) {
      guard let place = project.offset(offset, in: path),
        let found = project.definition(at: place)
      else { continue }
      first = first ?? found
      let isDeclared =
        project.names.use(at: place).map { project.names.declaration(of: $0) != nil } ?? true
      if isDeclared, !declared.contains(found) { declared.append(found) }
    }
    return declared.isEmpty ? [first].compactMap { $0 } : declared
  }

  /// The place of the name at an offset of a file, if it can be renamed.
  package mutating func renameTarget(
    at offset: Int, in path: FilePath
  ) throws(RenameFault) -> (place: FilePlace, text: String) {
    var target: (place: FilePlace, text: String)?
    for one in shared(at: offset, in: path) {
      try one.project.checkRenamable(one.use)
      guard target == nil, let place = one.project.offset(offset, in: path) else { continue }
      target = try one.project.renameTarget(at: place)
    }
    guard let target else { throw .noName }
    return target
  }

  /// The changes that give another name to the thing at an offset of a file, in every policy that
  /// has it, whether its files are open or not. It is refused where one of them has something else
  /// of the new name, or of the old one.
  package mutating func rename(
    at offset: Int, in path: FilePath, to text: String
  ) throws(RenameFault) -> [FileEdit] {
    let all = shared(at: offset, in: path)
    guard let first = all.first else { throw .noName }
    let kind = all.lazy.compactMap { $0.project.names.kind(of: $0.use) }.first
    var edits: [FileEdit] = []
    var seen: Set<FilePlace> = []
    for one in all {
      if let other = one.project.names.kind(of: one.use), let kind, other != kind,
        let place = one.project.names.declaration(of: one.use)
          ?? one.project.names.places(
            of: one.use
          ).first
      {
        throw .otherwise(
          first.use.name.text, other.withArticle, one.project.sight(of: place, from: path))
      }
      for edit in try one.project.rename(one.use, to: text, from: path)
      where seen.insert(edit.place).inserted { edits.append(edit) }
    }
    return edits
  }
}
