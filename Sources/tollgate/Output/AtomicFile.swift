#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes files so that nobody ever sees half of one.
enum AtomicFile {
  /// Replaces what is at `path`, or makes a file there. A link stays, and what it leads to is
  /// replaced; the permissions of a file stay. What is no file (`/dev/stdout`, a named pipe) is
  /// written to, since it must not be replaced.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      switch Descriptor.kind(of: path) {
      case .folder?: throw Failure.unreadable("\(path) is a folder; name a file in it")
      case .file?: try replace(url, with: Data(bytes), isNew: false)
      case nil: try replace(url, with: Data(bytes), isNew: true)
      case .other?:
        let descriptor = try Descriptor.openForWriting(path)
        defer { Descriptor.close(descriptor) }
        try Descriptor.write(bytes, to: descriptor)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .unreadable("\(path) cannot be written: \(reason(error, url))")
    }
  }

  /// Writes beside the file and takes its place in one step.
  private static func replace(_ url: URL, with data: Data, isNew: Bool) throws {
    let name = ".\(url.lastPathComponent).\(UUID().uuidString).tmp"
    let beside = url.deletingLastPathComponent().appendingPathComponent(name)
    do {
      try data.write(to: beside, options: .withoutOverwriting)
      if !isNew { try Descriptor.copyPermissions(of: url.path, to: beside.path) }
      try Descriptor.rename(beside.path, to: url.path)
    } catch {
      try? FileManager.default.removeItem(at: beside)
      throw error
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
