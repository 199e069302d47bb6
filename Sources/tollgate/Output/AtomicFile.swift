import Foundation

/// Writes files so that nobody ever sees half of one.
enum AtomicFile {
  /// Replaces what is at `path`, or makes a file there. A link stays, and what it leads to is
  /// replaced; the permissions of a file stay. What is no file (`/dev/stdout`, a named pipe) is
  /// written to, since it must not be replaced.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      switch try kind(of: path) {
      case .typeDirectory: throw Failure.unreadable("\(path) is a folder; name a file in it")
      case .typeRegular: try replace(url, with: Data(bytes), isNew: false)
      case nil: try replace(url, with: Data(bytes), isNew: true)
      default:
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .unreadable("\(path) cannot be written: \(reason(error, url))")
    }
  }

  /// Writes beside the file and takes its place in one step.
  private static func replace(_ url: URL, with data: Data, isNew: Bool) throws {
    let files = FileManager.default
    let name = ".\(url.lastPathComponent).\(UUID().uuidString).tmp"
    let beside = url.deletingLastPathComponent().appendingPathComponent(name)
    do {
      try data.write(to: beside, options: .withoutOverwriting)
      if !isNew {
        let old = try files.attributesOfItem(atPath: url.path)[.posixPermissions]
        if let old { try files.setAttributes([.posixPermissions: old], ofItemAtPath: beside.path) }
      }
      guard rename(beside.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? files.removeItem(at: beside)
      throw error
    }
  }

  /// What is at a path, at the end of all links; nothing if there is nothing.
  private static func kind(of path: String) throws -> FileAttributeType? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .typeRegular
    case S_IFDIR: return .typeDirectory
    default: return .typeUnknown
    }
  }

  private static func reason(_ error: any Error, _ url: URL) -> String {
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      return "there is no folder \(folder)"
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      return "the folder \(folder) may not be written to"
    }
    return "the disk may be full, or the file be in use"
  }
}
