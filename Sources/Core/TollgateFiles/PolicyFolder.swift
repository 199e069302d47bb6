#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import TollgateSyntax

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
