import Foundation

/// A file of the operating system, for this process alone, readable by its user alone.
package struct FileDisk: JournalDisk {
  /// What the app calls it, for errors.
  private let name: String
  /// Where it is.
  private let path: String
  private let most: Int
  private var file: Int32
  private var beside: Int32 = -1

  /// Opens a file, or makes it.
  ///
  /// - Parameter most: How many bytes it may have.
  package init(path: String, most: Int) throws(JournalError) {
    name = path
    self.most = most
    file = try FileDisk.open(path)
    // A link stays, and what it leads to is replaced. Only now is it sure to lead to something.
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    // What a crash left of a file that was to take this one's place.
    unlink(nameBeside)
  }

  private var nameBeside: String { path + ".compacting" }

  /// Opens and locks a file. While another process puts a new file in its place, the old one may
  /// be what is locked; then it is opened again.
  private static func open(_ path: String) throws(JournalError) -> Int32 {
    for _ in 0..<10 {
      let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else {
        throw access(path, F_OK) == 0 ? .unreadable(path: path) : .unwritable(path: path)
      }
      var opened = stat()
      guard fstat(file, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
        Foundation.close(file)
        throw .unreadable(path: path)
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        Foundation.close(file)
        throw .inUse(path: path)
      }
      var named = stat()
      if stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
        return file
      }
      Foundation.close(file)
    }
    throw .inUse(path: path)
  }

  package mutating func read() throws(JournalError) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(path: name) }
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
    guard ftruncate(file, off_t(length)) == 0 else { throw .unwritable(path: name) }
  }

  package mutating func synchronize() throws(JournalError) { try synchronize(file) }

  private func synchronize(_ file: Int32) throws(JournalError) {
    #if canImport(Darwin)
      // There `fsync` leaves the bytes in the drive's memory. Not every file system knows better.
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

  package mutating func writeBeside(_ bytes: [UInt8]) throws(JournalError) {
    closeBeside()
    unlink(nameBeside)
    beside = Foundation.open(nameBeside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // It is locked before anybody can open it by the name of the journal.
    guard beside >= 0, flock(beside, LOCK_EX | LOCK_NB) == 0 else {
      closeBeside()
      throw .unwritable(path: name)
    }
    try write(bytes, at: 0, to: beside)
  }

  package mutating func synchronizeBeside() throws(JournalError) { try synchronize(beside) }

  package mutating func takePlace() throws(JournalError) {
    guard rename(nameBeside, path) == 0 else { throw .unwritable(path: name) }
    Foundation.close(file)
    file = beside
    beside = -1
  }

  package mutating func close() {
    closeBeside()
    guard file >= 0 else { return }
    // A process that is just being started shares the lock until it has begun.
    flock(file, LOCK_UN)
    Foundation.close(file)
    file = -1
  }

  private mutating func closeBeside() {
    if beside >= 0 { Foundation.close(beside) }
    beside = -1
  }
}
