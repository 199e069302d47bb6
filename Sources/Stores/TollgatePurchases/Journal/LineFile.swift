import Foundation
import TollgateKit

/// A file of lines, for whatever is kept durably: a line is appended at the end, and is there whole
/// or not at all; the file is replaced by a shorter one in one step.
///
/// Appended lines survive a crash and a loss of power, if the drive does what it is told.
package struct LineFile: Sendable {
  private var disk: any JournalDisk
  /// The path, for errors.
  package let path: String
  /// The length of the intact part, in bytes.
  package private(set) var length: Int
  /// A longer file is compacted. The limit is twice the last size, so that compacting never costs
  /// more than writing.
  private var compactsBeyond: Int
  /// Whether the file is closed, or its end is unknown.
  package private(set) var isClosed = false
  /// Whether a crash could still bring back the replaced file.
  private var isFolderOutdated = false

  /// A file up to this size is never compacted automatically, in bytes: 256 KiB.
  package static let leastToCompact = 256 << 10
  /// The longest file, in bytes: 64 MiB.
  package static let mostBytes = 64 << 20
  /// The longest line, in bytes: 1 MiB.
  package static let mostBytesAtOnce = 1 << 20

  /// Reads the file, cuts off a torn end, and makes the file's name and first line durable.
  ///
  /// - Parameters:
  ///   - header: The first line of a new file.
  ///   - read: Reads the lines, and returns how many bytes from the beginning are whole lines. If it
  ///     throws, the file is unchanged and closed.
  package init(
    _ disk: any JournalDisk, path: String, header: [UInt8],
    read: ([UInt8]) throws(JournalError) -> Int
  ) throws(JournalError) {
    var disk = disk
    do throws(JournalError) {
      let bytes = try disk.read()
      var length = try read(bytes)
      if bytes.count > length { try disk.truncate(to: length) }
      if length == 0 {
        try disk.write(header, at: 0)
        length = header.count
      }
      try disk.synchronize()
      try disk.synchronizeFolder()
      self.length = length
    } catch {
      disk.close()
      throw error
    }
    self.disk = disk
    self.path = path
    compactsBeyond = max(LineFile.leastToCompact, length)
  }

  /// Whether the file must become shorter before a line fits.
  package func isFull(for line: [UInt8]) -> Bool {
    length + line.count > LineFile.mostBytes
  }

  /// Whether it is time for a shorter file.
  package var isLong: Bool { length > compactsBeyond }

  /// Appends a line, and returns once the disk has stored it. If it throws, the file is unchanged.
  package mutating func append(_ line: [UInt8]) throws(JournalError) {
    guard !isClosed else { throw .unwritable(path: path) }
    guard line.count <= LineFile.mostBytesAtOnce, !isFull(for: line) else {
      throw .tooLarge(path: path)
    }
    try synchronizeFolder()
    do throws(JournalError) {
      try disk.write(line, at: length)
      try disk.synchronize()
    } catch {
      rollBack()
      throw error
    }
    length += line.count
  }

  /// Removes a half-written line, which must not precede the next one.
  private mutating func rollBack() {
    do throws(JournalError) {
      try disk.truncate(to: length)
      try disk.synchronize()
    } catch {
      isClosed = true
    }
  }

  /// Replaces the file in one step. After a crash there is one or the other. If it throws, the file
  /// is unchanged, and nothing is left beside it.
  package mutating func replace(by bytes: [UInt8]) throws(JournalError) {
    guard !isClosed else { throw .unwritable(path: path) }
    do throws(JournalError) {
      try disk.writeReplacement(bytes)
      try disk.synchronizeReplacement()
      try disk.replaceFile()
    } catch {
      disk.discardReplacement()
      throw error
    }
    length = bytes.count
    compactsBeyond = max(LineFile.leastToCompact, 2 * length)
    isFolderOutdated = true
    try synchronizeFolder()
  }

  /// Waits until the file is twice as long before it is compacted.
  package mutating func postponeCompacting() { compactsBeyond = 2 * length }

  /// Appends only once a crash can no longer bring back the old file.
  private mutating func synchronizeFolder() throws(JournalError) {
    guard isFolderOutdated else { return }
    try disk.synchronizeFolder()
    isFolderOutdated = false
  }

  /// Lets another process open the file. This one accepts no more lines.
  package mutating func close() {
    isClosed = true
    disk.close()
  }
}

/// A file of the operating system, locked for this process and readable by its user alone.
package struct FileDisk: JournalDisk {
  /// The path as the app gave it, for errors.
  private let name: String
  /// The path with links resolved.
  private let path: String
  private let most: Int
  /// The descriptor; nil once it is closed.
  private var file: Int32?
  /// The descriptor of a replacement that is being written.
  private var replacement: Int32?

  /// Opens a file, or creates it.
  ///
  /// - Parameter most: The most bytes it may have.
  package init(path: String, most: Int) throws(JournalError) {
    name = path
    self.most = most
    file = try FileDisk.open(path)
    // A link stays; the file that it leads to is replaced. Only now is that file sure to exist.
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    // Removes the replacement that a crash left.
    unlink(replacementPath)
  }

  private var replacementPath: String { path + ".compacting" }

  /// The files that are open in this process, by their place on the disk.
  private static let openFiles = Locked<Set<FileID>>([])

  private struct FileID: Sendable, Hashable {
    let device: UInt64
    let node: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      node = UInt64(truncatingIfNeeded: status.st_ino)
    }

    init?(_ file: Int32) {
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  /// Notes that a file is open here, or no more.
  private static func note(_ file: Int32, isOpen: Bool) {
    guard let id = FileID(file) else { return }
    openFiles.withLock { files in
      if isOpen { files.insert(id) } else { files.remove(id) }
    }
  }

  /// Opens and locks a file. Another process may be replacing it, so the locked one may be the old
  /// one; then it is opened again.
  private static func open(_ path: String) throws(JournalError) -> Int32 {
    for _ in 0..<10 {
      let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw FileDisk.openError(errno, path) }
      var opened = stat()
      guard fstat(file, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
        Foundation.close(file)
        throw .unreadable(path: path)
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        Foundation.close(file)
        let isOpenHere = openFiles.withLock { $0.contains(FileID(opened)) }
        throw isOpenHere ? .alreadyOpen(path: path) : .inUse(path: path)
      }
      var named = stat()
      if stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
        note(file, isOpen: true)
        return file
      }
      Foundation.close(file)
    }
    throw .inUse(path: path)
  }

  /// The error of opening, by the number that the system gave.
  private static func openError(_ number: Int32, _ path: String) -> JournalError {
    switch number {
    case EROFS: return .readOnly(path: path)
    case ENOENT, ENOTDIR: return .noFolder(path: path)
    case EACCES, EPERM:
      let isReadable = access(path, F_OK) != 0 || access(path, R_OK) == 0
      return isReadable ? .readOnly(path: path) : .unreadable(path: path)
    default: return access(path, F_OK) == 0 ? .unreadable(path: path) : .unwritable(path: path)
    }
  }

  package mutating func read() throws(JournalError) -> [UInt8] {
    var status = stat()
    guard let file, fstat(file, &status) == 0 else { throw .unreadable(path: name) }
    guard Int(status.st_size) <= most else { throw .tooLarge(path: name) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      // Invariant: the buffer is the rest of the array, and no more than its size is asked for.
      let read = bytes[count...].withUnsafeMutableBytes { buffer in
        pread(file, buffer.baseAddress, buffer.count, off_t(count))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw .unreadable(path: name) }
      count += read
    }
    return bytes
  }

  package mutating func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
    guard let file else { throw .unwritable(path: name) }
    try write(bytes, at: offset, to: file)
  }

  private func write(_ bytes: [UInt8], at offset: Int, to file: Int32) throws(JournalError) {
    var count = 0
    while count < bytes.count {
      // Invariant: the buffer is the rest of the array, and no more than its size is written.
      let written = bytes[count...].withUnsafeBytes { buffer in
        pwrite(file, buffer.baseAddress, buffer.count, off_t(offset + count))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .unwritable(path: name) }
      count += written
    }
  }

  package mutating func truncate(to length: Int) throws(JournalError) {
    guard let file, ftruncate(file, off_t(length)) == 0 else { throw .unwritable(path: name) }
  }

  package mutating func synchronize() throws(JournalError) {
    guard let file else { throw .unwritable(path: name) }
    try synchronize(file)
  }

  private func synchronize(_ file: Int32) throws(JournalError) {
    #if canImport(Darwin)
      // On Darwin `fsync` leaves the bytes in the drive's memory. Not every file system supports
      // this call.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(file) == 0 else { throw .unwritable(path: name) }
  }

  package mutating func synchronizeFolder() throws(JournalError) {
    let place = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let folder = Foundation.open(place, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw .unwritable(path: name) }
    defer { Foundation.close(folder) }
    try synchronize(folder)
  }

  package mutating func writeReplacement(_ bytes: [UInt8]) throws(JournalError) {
    discardReplacement()
    let opened = Foundation.open(replacementPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .unwritable(path: name) }
    replacement = opened
    // Lock it before anybody can open it by the name of the journal.
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      closeReplacement()
      throw .unwritable(path: name)
    }
    try write(bytes, at: 0, to: opened)
  }

  package mutating func synchronizeReplacement() throws(JournalError) {
    guard let replacement else { throw .unwritable(path: name) }
    try synchronize(replacement)
  }

  package mutating func discardReplacement() {
    closeReplacement()
    unlink(replacementPath)
  }

  package mutating func replaceFile() throws(JournalError) {
    guard rename(replacementPath, path) == 0 else { throw .unwritable(path: name) }
    if let file {
      FileDisk.note(file, isOpen: false)
      Foundation.close(file)
    }
    if let replacement { FileDisk.note(replacement, isOpen: true) }
    file = replacement
    replacement = nil
  }

  package mutating func close() {
    closeReplacement()
    guard let last = file else { return }
    FileDisk.note(last, isOpen: false)
    // A child process that is just starting shares the lock until it runs.
    flock(last, LOCK_UN)
    Foundation.close(last)
    file = nil
  }

  private mutating func closeReplacement() {
    if let replacement { Foundation.close(replacement) }
    replacement = nil
  }
}

/// The checksum of ISO 3309, as in Ethernet and zip. It detects torn and decayed entries. It does
/// not protect against deliberate changes.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in
      rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
    }
  }

  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  /// The checksum in eight hexadecimal digits.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    let text = String(of(bytes), radix: 16)
    return String(repeating: "0", count: 8 - text.utf8.count) + text
  }
}
