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
  private var names: [String: [String: String]] = [:]

  /// The folder of a file.
  package init(of file: URL) {
    folder = file.deletingLastPathComponent()
    real = PolicyFolder.real(folder)
  }

  /// The file at a path from the folder, if it has at most `limit` bytes.
  package func read(_ path: String, limit: Int) throws(UseFault) -> FoundFile {
    let url = try find(path)
    let place = PolicyFolder.real(url)
    guard place.hasPrefix(real + "/") || real == "/" else { throw .link }
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
      return FoundFile(path: PolicyFolder.path(place, from: real), bytes: bytes)
    } catch {
      throw .unreadable(Policy.reason(of: error))
    }
  }

  /// The address of a file, each part of its path spelled as on disk.
  private func find(_ path: String) throws(UseFault) -> URL {
    var place = folder
    let parts = path.split(separator: "/").map { String($0) }
    for (index, part) in parts.enumerated() {
      let known = names(in: place)
      guard let name = known[part] else {
        let folded = part.lowercased()
        if let other = known.keys.sorted().first(where: { $0.lowercased() == folded }) {
          throw .spelling(other)
        }
        let files = known.keys.filter { $0.hasSuffix(".gate") }.sorted()
        let isLast = index == parts.count - 1
        throw .missing(near: isLast ? EditDistance.nearest(to: part, among: files) : nil)
      }
      place.appendPathComponent(name)
    }
    return place
  }

  private func names(in folder: URL) -> [String: String] {
    if let known = names[folder.path] { return known }
    let list = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let found = Dictionary(list.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
    names[folder.path] = found
    return found
  }

  private static func real(_ url: URL) -> String {
    let path = url.resolvingSymlinksInPath().standardizedFileURL.path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func path(_ place: String, from folder: String) -> String {
    String(place.dropFirst(folder == "/" ? 1 : folder.count + 1))
  }
}

extension Source {
  /// A policy on disk: this file with all that it uses.
  package func joined(at url: URL) -> Source {
    let folder = PolicyFolder(of: url)
    return joined { path, limit throws(UseFault) in try folder.read(path, limit: limit) }
  }
}
