#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateRuntime
import TollgateWords

/// Why a gate could not read or write its file.
public enum GateMemoryError: Error, Sendable {
  /// The file is there and could not be read.
  case unreadable(path: String, reason: String)
  /// The file does not hold a snapshot.
  case damaged(path: String, SnapshotError)
  /// The file could not be written; the old one is still there.
  case unwritable(path: String, reason: String)
}

extension GateMemoryError: WordedError {
  /// The error in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    switch self {
    case .unreadable(let path, let reason):
      return isChinese ? "无法读取 \(path)：\(reason)" : "\(path) cannot be read: \(reason)"
    case .damaged(let path, let error):
      let words = error.description(in: locale)
      return isChinese
        ? "\(path) 不是保存的用户数据：\(words)" : "\(path) does not hold a user's data: \(words)"
    case .unwritable(let path, let reason):
      return isChinese ? "无法写入 \(path)：\(reason)" : "\(path) cannot be written: \(reason)"
    }
  }
}

/// The file in which a gate remembers its snapshot.
final class GateMemory: Sendable {
  private let url: URL
  /// One write at a time, and the latest last.
  private let writing = Locked(())

  init(_ url: URL) {
    self.url = url
  }

  /// The content of the file; empty if there is none.
  func load() throws(GateMemoryError) -> Snapshot {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      if (error as? CocoaError)?.code == .fileReadNoSuchFile { return Snapshot() }
      throw .unreadable(path: url.path, reason: Policy.reason(of: error))
    }
    do throws(SnapshotError) {
      return try Snapshot(json: [UInt8](data))
    } catch {
      throw .damaged(path: url.path, error)
    }
  }

  /// Writes the snapshot of this moment.
  func save(_ snapshot: () -> Snapshot) throws(GateMemoryError) {
    let reason: String? = writing.withLock { _ in
      do {
        try Data(snapshot().json().utf8).write(to: url, options: .atomic)
        return nil
      } catch {
        return Policy.reason(of: error)
      }
    }
    if let reason { throw .unwritable(path: url.path, reason: reason) }
  }
}
