#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateSyntax

/// Finds the `.gate` files of a list of files and folders.
struct PolicySearch {
  /// Each file once, in the order of the paths; those of a folder in alphabetical order.
  private(set) var files: [String] = []
  /// The folders that could not be searched.
  private(set) var failures: [Failure] = []
  private var seen: Set<FilePath> = []
  /// The number of files that were found, with those that were found before.
  private var met = 0

  init(_ paths: [String]) {
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    guard FolderComparison.isFolder(path) else { return append(path) }
    let before = met + failures.count
    search(path)
    if met + failures.count == before {
      failures.append(.unreadable("there is no `.gate` file in \(Escape.name(path))"))
    }
  }

  private mutating func append(_ path: String) {
    met += 1
    let key = path == "-" ? "-" : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if seen.insert(FilePath(key)).inserted { files.append(path) }
  }

  /// Skips hidden files and folders (`.build`, `.git`), and links to folders, which may lead in
  /// circles.
  private mutating func search(_ folder: String) {
    let names: [String?]
    do throws(Descriptor.SystemError) {
      names = try Descriptor.names(in: folder)
    } catch {
      failures.append(
        .unreadable("the folder \(Escape.name(folder)) cannot be read: \(error.words)"))
      return
    }
    for name in names {
      guard let name else {
        failures.append(
          .unreadable(
            "the folder \(Escape.name(folder)) has a name that is not UTF-8; rename that file or folder"
          ))
        continue
      }
      if !name.hasPrefix(".") { visit(folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)") }
    }
  }

  /// A file or folder that was found in a folder. Named pipes and devices could be waited for
  /// without end: who wants to read one names it.
  private mutating func visit(_ path: String) {
    switch Descriptor.status(of: path)?.kind {
    case .folder: if !Descriptor.isLink(path) { search(path) }
    case .file, nil: if path.hasSuffix(".gate") { append(path) }
    case .other:
      guard path.hasSuffix(".gate") else { return }
      failures.append(.unreadable("\(Escape.name(path)) is not a regular file and is left out"))
    }
  }
}
