package import TollgateKit
import TollgateRuntime
package import TollgateSyntax
import TollgateWebMemory
import TollgateWords

/// Why a call has no answer.
package struct CallFault: Error {
  /// A word for programs: `json`, `request`, `policy`, `compile`, `too-large`.
  package var code: String
  /// The error in English.
  package var message: String
  /// The place in the request; empty for all of it.
  package var path = ""

  package init(_ code: String, _ message: String, path: String = "") {
    self.code = code
    self.message = message
    self.path = path
  }

  package init(_ error: SnapshotError) {
    self.init(
      error.path.isEmpty ? "json" : "request", error.words(.english), path: error.path)
  }
}

/// The request of a caller: an object of JSON.
package struct Call {
  /// The longest request, in bytes.
  package static let mostBytes = 4 << 20
  /// The longest text of a policy, in bytes.
  package static let mostText = 1 << 20

  package let value: JSONValue
  package let members: JSONObject

  package init(_ bytes: [UInt8]) throws(CallFault) {
    do throws(SnapshotError) {
      value = try SnapshotError.read(bytes)
      members = try JSONObject(value)
    } catch {
      throw CallFault(error)
    }
  }

  /// Reads a member; nil if it is absent.
  package func read<Value>(
    _ key: String, _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(CallFault) -> Value? {
    do throws(SnapshotError) { return try members.read(key, read) } catch { throw CallFault(error) }
  }

  /// A member that is a text; an absent one is an error.
  package func text(_ key: String) throws(CallFault) -> String {
    guard let text = try read(key, Read.text) else {
      throw CallFault("request", "`\(key)` is missing; it is a text", path: key)
    }
    return text
  }

  /// The text of a policy.
  package func source(_ key: String = "text") throws(CallFault) -> Source {
    let text = try text(key)
    guard text.utf8.count <= Call.mostText else {
      throw CallFault("too-large", "a policy here has at most 1 MiB of text", path: key)
    }
    return Source(name: try read("name", Read.text) ?? "policy.gate", text: text)
  }

  package func number(_ key: String) throws(CallFault) -> Int {
    guard let number = try read(key, Read.amount), number < 1 << 31 else {
      throw CallFault("request", "`\(key)` is missing; it is a whole number", path: key)
    }
    return Int(number)
  }

  /// The policy that `policy` is the number of.
  package func policy() throws(CallFault) -> Policy {
    let number = try number("policy")
    guard let policy = policies[number] else {
      throw CallFault("policy", "there is no policy \(number): it was released", path: "policy")
    }
    return policy
  }

  package func locale() throws(CallFault) -> String { try read("locale", Read.text) ?? "en" }

  /// The time of the question; a module has no clock.
  package func at() throws(CallFault) -> Instant {
    guard let at = try read("at", Read.instant) else {
      throw CallFault("request", "`at` is missing: a module has no clock", path: "at")
    }
    return at
  }

  /// The snapshot of the request; a user of whom nothing is known where there is none.
  package func snapshot() throws(CallFault) -> Snapshot {
    typealias Reader = (JSONValue) throws(SnapshotError) -> Snapshot
    return try read("snapshot", Snapshot.init(json:) as Reader) ?? Snapshot()
  }
}

/// Answers one call: reads the request, and hands out what `body` says, or why it says nothing, as
/// `{"error": {"code", "message", "path"}}`.
///
/// - Returns: The length in four bytes, the lowest first, then the JSON. The caller frees it; null
///   where there is no memory.
package func answer(
  _ request: UnsafePointer<UInt8>?, _ length: Int32,
  _ body: (Call) throws(CallFault) -> String
) -> UnsafeMutablePointer<UInt8>? {
  do throws(CallFault) {
    guard let request, length >= 0 else { throw CallFault("json", "there is no request") }
    guard length <= Call.mostBytes else {
      throw CallFault("too-large", "a request has at most 4 MiB")
    }
    let bytes = Array(UnsafeBufferPointer(start: request, count: Int(length)))
    return handOut(try body(try Call(bytes)))
  } catch {
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.object("error") { writer in
        writer.member("code", error.code)
        writer.member("message", error.message)
        writer.member("path", error.path)
      }
    }
    return handOut(writer.text)
  }
}

private func handOut(_ text: String) -> UnsafeMutablePointer<UInt8>? {
  var text = text
  return text.withUTF8 { bytes in
    guard let memory = tollgate_allocate(bytes.count + 4) else { return nil }
    let result = memory.assumingMemoryBound(to: UInt8.self)
    for place in 0..<4 {
      result[place] = UInt8(truncatingIfNeeded: bytes.count >> (8 * place))
    }
    if let first = bytes.baseAddress { (result + 4).update(from: first, count: bytes.count) }
    return result
  }
}

/// The things that a caller keeps, by numbers from 1. A number that was given back, or never given,
/// is nothing.
package struct Handles<Item> {
  private var items: [Item?] = []
  private var spare: [Int] = []

  package init() {}

  /// Keeps an item; the number to ask for it with.
  package mutating func add(_ item: Item) -> Int {
    if let place = spare.popLast() {
      items[place] = item
      return place + 1
    }
    items.append(item)
    return items.count
  }

  package subscript(number: Int) -> Item? {
    number > 0 && number <= items.count ? items[number - 1] : nil
  }

  /// Lets go of an item; false if there is none.
  package mutating func remove(_ number: Int) -> Bool {
    guard self[number] != nil else { return false }
    items[number - 1] = nil
    spare.append(number - 1)
    return true
  }
}

/// A snapshot in the terms of its policy.
struct Prepared {
  let graph: RuleGraph
  let snapshot: PreparedSnapshot
  /// How many targets the policy has.
  let count: Int
}

// Invariant: a module of WebAssembly runs one call at a time.
nonisolated(unsafe) package var policies = Handles<Policy>()
// Invariant: as above.
nonisolated(unsafe) var snapshots = Handles<Prepared>()
