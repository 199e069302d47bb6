import TollgateKit

/// A file that is being written: it has its own name while it is filled, and goes away unless it
/// is finished.
final class UnfinishedFile {
  let descriptor: Int32
  private let path: String
  private var isFinished = false

  /// A file beside another, whose place it is to take.
  convenience init(beside path: String) throws(Descriptor.SystemError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    UnfinishedFile.removeLeftovers(in: folder)
    let number = UnfinishedFile.count.withLock { count in
      count += 1
      return count
    }
    let name =
      "\(folder)\(UnfinishedFile.prefix)\(Descriptor.process)-\(number)\(UnfinishedFile.suffix)"
    // An older process had the same number.
    Descriptor.remove(name)
    try self.init(at: name)
  }

  /// A file that there must not be yet. Only its owner may read it.
  init(at path: String) throws(Descriptor.SystemError) {
    self.path = path
    descriptor = try Descriptor.create(path)
    Interruption.willRemove(path)
  }

  deinit {
    Descriptor.close(descriptor)
    if !isFinished { Descriptor.remove(path) }
    Interruption.willKeep(path)
  }

  /// Gives the file its name.
  func finish(as destination: String) throws(Descriptor.SystemError) {
    if destination != path { try Descriptor.rename(path, to: destination) }
    isFinished = true
    Interruption.willKeep(path)
  }

  // MARK: What a killed process left

  private static let prefix = ".tollgate-"
  private static let suffix = ".tmp"
  private static let count = Locked(0)

  private static func removeLeftovers(in folder: String) {
    let names = (try? Descriptor.names(in: folder.isEmpty ? "." : folder)) ?? []
    for case let name? in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let number = name.dropFirst(prefix.count).dropLast(suffix.count).prefix { $0 != "-" }
      guard let process = Int32(number), process > 0, !Descriptor.isRunning(process) else {
        continue
      }
      Descriptor.remove(folder + name)
    }
  }
}
