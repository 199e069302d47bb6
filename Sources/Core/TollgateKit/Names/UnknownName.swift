public import TollgateRuntime
import TollgateWords

/// A key or a name in a snapshot that means nothing to Tollgate or to a policy. The engine ignores
/// it, so that an old policy reads a new snapshot; a typo is ignored too, and this tells it.
///
/// ```swift
/// for name in gate.policy.unknownNames(in: gate.snapshot) { log("\(name)") }
/// ```
public struct UnknownName: Sendable, Hashable {
  package var place = JSONPath()
  /// The problem in English, without its place.
  package let english: String
  /// The same in Chinese.
  package let chinese: String
  /// Whether it may be no mistake: a store also knows products that the policy does not have.
  public package(set) var isFromStore = false

  init(english: String, chinese: String) {
    self.english = english
    self.chinese = chinese
  }

  /// Its place, from the top of the snapshot: `usage.messsages`.
  public var path: String { place.text }

  func under(_ step: JSONPath.Step) -> UnknownName {
    var moved = self
    moved.place = place.under(step)
    return moved
  }
}

extension UnknownName: CustomStringConvertible {
  /// Its place, and what may have been meant: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    Language(locale) == .chinese ? "\(path)：\(chinese)" : "\(path): \(english)"
  }

  /// The same in English.
  public var description: String { description(in: "en") }
}

extension Policy {
  /// The names in a user's data that this policy does not know, as `tollgate check` tells them; in
  /// the order in which a snapshot is written.
  ///
  /// ```swift
  /// for name in gate.policy.unknownNames(in: gate.snapshot) { log(name.description) }
  /// ```
  public func unknownNames(in snapshot: Snapshot) -> [UnknownName] {
    // What a snapshot writes can be read.
    (try? unknownNames(inSnapshot: snapshot.json())) ?? []
  }

  /// The keys and names in a snapshot of JSON that Tollgate or this policy does not know, in the
  /// order of the document.
  ///
  /// - Throws: A ``SnapshotError`` for a text that is not JSON.
  public func unknownNames(inSnapshot json: String) throws(SnapshotError) -> [UnknownName] {
    UnknownNames(graph: graph).inSnapshot(try SnapshotError.read(Array(json.utf8)))
  }
}
