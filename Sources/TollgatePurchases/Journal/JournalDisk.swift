/// The file that a journal stands in, as system calls. What a journal relies on is what they
/// promise: bytes outlast a crash once they are synchronized, a name once its folder is.
package protocol JournalDisk: Sendable {
  /// Everything that is in the file.
  mutating func read() throws(JournalError) -> [UInt8]
  mutating func write(_ bytes: [UInt8], at offset: Int) throws(JournalError)
  mutating func truncate(to length: Int) throws(JournalError)
  mutating func synchronize() throws(JournalError)
  /// Makes the names of the files outlast a crash.
  mutating func synchronizeFolder() throws(JournalError)

  /// Begins a new file beside this one.
  mutating func writeBeside(_ bytes: [UInt8]) throws(JournalError)
  mutating func synchronizeBeside() throws(JournalError)
  /// Puts the file beside in the place of this one, in one step.
  mutating func takePlace() throws(JournalError)

  mutating func close()
}
