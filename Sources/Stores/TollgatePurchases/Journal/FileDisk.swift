import Foundation
import TollgateKit

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
