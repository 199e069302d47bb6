import TollgateAnalysis
import TollgateCompiler
package import TollgateSyntax

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
