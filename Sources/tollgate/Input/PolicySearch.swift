#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the `.gate` files that paths stand for.
struct PolicySearch {
  /// Each file once, in the order of the paths; those of a folder in alphabetical order.
  private(set) var files: [String] = []
  /// What could not be searched.
  private(set) var failures: [Failure] = []
  private var seen: Set<String> = []
  /// How many files were met, those seen before too.
  private var met = 0

  init(_ paths: [String]) {
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    guard path != "-", PolicySearch.isFolder(path) else { return append(path) }
    let before = met + failures.count
    search(path)
    if met + failures.count == before {
      failures.append(.unreadable("there is no `.gate` file in \(path)"))
    }
  }

  private mutating func append(_ path: String) {
    met += 1
    let key = path == "-" ? "-" : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if seen.insert(key).inserted { files.append(path) }
  }

  /// Hidden files and folders (`.build`, `.git`) are passed over, and so are links to folders,
  /// which may lead in circles.
  private mutating func search(_ folder: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      failures.append(.unreadable("the folder \(folder) cannot be read"))
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if !PolicySearch.isFolder(path) {
        if name.hasSuffix(".gate") { append(path) }
      } else if !Descriptor.isLink(path) {
        search(path)
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    Descriptor.kind(of: path) == .folder
  }
}
