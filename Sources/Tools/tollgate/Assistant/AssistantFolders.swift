import TollgateFiles
import TollgateKit
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folders that an assistant may read. No path leads out of them, by no link either.
struct AssistantFolders: Sendable {
  /// The longest file that is read, in bytes: as long as a policy may be.
  static let longest = 16 << 20
  /// How many policies are listed.
  private static let mostPolicies = 10_000

  private struct Root: Sendable {
    /// The beginning of the names of its files; empty where there is one folder.
    var label: String
    /// The folder as it was named, and at the end of all links.
    var named: String
    var real: String
  }

  private var roots: [Root] = []

  /// - Parameter paths: Folders; none is the current one.
  init(_ paths: [String]) throws(Failure) {
    let paths = paths.isEmpty ? ["."] : paths
    var labels: Set<String> = []
    for path in paths {
      guard FolderComparison.isFolder(path) else {
        throw .usage("\(Escape.name(path)) is no folder; name the folders that may be read")
      }
      let real = AssistantFolders.real(path)
      if roots.contains(where: { $0.real == real }) { continue }
      let name = FilePath(real).parts.last ?? "root"
      var label = name
      var number = 2
      while !labels.insert(label).inserted {
        label = "\(name)-\(number)"
        number += 1
      }
      roots.append(Root(label: label + "/", named: path, real: real))
    }
    if roots.count == 1 { roots[0].label = "" }
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The folders, as messages name them.
  var names: String { roots.map { Escape.name($0.named) }.joined(separator: ", ") }

  // MARK: Files

  /// A file that was read.
  struct File {
    /// Its name for the assistant.
    var name: String
    /// Its path on disk, without links.
    var path: String
    var bytes: [UInt8]
  }

  /// A place below one of the folders, where a file may be.
  private struct Place {
    var root: Root
    /// The path from the folder, without `.` and `..`.
    var rest: String

    var name: String { root.label + rest }
    var path: String { (root.real == "/" ? "" : root.real) + "/" + rest }
  }

  /// Reads a file. A path is that of the lists, or one from the root of the disk.
  func file(_ path: String) throws(Failure) -> File {
    let place = try place(of: path)
    do throws(UseFault) {
      return try read(place)
    } catch {
      throw failure(error, place.name)
    }
  }

  /// Reads a file that need not be there yet; `nil` bytes where there is none.
  func fileOrPlace(_ path: String) throws(Failure) -> (name: String, path: String, bytes: [UInt8]?)
  {
    let place = try place(of: path)
    do throws(UseFault) {
      let file = try read(place)
      return (file.name, file.path, file.bytes)
    } catch {
      guard case .missing = error else { throw failure(error, place.name) }
    }
    let folder = AssistantFolders.real(FilePath(place.path).folder)
    guard Descriptor.status(of: folder)?.kind == .folder else {
      throw .unreadable("there is no folder for \(Escape.name(place.name)); make it first")
    }
    guard isInside(folder), !Descriptor.isLink(place.path) else {
      throw failure(.link, place.name)
    }
    let name = FilePath(place.rest).parts.last ?? ""
    return (place.name, folder + "/" + name, nil)
  }

  /// The path on disk of a place below the folders, for programs that read by themselves. The file
  /// may be gone, where git still has it.
  func path(_ path: String) throws(Failure) -> String {
    let place = try place(of: path)
    guard isInside(AssistantFolders.real(place.path)) else { throw failure(.link, place.name) }
    return place.path
  }

  /// The path of users, of which a folder may be tables: each is a file below the folders.
  func users(_ path: String) throws(Failure) -> String {
    let users = try self.path(path)
    for file in UserSource.files(users) {
      guard let status = Descriptor.status(of: file) else { continue }
      guard isInside(AssistantFolders.real(file)) else { throw failure(.link, path) }
      guard status.kind == .file else { throw failure(.notAFile, path) }
    }
    return users
  }

  private func read(_ place: Place) throws(UseFault) -> File {
    // The file beside which others are read need not be there.
    let beside = URL(fileURLWithPath: place.root.real).appendingPathComponent("policy.gate")
    let found = try PolicyFolder(of: beside).read(place.rest, limit: AssistantFolders.longest)
    let real = Place(root: place.root, rest: found.path)
    return File(name: place.name, path: real.path, bytes: found.bytes)
  }

  private func isInside(_ real: String) -> Bool {
    roots.contains { root in
      real == root.real
        || FilePath(real).rest(behind: root.real == "/" ? "/" : root.real + "/") != nil
    }
  }

  private func place(of path: String) throws(Failure) -> Place {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .usage("a path is the name of a file below \(names); \(AssistantFolders.listing)")
    }
    var found: (root: Root, rest: String)?
    for root in roots {
      let starts = path.hasPrefix("/") ? [root.real + "/", root.named + "/"] : [root.label]
      for start in starts where found == nil {
        if let rest = FilePath(path).rest(behind: start) { found = (root, rest) }
      }
    }
    guard let found else { throw failure(.outside, path) }
    do throws(UseFault) {
      let parts = try UsedPath.parts(of: found.rest, from: [])
      return Place(root: found.root, rest: parts.joined(separator: "/"))
    } catch {
      throw failure(error, path)
    }
  }

  private static let listing = "`resources/list` lists the policies"

  /// Why a file cannot be read, and a way on.
  private func failure(_ fault: UseFault, _ path: String) -> Failure {
    let name = Escape.name(path)
    switch fault {
    case .outside, .notRelative, .link:
      return .unreadable(
        "\(name) is outside of what this server may read, which is \(names) without links that "
          + "lead out; \(AssistantFolders.listing)")
    case .missing(let near?):
      return .unreadable("there is no file \(name); did you mean \(Escape.name(near))?")
    case .missing(nil), .noFiles:
      return .unreadable("there is no file \(name); \(AssistantFolders.listing)")
    case .spelling(let other):
      return .unreadable("there is no file \(name); on disk it is \(Escape.name(other))")
    case .backslash(let slashed): return .usage("write \(Escape.name(slashed)), with `/`")
    case .notAFile: return .unreadable("\(name) is not a file; \(AssistantFolders.listing)")
    case .unreadable(let words): return .unreadable("\(name) cannot be read: \(words)")
    case .tooLong, .tooMany, .notText:
      return .unreadable("\(name) is longer than \(AssistantFolders.longest >> 20) MiB")
    }
  }

  // MARK: Lists

  /// The names of all policies, those of each folder in order.
  var policies: [String] {
    var names: [String] = []
    for root in roots {
      let start = root.real == "/" ? "/" : root.real + "/"
      for path in PolicySearch([root.real]).files where names.count < AssistantFolders.mostPolicies
      {
        if Descriptor.isLink(path), !isInside(AssistantFolders.real(path)) { continue }
        if let rest = FilePath(path).rest(behind: start) { names.append(root.label + rest) }
      }
    }
    return names
  }

  /// The name of a policy of which a file is only a part, if there is one.
  func policy(using name: String) -> String? {
    let names = policies
    let paths = names.map { (try? path($0)) ?? $0 }
    let sources = paths.map { try? PolicyFile.text(at: $0) }
    guard let part = names.firstIndex(of: name) else { return nil }
    let wanted = FilePath(AssistantFolders.real(paths[part]))
    for (index, source) in sources.enumerated() where index != part {
      guard let source, !source.usedPaths.isEmpty else { continue }
      let folder = URL(fileURLWithPath: paths[index]).deletingLastPathComponent()
      for used in source.usedPaths {
        let path = folder.appendingPathComponent(used).path
        if FilePath(AssistantFolders.real(path)) == wanted { return names[index] }
      }
    }
    return nil
  }
}

/// A policy that an assistant names: a file, a text, or a text in the place of a file.
struct AskedPolicy {
  /// Its name in findings and decisions.
  let name: String
  /// The path on disk, if it has one; the files that it uses are read from its folder.
  private let path: String?
  private let bytes: [UInt8]

  init(name: String, path: String?, bytes: [UInt8]) {
    (self.name, self.path, self.bytes) = (name, path, bytes)
  }

  /// The name of a text that is no file.
  static let textName = "policy.gate"

  private func joined(_ source: Source) -> Source {
    path.map { source.joined(at: URL(fileURLWithPath: $0)) } ?? source
  }

  /// The text with the files that it uses.
  func source() throws(Failure) -> Source {
    guard !CompiledPolicy.isCompiled(bytes) else {
      throw .unreadable(
        "\(Escape.name(name)) is a compiled policy; name the `.gate` file that it was compiled from"
      )
    }
    try PolicyFile.requireText(bytes, name)
    return joined(Source(name: name, bytes: bytes))
  }

  func policy() throws(Failure) -> Policy {
    try PolicyFile.policy(bytes, name) { joined($0) }
  }
}
