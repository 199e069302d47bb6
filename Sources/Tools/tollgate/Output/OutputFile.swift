import TollgateKit
import TollgateSyntax

/// A file that the command writes. There is no other way to write one: nobody ever sees half of it,
/// and nobody's work is lost.
///
/// A link stays, and the file it leads to is replaced, in one step, once all is written.
/// Permissions, owner and group stay; where they cannot, nothing is written. A file that is
/// write-protected, or that has a second name (a hard link, which the new file would not share), is
/// left alone. A device, a named pipe, and the file that standard output goes to are written to,
/// since they must not be replaced.
///
/// A file that is not finished goes away again, after an error and after a signal. The rest that a
/// killed process leaves is in nobody's way, and the next run in its folder removes it.
final class OutputFile {
  /// The path that was asked for, and the one at the end of all links.
  private let path: String
  private let destination: String
  private let descriptor: Int32
  /// The file that is filled; nil if the destination itself is written to.
  private let unfinished: UnfinishedFile?
  private var buffer: [UInt8] = []
  private static let size = 1 << 16

  /// Opens what is at `path`, or makes a file there.
  init(_ path: String) throws(Failure) {
    self.path = path
    var destination = path
    do {
      destination = try Descriptor.destination(of: path)
      let status = Descriptor.status(of: path)
      if let open = try OutputFile.open(path, status) {
        (descriptor, unfinished) = (open, nil)
      } else {
        try OutputFile.checkMayReplace(path, status)
        let unfinished = try UnfinishedFile(beside: destination)
        (descriptor, self.unfinished) = (unfinished.descriptor, unfinished)
        if let status {
          try Descriptor.copyOwnership(of: status, to: descriptor)
        } else {
          try Descriptor.useMask(of: descriptor)
        }
      }
    } catch {
      throw OutputFile.failure(error, path, destination)
    }
    self.destination = destination
  }

  /// Makes a file that only its owner may read. There must be nothing at `path`.
  init(secretAt path: String) throws(Failure) {
    (self.path, destination) = (path, path)
    do throws(Descriptor.SystemError) {
      let unfinished = try UnfinishedFile(at: path)
      (descriptor, self.unfinished) = (unfinished.descriptor, unfinished)
    } catch {
      if Descriptor.isLink(path) || Descriptor.status(of: path) != nil {
        throw .unreadable(
          "\(Escape.name(path)) exists, and a key is never overwritten; choose another name")
      }
      throw OutputFile.failure(error, path, path)
    }
  }

  deinit {
    // Standard output stays open.
    if unfinished == nil, descriptor != Descriptor.output { Descriptor.close(descriptor) }
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer += bytes
    if buffer.count >= OutputFile.size { try flush() }
  }

  /// Puts the file in its place.
  ///
  /// - Parameter read: The bytes that the new ones were made from. If the file has others by now,
  ///   somebody saved it in the meantime, and it is left alone.
  func close(replacing read: [UInt8]? = nil) throws(Failure) {
    try flush()
    if let read, try InputFile.contents(of: path, limit: .max) != read {
      throw .unreadable(
        "\(Escape.name(path)) was changed in the meantime and is left alone; run again")
    }
    do throws(Descriptor.SystemError) {
      try unfinished?.finish(as: destination)
    } catch {
      throw OutputFile.failure(error, path, destination)
    }
  }

  private func flush() throws(Failure) {
    do throws(Descriptor.SystemError) {
      try Descriptor.write(buffer, to: descriptor)
    } catch {
      throw OutputFile.failure(error, path, destination)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes a whole file.
  static func write(
    _ bytes: [UInt8], to path: String, replacing read: [UInt8]? = nil
  ) throws(Failure) {
    let file = try OutputFile(path)
    try file.write(bytes)
    try file.close(replacing: read)
  }
}

// MARK: The place

extension OutputFile {
  /// Refuses an output that leads to one of the inputs, or to a file with the name of a policy:
  /// either would overwrite somebody's work.
  ///
  /// - Parameters:
  ///   - option: The option that names the output, for the message.
  ///   - inputs: Every file that the command reads; `-` is standard input.
  static func check(_ path: String, of option: String, inputs: [String]) throws(Failure) {
    guard !path.isEmpty, path != "-" else { throw .usage("\(option) needs the name of a file") }
    let shown = Escape.name(path)
    if let output = Descriptor.status(of: path), output.kind == .file {
      for input in inputs where Descriptor.status(ofInput: input)?.identity == output.identity {
        throw .usage(
          "\(option) \(shown) would overwrite \(InputFile.name(of: input)), which this command reads"
        )
      }
    }
    if isPolicy(path) {
      throw .usage("\(option) \(shown) would be the name of a policy; choose another ending")
    }
    if let destination = try? Descriptor.destination(of: path), isPolicy(destination) {
      throw .usage(
        "\(option) \(shown) leads to \(Escape.name(destination)), which is a policy; choose another name"
      )
    }
  }

  private static func isPolicy(_ path: String) -> Bool { path.lowercased().hasSuffix(".gate") }

  /// Opens what must not be replaced; nil for what is replaced.
  private static func open(_ path: String, _ status: Descriptor.FileStatus?) throws -> Int32? {
    guard let status else { return nil }
    switch status.kind {
    case .folder: throw Failure.unreadable("\(Escape.name(path)) is a folder; name a file in it")
    case .other: return try Descriptor.openForWriting(path)
    case .file:
      let isOutput = status.identity == Descriptor.status(of: Descriptor.output)?.identity
      return isOutput ? Descriptor.output : nil
    }
  }

  private static func checkMayReplace(
    _ path: String, _ status: Descriptor.FileStatus?
  ) throws(Failure) {
    guard let status else { return }
    if !status.isWritable || !Descriptor.mayWrite(to: path) {
      throw .unreadable("\(Escape.name(path)) is write-protected; allow it with `chmod u+w`")
    }
    if status.nameCount > 1 {
      throw .unreadable(
        "\(Escape.name(path)) has \(status.nameCount) names (hard links), which a new file would not share; "
          + "make it a file of its own first")
    }
  }

  /// Why a file cannot be written, with its name; one that a link leads to is named, too.
  private static func failure(
    _ error: any Error, _ path: String, _ destination: String
  ) -> Failure {
    guard let error = error as? Descriptor.SystemError else {
      return error as? Failure ?? .unreadable("\(Escape.name(path)) cannot be written: \(error)")
    }
    let folder = destination.lastIndex(of: "/").map { String(destination[..<$0]) }
    let reason =
      switch error.meaning {
      case .missing:
        folder.map { "there is no folder \(Escape.name($0))" } ?? "the working folder was deleted"
      case .forbidden: "its folder, owner or group may not be changed by you"
      case .full: "the disk is full"
      case .folder, .closedPipe, .other: error.words
      }
    let link = destination == path ? "" : ", a link to \(Escape.name(destination)),"
    return .unreadable("\(Escape.name(path))\(link) cannot be written: \(reason)")
  }
}

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
