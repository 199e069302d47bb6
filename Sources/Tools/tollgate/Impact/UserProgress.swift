#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far a file of users is read.
struct UserProgress {
  private var progress = Progress("users")
  /// The size of the file in bytes; nil for one that has no end yet.
  private let size: Int?
  private var done = 0

  init(ofSize size: Int?) {
    self.size = size
  }

  /// The size of a file; nil for one that has no end yet.
  static func size(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return attributes?[.size] as? Int
  }

  /// So many more users are done, and so many bytes of the file.
  mutating func advance(by users: Int, bytes: Int) {
    done += bytes
    let share = size.map { Double(done) / Double(max($0, 1)) }
    progress.advance(by: users, share: share)
  }

  func finish() { progress.finish() }
}
