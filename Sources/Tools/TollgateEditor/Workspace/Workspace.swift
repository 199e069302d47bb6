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
