#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Descriptor {
  /// A file as the operating system knows it.
  struct FileStatus {
    enum Kind {
      case file, folder
      /// A device, a named pipe, a socket.
      case other
    }

    var kind: Kind
    /// The same for every name of one file.
    var identity: [UInt64]
    /// How many names it has.
    var nameCount: Int
    fileprivate var mode: mode_t
    fileprivate var owner: uid_t
    fileprivate var group: gid_t

    /// Whether anybody may write to it.
    var isWritable: Bool { mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0 }

    fileprivate init(_ status: stat) {
      switch status.st_mode & S_IFMT {
      case S_IFREG: kind = .file
      case S_IFDIR: kind = .folder
      default: kind = .other
      }
      identity = [
        UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
      ]
      nameCount = Int(truncatingIfNeeded: status.st_nlink)
      mode = status.st_mode & ~S_IFMT
      owner = status.st_uid
      group = status.st_gid
    }
  }

  /// The file at a path, at the end of all links; nil if there is none.
  static func status(of path: String) -> FileStatus? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// The file that a descriptor is open for.
  static func status(of descriptor: Int32) -> FileStatus? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
  }

  /// The file that a command reads: that at a path, or standard input for `-`.
  static func status(ofInput path: String) -> FileStatus? {
    path == "-" ? status(of: input) : status(of: path)
  }

  /// The marks of a file that change when it is written or replaced.
  struct FileMark: Equatable {
    /// Seconds, and nanoseconds of the second.
    var modified: [Int]
    var size: Int
    var identity: [UInt64]
  }

  /// The mark of the file at a path, at the end of all links; nil if there is none.
  static func mark(of path: String) -> FileMark? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return FileMark(
      modified: [Int(time.tv_sec), Int(time.tv_nsec)], size: Int(status.st_size),
      identity: FileStatus(status).identity)
  }

  /// Whether there is a link at a path, wherever it leads.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether this process may write to what is at a path.
  static func mayWrite(to path: String) -> Bool { access(path, W_OK) == 0 }

  /// The path at the end of all links, whether there is a file or not.
  static func destination(of path: String) throws(SystemError) -> String {
    var path = path
    // As many links as the operating system itself follows.
    for _ in 0..<40 {
      guard isLink(path) else { return path }
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &bytes, bytes.count)
      guard count > 0 else { throw .last }
      let target = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    throw SystemError(number: ELOOP)
  }

  /// Gives an open file the owner, group and permissions of another.
  static func copyOwnership(of status: FileStatus, to descriptor: Int32) throws(SystemError) {
    var present = stat()
    guard fstat(descriptor, &present) == 0 else { throw .last }
    if present.st_uid != status.owner || present.st_gid != status.group {
      guard fchown(descriptor, status.owner, status.group) == 0 else { throw .last }
    }
    // After the owner: to change it takes special permissions away.
    guard fchmod(descriptor, status.mode) == 0 else { throw .last }
  }

  /// Gives a new file the permissions that the user's mask leaves.
  static func useMask(of descriptor: Int32) throws(SystemError) {
    let mask = umask(0)
    umask(mask)
    guard fchmod(descriptor, 0o666 & ~mask) == 0 else { throw .last }
  }

  /// Gives a file another name, in place of what has it.
  static func rename(_ path: String, to other: String) throws(SystemError) {
    if renameFile(path, other) != 0 { throw .last }
  }

  static func remove(_ path: String) { unlink(path) }

  /// Whether a process is running.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  static var process: Int32 { getpid() }

  /// The names in a folder, sorted; nil for each that is not UTF-8.
  static func names(in folder: String) throws(SystemError) -> [String?] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    var unreadable = 0
    while let entry = readdir(stream) {
      // Invariant: the operating system ends a name with 0, inside the record that it belongs to,
      // and the record is valid until the next call.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(validatingCString: $0) }
      }
      guard let name else {
        unreadable += 1
        continue
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted() + [String?](repeating: nil, count: unreadable)
  }
}

private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }
