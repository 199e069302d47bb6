#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateSyntax

extension PolicySearch {
  /// The files that are read by themselves. The others say no `policy` and belong to a policy that
  /// is among them: they are read with it. Of files that only use each other, the first is read by
  /// itself.
  var policies: [String] {
    guard files.count > 1 else { return files }
    let texts = PolicyTexts(files)
    guard texts.haveUses else { return files }
    let isPart = files.indices.map { texts.isUsed($0) && !texts.saysPolicy($0) }
    var reached = Set<Int>()
    for index in files.indices where !isPart[index] { texts.reach(from: index, &reached) }
    var roots = Set(files.indices.filter { !isPart[$0] })
    for index in files.indices where !reached.contains(index) && isPart[index] {
      roots.insert(index)
      texts.reach(from: index, &reached)
    }
    return files.indices.filter { roots.contains($0) }.map { files[$0] }
  }
}

/// Which of some files use which others.
private struct PolicyTexts {
  private var sources: [Source?] = []
  /// The files that each one uses, by index.
  private var uses: [[Int]] = []
  private var used: Set<Int> = []

  init(_ files: [String]) {
    // A pipe can be read only once.
    sources = files.map { path in
      Descriptor.status(of: path)?.kind == .file ? try? PolicyFile.text(at: path) : nil
    }
    var indices: [String: Int] = [:]
    for (index, path) in files.enumerated() { indices[PolicyTexts.real(path)] = index }
    for (index, path) in files.enumerated() {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      let paths = sources[index]?.usedPaths ?? []
      let found = paths.compactMap { path in
        indices[PolicyTexts.real(folder.appendingPathComponent(path).path)]
      }
      uses.append(found)
      used.formUnion(found.filter { $0 != index })
    }
  }

  var haveUses: Bool { !used.isEmpty }

  func isUsed(_ index: Int) -> Bool { used.contains(index) }

  func saysPolicy(_ index: Int) -> Bool { sources[index]?.saysPolicy ?? false }

  /// Adds a file with all that it uses.
  func reach(from start: Int, _ reached: inout Set<Int>) {
    var open = [start]
    while let index = open.popLast() {
      if reached.insert(index).inserted { open += uses[index] }
    }
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
