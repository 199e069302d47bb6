/// The file of a journal, as system calls. The journal relies on two promises: bytes survive a
/// crash once they are synchronized, a name once its folder is.
package protocol JournalDisk: Sendable {
  /// Reads the whole file.
  mutating func read() throws(JournalError) -> [UInt8]
  mutating func write(_ bytes: [UInt8], at offset: Int) throws(JournalError)
  mutating func truncate(to length: Int) throws(JournalError)
  mutating func synchronize() throws(JournalError)
  /// Makes the file's name survive a crash.
  mutating func synchronizeFolder() throws(JournalError)

  /// Writes a replacement beside this file.
  mutating func writeReplacement(_ bytes: [UInt8]) throws(JournalError)
  mutating func synchronizeReplacement() throws(JournalError)
  /// Removes a replacement that is not to come, so that it takes no space.
  mutating func discardReplacement()
  /// Puts the replacement in this file's place, in one step.
  mutating func replaceFile() throws(JournalError)

  mutating func close()
}
