import TollgateSyntax

/// Writes files so that nobody ever sees half of one, and nobody's work is lost.
///
/// A link stays, and the file it leads to is replaced. Permissions, owner and group stay; where they
/// cannot, nothing is written. A file that is write-protected, or that has a second name (a hard
/// link, which the new file would not share), is left alone.
enum AtomicFile {
  /// Replaces the file at `path`, or makes one there. A device or a named pipe (`/dev/stdout`) is
  /// written to, since it must not be replaced.
  ///
  /// - Parameter read: The bytes that the new ones were made from. If the file has others by now,
  ///   somebody saved it in the meantime, and it is left alone.
  static func write(
    _ bytes: [UInt8], to path: String, replacing read: [UInt8]? = nil
  ) throws(Failure) {
    do {
      let status = Descriptor.status(of: path)
      switch status?.kind {
      case .folder?: throw Failure.unreadable("\(Escape.name(path)) is a folder; name a file in it")
      case .other?:
        let descriptor = try Descriptor.openForWriting(path)
        defer { Descriptor.close(descriptor) }
        try Descriptor.write(bytes, to: descriptor)
      case .file?, nil: try replace(path, status, with: bytes, read)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .unreadable("\(Escape.name(path)) cannot be written: \(reason(error, path))")
    }
  }

  /// Refuses an output that is one of the inputs, under whatever name, or that has the name of a
  /// policy: either would overwrite somebody's work.
  ///
  /// - Parameter option: The option that names the output, for the message.
  static func checkOutput(_ path: String, of option: String, inputs: [String]) throws(Failure) {
    if path.isEmpty { throw .usage("\(option) needs the name of a file") }
    if let output = Descriptor.status(of: path), output.kind == .file {
      for input in inputs where Descriptor.status(of: input)?.identity == output.identity {
        throw .usage(
          "\(option) \(Escape.name(path)) would overwrite \(Escape.name(input)), which this command reads"
        )
      }
    }
    if path.lowercased().hasSuffix(".gate") {
      throw .usage(
        "\(option) \(Escape.name(path)) would be the name of a policy; choose another ending")
    }
  }

  /// Writes beside the file and takes its place in one step.
  private static func replace(
    _ path: String, _ status: Descriptor.FileStatus?, with bytes: [UInt8], _ read: [UInt8]?
  ) throws {
    if let status {
      if !status.isWritable || !Descriptor.mayWrite(to: path) {
        throw Failure.unreadable(
          "\(Escape.name(path)) is write-protected; allow it with `chmod u+w`")
      }
      if status.nameCount > 1 {
        throw Failure.unreadable(
          "\(Escape.name(path)) has \(status.nameCount) names (hard links), which a new file would not share; "
            + "make it a file of its own first")
      }
    }
    let destination = try Descriptor.destination(of: path)
    let folder = destination.lastIndex(of: "/").map { String(destination[...$0]) } ?? ""
    removeLeftovers(in: folder)
    let beside = "\(folder)\(prefix)\(Descriptor.process)\(suffix)"
    do {
      try write(bytes, toNew: beside, like: status)
      if let read, try InputFile.contents(of: path, limit: .max) != read {
        throw Failure.unreadable(
          "\(Escape.name(path)) was changed in the meantime and is left alone; run again")
      }
      try Descriptor.rename(beside, to: destination)
    } catch {
      Descriptor.remove(beside)
      throw error
    }
  }

  private static func write(
    _ bytes: [UInt8], toNew path: String, like status: Descriptor.FileStatus?
  ) throws(Descriptor.SystemError) {
    let descriptor = try Descriptor.create(path)
    defer { Descriptor.close(descriptor) }
    try Descriptor.write(bytes, to: descriptor)
    if let status {
      try Descriptor.copyOwnership(of: status, to: descriptor)
    } else {
      try Descriptor.useMask(of: descriptor)
    }
  }

  // MARK: Files on the way

  private static let prefix = ".tollgate-"
  private static let suffix = ".tmp"

  /// Removes what a process left that was ended in the middle of writing.
  private static func removeLeftovers(in folder: String) {
    let names = (try? Descriptor.names(in: folder.isEmpty ? "." : folder)) ?? []
    for case let name? in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let number = name.dropFirst(prefix.count).dropLast(suffix.count)
      guard let process = Int32(number), process > 0 else { continue }
      if process == Descriptor.process || !Descriptor.isRunning(process) {
        Descriptor.remove(folder + name)
      }
    }
  }

  private static func reason(_ error: any Error, _ path: String) -> String {
    guard let error = error as? Descriptor.SystemError else { return "\(error)" }
    switch error.meaning {
    case .missing:
      guard let slash = path.lastIndex(of: "/") else { return "the working folder was deleted" }
      return "there is no folder \(Escape.name(String(path[..<slash])))"
    case .forbidden: return "its folder, owner or group may not be changed by you"
    case .full: return "the disk is full"
    case .folder, .closedPipe, .other: return error.words
    }
  }
}
