import TollgateRuntime
import TollgateWords

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why a gate could not read or write its file.
///
/// ```swift
/// do throws(GateMemoryError) {
///   try gate.save()
/// } catch {
///   log(error.description(in: "en"))
/// }
/// ```
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

/// The file in which a gate remembers the data of each account:
/// `{"schema": 1, "accounts": {"": SNAPSHOT, "ada": SNAPSHOT}}`, where "" is nobody. A file that is
/// one snapshot is that of its subject.
final class GateMemory: Sendable {
  private let url: URL
  /// The content of the file as this gate knows it. One write at a time, and the latest last.
  private let known = Locked<[String: Snapshot]>([:])

  /// How often another process is waited for, and how long each time, in microseconds.
  private static let (attempts, pause): (Int, UInt32) = (100, 10_000)

  init(_ url: URL) {
    self.url = url
  }

  /// The content of the file; empty if there is none.
  func load() throws(GateMemoryError) -> [String: Snapshot] {
    let content = try read()
    known.withLock { $0 = content }
    return content
  }

  /// Writes the data of this moment. Where this gate changed nothing, the data stays that another
  /// gate wrote into the file meanwhile.
  ///
  /// - Parameter data: Gives the data of each account.
  /// - Returns: The data that this gate brought, and the content of the file now.
  func save(
    _ data: () -> [String: Snapshot]
  ) throws(GateMemoryError) -> (ours: [String: Snapshot], new: [String: Snapshot]) {
    try known.withLock { (known) throws(GateMemoryError) in
      let lock = try lock()
      defer { lock.map { _ = close($0) } }
      let (old, theirs, ours) = (known, try read(), data())
      var new = theirs
      for (account, snapshot) in ours {
        new[account] = snapshot.rebased(from: old[account], to: theirs[account])
      }
      try write(new)
      known = new
      return (ours, new)
    }
  }

  private func read() throws(GateMemoryError) -> [String: Snapshot] {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      if (error as? CocoaError)?.code == .fileReadNoSuchFile { return [:] }
      throw .unreadable(path: url.path, reason: Policy.reason(of: error))
    }
    do throws(SnapshotError) {
      let value = try SnapshotError.read([UInt8](data))
      let document = try JSONObject(document: value)
      guard document["accounts"] != nil else {
        let snapshot = try Snapshot(json: value)
        return [snapshot.subject ?? "": snapshot]
      }
      return try document.table("accounts", Snapshot.init(json:))
    } catch {
      throw .damaged(path: url.path, error)
    }
  }

  private func write(_ accounts: [String: Snapshot]) throws(GateMemoryError) {
    let members = accounts.sorted { $0.key < $1.key }.map { account, snapshot in
      JSONValue.text(account).json() + ":" + snapshot.json()
    }
    let text = #"{"schema":1,"accounts":{"# + members.joined(separator: ",") + "}}"
    guard text.utf8.count <= JSONReader.mostBytes else {
      throw .unwritable(path: url.path, reason: "there are too many accounts")
    }
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw .unwritable(path: url.path, reason: Policy.reason(of: error))
    }
  }

  /// Waits until no other process writes the file; the descriptor to close afterwards. (A file
  /// beside it is locked: it is itself replaced.)
  private func lock() throws(GateMemoryError) -> Int32? {
    let file = open(url.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Where no file can be written, writing says why.
    guard file >= 0 else { return nil }
    for _ in 0..<GateMemory.attempts {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
      usleep(GateMemory.pause)
    }
    close(file)
    throw .unwritable(path: url.path, reason: "another process is writing it")
  }
}

extension Gate {
  /// Writes down what a restart needs. Call it when the app goes to the background.
  ///
  /// Two gates may share the file, such as an app and its extension: what one changed since it last
  /// read the file goes before what the other wrote, name by name (grants, counters, facts,
  /// dismissed prompts), and the rest is the other's. This gate then knows both. A counter
  /// that both change belongs into a book (`count`), which adds them up.
  ///
  /// - Throws: ``GateMemoryError``: the file cannot be written, or does not hold a user's data any
  ///   more. A gate without a file has nothing to do.
  public func save() throws(GateMemoryError) {
    guard let memory else { return }
    update { _ in }
    let (ours, new) = try memory.save {
      others.withLock { others in
        let state = store.state
        var data = others
        data[state.account ?? ""] = state.snapshot
        return data
      }
    }
    // What changed meanwhile stays.
    let account = others.withLock { others in
      let account = self.account
      for (name, snapshot) in new where name != (account ?? "") {
        others[name] = others[name]?.rebased(from: ours[name], to: snapshot) ?? snapshot
      }
      return account
    }
    guard let snapshot = new[account ?? ""] else { return }
    update(of: account) { $0 = $0.rebased(from: ours[account ?? ""], to: snapshot) }
  }
}

extension Snapshot {
  /// Another writer's snapshot with what this one changed since a common state, name by name.
  func rebased(from old: Snapshot?, to theirs: Snapshot?) -> Snapshot {
    guard let theirs else { return self }
    let old = old ?? Snapshot()
    var result = theirs
    if subject != old.subject { result.subject = subject }
    if asOf != old.asOf { result.asOf = [asOf, theirs.asOf].compactMap { $0 }.max() }
    if latestSeen != old.latestSeen { result.latestSeen = latestSeen }
    result.grants = grants.rebased(from: old.grants, to: theirs.grants)
    result.usage = usage.rebased(from: old.usage, to: theirs.usage)
    result.allowances = allowances.rebased(from: old.allowances, to: theirs.allowances)
    result.facts = facts.rebased(from: old.facts, to: theirs.facts)
    result.offers = offers.rebased(from: old.offers, to: theirs.offers)
    result.dismissed = dismissed.rebased(from: old.dismissed, to: theirs.dismissed)
    return result
  }
}

extension Dictionary where Value: Equatable {
  fileprivate func rebased(from old: Self, to theirs: Self) -> Self {
    var result = theirs
    for key in Set(keys).union(old.keys) where self[key] != old[key] { result[key] = self[key] }
    return result
  }
}

extension [Grant] {
  /// Purchases are compared as wholes: each was added, removed or left alone.
  fileprivate func rebased(from old: [Grant], to theirs: [Grant]) -> [Grant] {
    if self == old { return theirs }
    let (before, now) = (Set(old), Set(self))
    let gone = before.subtracting(now)
    let new = filter { !before.contains($0) }
    let known = Set(new)
    // A purchase that this one replaced by a later state of it is in `gone`.
    let renewed = Set(new.compactMap { $0.id })
    return theirs.filter { grant in
      !gone.contains(grant) && !known.contains(grant)
        && !(grant.id.map { renewed.contains($0) } ?? false)
    } + new
  }
}

/// The order of the reads of one thing by several tasks: what was read before never takes the place
/// of what was read later.
package final class ReadOrder: Sendable {
  private let last = Locked<(begun: Int, taken: Int)>((0, 0))

  package init() {}

  /// Begins a read.
  package func begin() -> Int {
    last.withLock { last in
      last.begun += 1
      return last.begun
    }
  }

  /// Whether the result of a read may be taken: none that began later was.
  package func takes(_ read: Int) -> Bool {
    last.withLock { last in
      last.taken = max(last.taken, read)
      return last.taken == read
    }
  }
}
