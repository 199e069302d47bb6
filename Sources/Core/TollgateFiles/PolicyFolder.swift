package import TollgateSyntax

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The folder of a policy on disk, from which its other files are read.
///
/// No path leads out of it, by no link either; names count with upper and lower case on every
/// system. Only regular files are opened: a named pipe could be waited for without end.
package final class PolicyFolder {
  private let folder: URL
  /// The folder at the end of all links.
  private let real: String
  /// The names in each folder that was looked at, by themselves.
  private var names: [FilePath: Set<FilePath>] = [:]

  /// The folder of a file.
  package init(of file: URL) {
    folder = file.deletingLastPathComponent()
    real = PolicyFolder.real(folder)
  }

  /// The file at a path from the folder, if it has at most `limit` bytes.
  package func read(_ path: String, limit: Int) throws(UseFault) -> FoundFile {
    let url = try find(path)
    let place = PolicyFolder.real(url)
    guard let inside = FilePath(place).rest(behind: real == "/" ? real : real + "/") else {
      throw .link
    }
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: place)
    } catch {
      // The link leads to nothing.
      throw .missing(near: nil)
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw .notAFile }
    if let size = attributes[.size] as? Int, size > limit { throw .tooLong }
    do {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place)))
      return FoundFile(path: inside, bytes: bytes)
    } catch {
      throw .unreadable(FileFault.reason(of: error))
    }
  }

  /// The address of a file, each part of its path spelled as on disk.
  private func find(_ path: String) throws(UseFault) -> URL {
    var place = folder
    let parts = FilePath(path).parts
    for (index, part) in parts.enumerated() {
      let known = names(in: place)
      guard known.contains(FilePath(part)) else {
        let others = known.sorted()
        if let other = others.first(where: { $0.isSpelled(like: part) }) {
          throw .spelling(other.text)
        }
        let files = others.filter { $0.ends(with: ".gate") }.map { $0.text }
        let isLast = index == parts.count - 1
        throw .missing(near: isLast ? EditDistance.nearest(to: part, among: files) : nil)
      }
      place.appendPathComponent(part)
    }
    return place
  }

  private func names(in folder: URL) -> Set<FilePath> {
    let path = FilePath(folder.path)
    if let known = names[path] { return known }
    let list = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let found = Set(list.map { FilePath($0) })
    names[path] = found
    return found
  }

  private static func real(_ url: URL) -> String {
    let path = url.resolvingSymlinksInPath().standardizedFileURL.path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

extension Source {
  /// A policy on disk: this file with all that it uses.
  package func joined(at url: URL) -> Source {
    let folder = PolicyFolder(of: url)
    return joined { path, limit throws(UseFault) in try folder.read(path, limit: limit) }
  }
}

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

/// The faults of files, in words for developers.
package enum FileFault {
  /// Why a file could not be read or written.
  package static func reason(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
    case .fileReadNoPermission?: "it may not be read"
    case .fileWriteNoPermission?: "it may not be written"
    case .fileWriteOutOfSpace?: "the disk is full"
    default: "\(error)"
    }
  }
}
