#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgateSyntax

/// A policy as it was at a revision, with the files that it used then.
struct GitPolicy {
  private let git: Git
  private let revision: String
  private let path: String
  private let files: [FilePath: GitFile]
  /// The path of the policy from the root of the repository, and of its folder with `/` at its end.
  private let name: String
  private let prefix: String

  /// The policy at a path on disk, which need not be there any more.
  init(_ path: String, at revision: String) throws(Failure) {
    try GitPolicy.check(revision)
    let place = GitPolicy.place(of: path)
    git = Git(folder: place.folder)
    prefix = try git.prefix() + place.rest.dropLast().map { $0 + "/" }.joined()
    name = prefix + (place.rest.last ?? "")
    files = try git.files(of: try git.commit(revision))
    self.revision = revision
    self.path = path
  }

  /// Reads and compiles it.
  func policy() throws(Failure) -> Policy {
    let shown = Escape.name(path)
    guard let file = files[FilePath(name)] else {
      if files.keys.contains(where: { $0.rest(behind: name + "/") != nil }) {
        throw .unreadable("\(shown) is a folder at \(Escape.name(revision)); name a file in it")
      }
      throw .unreadable("there is no file \(shown) at \(Escape.name(revision))\(nearby)")
    }
    let bytes: [UInt8]
    do throws(UseFault) {
      bytes = try contents(of: file, limit: PolicyFile.longest)
    } catch {
      throw .unreadable("\(shown) at \(Escape.name(revision)) \(GitPolicy.words(error))")
    }
    do throws(Failure) {
      return try PolicyFile.policy(bytes, path) { $0.joined(reading: read) }
    } catch {
      throw Failure(
        status: error.status, message: "at \(Escape.name(revision)): \(error.message)",
        isRendered: error.isRendered)
    }
  }

  /// A file that the policy uses, by its path from the folder of the policy.
  private func read(_ path: String, limit: Int) throws(UseFault) -> FoundFile {
    guard let file = files[FilePath(prefix + path)] else {
      if let other = others.first(where: { FilePath($0).isSpelled(like: path) }) {
        throw .spelling(other)
      }
      if others.contains(where: { FilePath($0).rest(behind: path + "/") != nil }) {
        throw .notAFile
      }
      throw .missing(near: EditDistance.nearest(to: path, among: others.filter(isPolicy)))
    }
    return FoundFile(path: path, bytes: try contents(of: file, limit: limit))
  }

  private func contents(of file: GitFile, limit: Int) throws(UseFault) -> [UInt8] {
    if file.isLink { throw .unreadable("is a link, which is not followed in git") }
    guard file.isRegular else { throw .notAFile }
    let bytes: [UInt8]?
    do throws(Failure) {
      bytes = try git.contents(of: file, limit: limit)
    } catch {
      throw .unreadable(error.message)
    }
    guard let bytes else { throw .tooLong }
    return bytes
  }

  private static func words(_ fault: UseFault) -> String {
    switch fault {
    case .unreadable(let words): words
    case .tooLong: "is longer than \(PolicyFile.longest >> 20) MiB"
    default: "is not a file"
    }
  }

  /// A policy of the same commit with nearly the same name.
  private var nearby: String {
    let own = FilePath(name).rest(behind: prefix) ?? name
    guard let near = EditDistance.nearest(to: own, among: others.filter(isPolicy)) else {
      return ""
    }
    return "; did you mean \(Escape.name(near))?"
  }

  /// The files of the commit in the policy's folder, by their paths from it.
  private var others: [String] { files.keys.compactMap { $0.rest(behind: prefix) }.sorted() }

  private func isPolicy(_ path: String) -> Bool { FilePath(path).ends(with: ".gate") }

  // MARK: Places

  /// The nearest folder of a path that is on disk, and the rest of the path.
  private static func place(of path: String) -> (folder: String, rest: [String]) {
    var parts = FilePath(path).allParts
    var rest = [parts.removeLast()]
    while true {
      let isRoot = path.hasPrefix("/") && parts.count <= 1
      let folder = isRoot ? "/" : parts.isEmpty ? "." : parts.joined(separator: "/")
      if parts.isEmpty || isRoot || Descriptor.status(of: folder)?.kind == .folder {
        return (folder, rest.filter { !$0.isEmpty && $0 != "." })
      }
      rest.insert(parts.removeLast(), at: 0)
    }
  }

  /// Refuses what git would take for an option or a range.
  static func check(_ revision: String) throws(Failure) {
    let isPlain = revision.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && !revision.isEmpty
    guard isPlain, !revision.hasPrefix("-") else {
      throw .usage(
        "\(Escape.name(revision)) is not the name of a revision; write one as HEAD~1 or a branch")
    }
  }
}
