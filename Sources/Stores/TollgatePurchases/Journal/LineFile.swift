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
