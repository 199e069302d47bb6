public import Foundation
public import TollgateKit
import TollgateRuntime

/// A log of decisions in a file of JSON Lines, for questions that come later: why was this user
/// refused, who was in the rollout, and what would another policy have said (`tollgate replay`).
///
/// ```swift
/// let log = try DecisionLog(url, sampling: 0.01)
/// let gate = Gate<Shop>(observer: log)
/// ```
///
/// Lines are collected in memory and appended to the file in the background; `flush` writes what is
/// left, so call it when the app goes to the background. A disk that cannot keep up, or is full,
/// costs lines (``dropped``) and never a decision.
public final class DecisionLog: DecisionObserver {
  /// The file.
  public let url: URL
  /// The share of the decisions that are logged, from 0 to 1.
  public let sampling: Double
  /// Whether what was known of the user is in a line; without it, it cannot be replayed.
  public let includesSnapshots: Bool
  private let waiting = Locked(Waiting())
  private let file: Locked<FileHandle>

  private struct Waiting: Sendable {
    var bytes: [UInt8] = []
    var lines = 0
    var dropped = 0
    var isWriting = false
  }

  /// From this size on lines are written, in bytes.
  static let enough = 32 << 10
  /// More bytes than this are never kept in memory: 1 MiB.
  public static let most = 1 << 20

  /// A log at the end of a file, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - url: The file; its folder must exist. Only its user may read a new one.
  ///   - sampling: The share of the decisions that are logged, from 0 to 1. Each is drawn by itself.
  ///   - includesSnapshots: Whether a line holds what was known of the user: then it can be
  ///     replayed, and it is personal data.
  /// - Throws: ``DecisionLogError/unwritable(path:reason:)``
  public init(
    _ url: URL, sampling: Double = 1, includesSnapshots: Bool = true
  ) throws(DecisionLogError) {
    self.url = url
    self.sampling = min(1, max(0, sampling.isNaN ? 0 : sampling))
    self.includesSnapshots = includesSnapshots
    do {
      if !FileManager.default.fileExists(atPath: url.path) {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard
          FileManager.default.createFile(atPath: url.path, contents: nil, attributes: attributes)
        else { throw CocoaError(.fileWriteUnknown) }
      }
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      file = Locked(handle)
    } catch {
      throw .unwritable(path: url.path, reason: "\(error)")
    }
  }

  deinit {
    do throws(DecisionLogError) { try flush() } catch {}
  }

  /// How many lines were lost, because they could not be written.
  public var dropped: Int { waiting.withLock { $0.dropped } }

  /// Logs a decision, if it is drawn.
  public func decided(_ event: DecisionEvent) {
    guard sampling >= 1 || Double.random(in: 0..<1) < sampling else { return }
    let line = Array(event.json(includesSnapshot: includesSnapshots).utf8) + [0x0A]
    let isEnough = waiting.withLock { waiting in
      guard waiting.bytes.count + line.count <= DecisionLog.most else {
        waiting.dropped += 1
        return false
      }
      waiting.bytes += line
      waiting.lines += 1
      guard waiting.bytes.count >= DecisionLog.enough, !waiting.isWriting else { return false }
      waiting.isWriting = true
      return true
    }
    guard isEnough else { return }
    Task.detached(priority: .background) { [self] in
      do throws(DecisionLogError) { try flush() } catch {}
      waiting.withLock { $0.isWriting = false }
    }
  }

  /// Writes the lines that wait, and returns once the file has them.
  ///
  /// - Throws: ``DecisionLogError/unwritable(path:reason:)``; these lines are ``dropped`` then.
  public func flush() throws(DecisionLogError) {
    let reason: String? = file.withLock { file in
      let (bytes, lines) = waiting.withLock { waiting in
        defer { (waiting.bytes, waiting.lines) = ([], 0) }
        return (waiting.bytes, waiting.lines)
      }
      guard !bytes.isEmpty else { return nil }
      do {
        try file.write(contentsOf: Data(bytes))
        return nil
      } catch {
        waiting.withLock { $0.dropped += lines }
        return "\(error)"
      }
    }
    if let reason { throw .unwritable(path: url.path, reason: reason) }
  }
}

/// Why a log cannot be kept.
///
/// ```swift
/// do {
///   try decisionLog.flush()
/// } catch {
///   log("\(error)")
/// }
/// ```
public enum DecisionLogError: Error, Sendable, Hashable {
  /// The file cannot be opened or written.
  case unwritable(path: String, reason: String)
}

extension DecisionLogError: WordedError {
  /// The error in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    switch self {
    case .unwritable(let path, let reason):
      Language(locale) == .chinese
        ? "无法写入 \(path)：\(reason)" : "\(path) cannot be written: \(reason)"
    }
  }
}
