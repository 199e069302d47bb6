#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import TollgateSyntax

/// Which of some files use which others, and which are therefore read only as parts of a policy.
package struct PolicyUses {
  private let sources: [Source?]
  /// The files that each one uses, by index.
  private var uses: [[Int]] = []
  private var used: Set<Int> = []

  /// Files given together. `sources` has their texts in the same order, nil for one that has none.
  package init(_ files: [String], _ sources: [Source?]) {
    self.sources = sources
    var indices: [FilePath: Int] = [:]
    for (index, path) in files.enumerated() { indices[PolicyUses.real(path)] = index }
    for (index, path) in files.enumerated() {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      let paths = sources[index]?.usedPaths ?? []
      let found = paths.compactMap { path in
        indices[PolicyUses.real(folder.appendingPathComponent(path).path)]
      }
      uses.append(found)
      used.formUnion(found.filter { $0 != index })
    }
  }

  /// The files that are read by themselves, by index. The others say no `policy` and belong to a
  /// policy that is among them: they are read with it. Of files that only use each other, the first
  /// is read by itself.
  package var roots: [Int] {
    guard !used.isEmpty else { return Array(sources.indices) }
    let isPart = sources.indices.map { used.contains($0) && sources[$0]?.saysPolicy != true }
    var reached = Set<Int>()
    for index in sources.indices where !isPart[index] { reach(from: index, &reached) }
    var roots = Set(sources.indices.filter { !isPart[$0] })
    for index in sources.indices where !reached.contains(index) && isPart[index] {
      roots.insert(index)
      reach(from: index, &reached)
    }
    return roots.sorted()
  }

  /// Adds a file with all that it uses.
  private func reach(from start: Int, _ reached: inout Set<Int>) {
    var open = [start]
    while let index = open.popLast() {
      if reached.insert(index).inserted { open += uses[index] }
    }
  }

  private static func real(_ path: String) -> FilePath {
    FilePath(URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path)
  }
}
