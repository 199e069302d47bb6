import Foundation
import TestSupport
import TollgatePurchases

/// A drive in memory that loses power: unsynchronized data is then there, partly there, or lost.
/// The same holds for a file's name until its folder is synchronized.
final class Drive: @unchecked Sendable {
  // Invariant: one test uses it from one task at a time; a journal of it is closed before the next.

  /// A file: its durable content, and the operations since.
  private struct File {
    var durable: [UInt8] = []
    var pending: [Change] = []

    var content: [UInt8] { pending.reduce(into: durable) { $1.apply(to: &$0) } }
  }

  private enum Change {
    case write([UInt8], at: Int)
    case truncate(Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .write(let new, let offset):
        let end = offset + new.count
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(offset..<end, with: new)
      case .truncate(let length): bytes = Array(bytes.prefix(length))
      }
    }

    /// A part of it, as after a loss of power.
    func torn(_ random: inout Naive.SplitMix64) -> Change {
      guard case .write(let bytes, let offset) = self else { return self }
      return .write(Array(bytes.prefix(random.below(bytes.count + 1))), at: offset)
    }
  }

  private var files: [File] = []
  /// The file of the name: the one that programs see, and the durable one.
  private var named = -1
  private var durablyNamed = -1
  private(set) var beside = -1
  /// Operations until one fails; nil for never.
  var failsAfter: Int?
  /// Whether all later ones fail, too, as without power.
  var staysBroken = true
  private(set) var operations = 0

  /// Creates a drive with a file.
  init(_ content: [UInt8]? = nil) {
    guard let content else { return }
    files = [File(durable: content)]
    (named, durablyNamed) = (0, 0)
  }

  fileprivate func work() throws(JournalError) {
    operations += 1
    guard let left = failsAfter else { return }
    if left > 0 {
      failsAfter = left - 1
    } else {
      if !staysBroken { failsAfter = nil }
      throw .unwritable(path: "the drive")
    }
  }

  /// The power fails and comes back.
  func losePower(_ random: inout Naive.SplitMix64) {
    for index in files.indices {
      var content = files[index].durable
      // A drive writes in any order.
      let inOrder = random.chance(50)
      let count = random.below(files[index].pending.count + 1)
      for (place, change) in files[index].pending.enumerated() {
        if inOrder ? place < count : random.chance(50) {
          change.apply(to: &content)
        } else if random.chance(50) {
          change.torn(&random).apply(to: &content)
          if inOrder { break }
        }
      }
      files[index] = File(durable: content)
    }
    if random.chance(50) { durablyNamed = named }
    named = durablyNamed
    beside = -1
    failsAfter = nil
  }

  /// The file's content for programs.
  var content: [UInt8] { named < 0 ? [] : files[named].content }

  /// An operation of a journal.
  struct Disk: JournalDisk {
    let drive: Drive

    mutating func read() throws(JournalError) -> [UInt8] {
      if drive.named < 0 {
        drive.files.append(File())
        drive.named = drive.files.count - 1
      }
      return drive.content
    }

    mutating func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
      // A failed operation may be partly done.
      drive.files[drive.named].pending.append(
        .write(Array(bytes.prefix(bytes.count / 2)), at: offset))
      try drive.work()
      drive.files[drive.named].pending.append(.write(bytes, at: offset))
    }

    mutating func truncate(to length: Int) throws(JournalError) {
      try drive.work()
      drive.files[drive.named].pending.append(.truncate(length))
    }

    mutating func synchronize() throws(JournalError) {
      try drive.work()
      drive.files[drive.named] = File(durable: drive.content)
    }

    mutating func synchronizeFolder() throws(JournalError) {
      try drive.work()
      drive.durablyNamed = drive.named
    }

    mutating func writeReplacement(_ bytes: [UInt8]) throws(JournalError) {
      try drive.work()
      drive.files.append(File(pending: [.write(bytes, at: 0)]))
      drive.beside = drive.files.count - 1
    }

    mutating func synchronizeReplacement() throws(JournalError) {
      try drive.work()
      drive.files[drive.beside] = File(durable: drive.files[drive.beside].content)
    }

    mutating func discardReplacement() { drive.beside = -1 }

    mutating func replaceFile() throws(JournalError) {
      try drive.work()
      drive.named = drive.beside
    }

    mutating func close() {}
  }
}
