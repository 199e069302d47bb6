import TollgateKit
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// The git repository of a folder, which is only read: no command of it runs a program that the
/// repository names, changes a file or goes to the network.
struct Git {
  /// A folder in the repository.
  let folder: String

  /// The output of a command that takes a while to list a large repository.
  static let longest = 256 << 20

  /// Runs a git command. `nil` if git ended with a failure, the messages of which are in `messages`.
  func run(
    _ words: [String], limit: Int = Git.longest
  ) throws(Failure) -> (output: [UInt8]?, messages: String) {
    // Git itself sets variables for hooks, which would lead to another repository, index or folder.
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment["GIT_LITERAL_PATHSPECS"] = "1"
    environment["GIT_NO_LAZY_FETCH"] = "1"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["LC_ALL"] = "C"
    let result: ChildProcess
    do throws(Descriptor.SystemError) {
      result = try ChildProcess.run(
        ["git", "-C", folder] + words, environment: environment, limit: limit)
    } catch {
      throw error.meaning == .missing
        ? .unreadable("git is not installed, or not in PATH; `--git` needs it")
        : .unreadable("git cannot be run: \(error.words)")
    }
    if result.isTooLong { throw .unreadable("git gives more than \(limit >> 20) MiB for this") }
    let messages = String(decoding: result.messages, as: UTF8.self)
    return (result.status == 0 ? result.output : nil, messages)
  }

  /// The path of the folder from the root of the repository, with `/` at its end; empty at the root.
  func prefix() throws(Failure) -> String {
    let (output, messages) = try run(["rev-parse", "--show-prefix"])
    guard let output else { throw failure(messages) }
    return Git.line(output)
  }

  /// The commit that a revision names.
  func commit(_ revision: String) throws(Failure) -> String {
    let (output, _) = try run(["rev-parse", "--verify", "--quiet", revision + "^{commit}"])
    let commit = output.map { Git.line($0) } ?? ""
    let isHexadecimal = commit.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
    guard commit.utf8.count >= 40, isHexadecimal else {
      throw .unreadable(
        "git knows no revision \(Escape.name(revision)); `git log --oneline` lists the commits")
    }
    return commit
  }

  /// Every file of a commit, by its path from the root of the repository.
  func files(of commit: String) throws(Failure) -> [FilePath: GitFile] {
    let (output, messages) = try run(["ls-tree", "-r", "-z", "--full-tree", commit])
    guard let output else { throw failure(messages) }
    var files: [FilePath: GitFile] = [:]
    for entry in output.split(separator: 0) {
      // `100644 blob 0123…` TAB path
      let parts = entry.split(separator: 0x09, maxSplits: 1)
      guard parts.count == 2 else { continue }
      let words = parts[0].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      let path = String(decoding: parts[1], as: UTF8.self)
      // A name that is not UTF-8 can be asked for by nobody.
      guard words.count == 3, path.utf8.elementsEqual(parts[1]) else { continue }
      files[FilePath(path)] = GitFile(mode: words[0], id: words[2])
    }
    return files
  }

  /// The bytes of a file; `nil` if it has more than `limit`.
  func contents(of file: GitFile, limit: Int) throws(Failure) -> [UInt8]? {
    let (size, messages) = try run(["cat-file", "-s", file.id])
    guard let size, let count = Int(Git.line(size)) else { throw failure(messages) }
    if count > limit { return nil }
    let (bytes, faults) = try run(["cat-file", "blob", file.id])
    guard let bytes else { throw failure(faults) }
    return bytes
  }

  private func failure(_ messages: String) -> Failure {
    let shown = folder.isEmpty || folder == "." ? "this folder" : Escape.name(folder)
    let first = messages.split(separator: "\n").first.map { String($0) } ?? ""
    if first.hasPrefix("fatal: not a git repository") {
      return .unreadable("\(shown) is in no git repository")
    }
    return .unreadable("git cannot read \(shown): \(Escape.name(first))")
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }
}

/// A file of a commit.
struct GitFile {
  var mode: String
  /// The name of its contents.
  var id: String

  var isLink: Bool { mode == "120000" }
  /// Whether it is a file, and not another repository.
  var isRegular: Bool { mode.hasPrefix("100") }
}
