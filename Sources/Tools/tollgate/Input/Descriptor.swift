#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Direct calls to the operating system. Their error numbers tell a folder from a missing file, and
/// a closed pipe from a full disk. `errno` is read only after a result below 0.
enum Descriptor {
  static let input: Int32 = 0
  static let output: Int32 = 1
  static let error: Int32 = 2

  /// Lets the process have so many files and connections, as far as its user may: many systems begin
  /// with 1,024.
  static func allow(_ count: Int) {
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    _ = setrlimit(kind, &limit)
  }

  /// The number of an error of the operating system.
  struct SystemError: Error {
    var number: Int32

    static var last: SystemError { SystemError(number: errno) }

    /// The meanings that matter here.
    enum Meaning {
      case missing, folder, forbidden, closedPipe, full, other
    }

    var meaning: Meaning {
      switch number {
      case ENOENT, ENOTDIR: .missing
      case EISDIR: .folder
      case EACCES, EPERM: .forbidden
      case EPIPE: .closedPipe
      case ENOSPC, EDQUOT: .full
      default: .other
      }
    }

    /// The words of the operating system.
    var words: String { String(cString: strerror(number)) }
  }

  /// Lets a write to a closed pipe return an error rather than end the program.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Opens a file for reading.
  static func open(_ path: String) throws(SystemError) -> Int32 {
    try open(path, O_RDONLY)
  }

  /// Opens a file for reading; a named pipe that nobody writes to is open at once, too.
  static func openWithoutWaiting(_ path: String) throws(SystemError) -> Int32 {
    try open(path, O_RDONLY | O_NONBLOCK)
  }

  /// Opens an existing file for writing.
  static func openForWriting(_ path: String) throws(SystemError) -> Int32 {
    try open(path, O_WRONLY)
  }

  /// Makes a file that only its owner may read, and opens it for writing. There must be none.
  static func create(_ path: String) throws(SystemError) -> Int32 {
    try open(path, O_WRONLY | O_CREAT | O_EXCL)
  }

  private static func open(_ path: String, _ mode: Int32) throws(SystemError) -> Int32 {
    while true {
      let descriptor = openFile(path, mode | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last }
    }
  }

  static func close(_ descriptor: Int32) {
    _ = closeFile(descriptor)
  }

  /// Reads what is available, at most the size of `buffer`, and returns the count; 0 at the end.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
    while true {
      // Invariant: the pointer is used inside its closure only, with the buffer's own length.
      let count = buffer.withUnsafeMutableBytes { bytes in
        readFile(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      try waitOrThrow(descriptor, for: Int16(POLLIN))
    }
  }

  /// Writes all of `bytes`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      // Invariant: the pointer is used inside its closure only, with what is left after `start`.
      let count = bytes.withUnsafeBytes { bytes in
        writeFile(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else {
        try waitOrThrow(descriptor, for: Int16(POLLOUT))
      }
    }
  }

  /// Returns if the failed call was interrupted; waits if the descriptor does not wait by itself;
  /// throws otherwise.
  private static func waitOrThrow(_ descriptor: Int32, for event: Int16) throws(SystemError) {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: event, revents: 0)
      _ = poll(&request, 1, -1)
    default: throw .last
    }
  }

  /// Waits; a signal may end it early.
  static func sleep(_ seconds: Double) {
    usleep(UInt32(seconds * 1_000_000))
  }

  /// The time of the clock on the wall: `14:03:07`.
  static var clock: String {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The size of a terminal in characters.
  struct Size: Equatable {
    var columns: Int
    var rows: Int
  }

  /// The size of a terminal; `nil` if it is none, or does not tell.
  static func size(of descriptor: Int32) -> Size? {
    var size = winsize()
    guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return nil }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// How many columns a terminal has, 100 if it does not tell; `nil` if it is none.
  static func columns(of descriptor: Int32) -> Int? {
    size(of: descriptor)?.columns ?? (isTerminal(descriptor) ? 100 : nil)
  }
}

// The calls that have a namesake in ``Descriptor``.

private func openFile(_ path: String, _ mode: Int32) -> Int32 { open(path, mode, 0o600) }
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func readFile(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

extension [UInt8] {
  /// The index of the first line feed from an index on.
  func firstLineFeed(from start: Int) -> Int? {
    // Invariant: the pointer is used inside its closure only, and `start` is not after the end.
    withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

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
