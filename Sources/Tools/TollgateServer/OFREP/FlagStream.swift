import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The right to be told that answers change. A browser's `EventSource` sends no headers, so the
/// address of a stream carries it in the place of a key: it names the key with which the flags were
/// asked for, is sealed with that key's SHA-256, and ends after one to two days. Every machine with
/// the same keys reads it, nothing of it is kept, and it ends with its key. Without keys it is not
/// sealed.
///
/// It also carries the context, so that the stream looks at the same answers. The events say only
/// that something changed, never what.
struct FlagTicket: Sendable {
  /// The policy.
  let policy: String
  /// The context, as ``FlagContext/json`` has it.
  let context: JSONValue
  /// The name of the key; nil without keys.
  let key: String?
  /// In milliseconds.
  let ends: Int64

  /// Longer ones are no address any more: such a context has no stream.
  static let mostBytes = 4_000
  private static let day: Int64 = 86_400_000

  /// A ticket from now on. All of one day are the same, so that a client that asks again keeps its
  /// stream.
  init(for context: FlagContext, of policy: String, key: APIKey?, at now: Instant) {
    self.policy = policy
    self.context = context.json
    self.key = key?.name
    ends = (now.milliseconds / FlagTicket.day + 2) * FlagTicket.day
  }

  /// Reads a ticket, whose seal and end are good; nil for any other text.
  init?(_ text: String, keys: APIKeys?, at now: Instant) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= FlagTicket.mostBytes,
      let bytes = Base64.decode(parts[0].utf8, .url), let seal = Base64.decode(parts[1].utf8, .url),
      let object = try? JSONObject(SnapshotError.read(bytes)),
      let policy = try? object.read("policy", Read.text), let context = object["context"],
      let ends = try? object.read("ends", Read.integer), now.milliseconds < ends
    else { return nil }
    self.policy = policy
    self.context = context
    self.ends = ends
    key = (try? object.read("key", Read.text)) ?? nil
    guard let keys else { return }
    guard let key, let known = keys.key(of: key), known.permissions.contains(.ask),
      known.isFor(policy), known.seal(of: bytes).isSame(as: seal)
    else { return nil }
  }

  /// The ticket as a text; nil for one that is too long.
  ///
  /// - Parameter key: The one that the ticket names.
  func text(sealedBy key: APIKey?) -> String? {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("policy", policy)
      writer.key("context")
      writer.raw(context.json())
      writer.member("key", self.key)
      writer.member("ends", number: ends)
    }
    let seal = key.map { $0.seal(of: writer.utf8) } ?? []
    let text = Base64.encode(writer.utf8, .url) + "." + Base64.encode(seal, .url)
    return text.utf8.count <= FlagTicket.mostBytes ? text : nil
  }
}

extension APIKey {
  /// The signature of bytes with the key's digest.
  fileprivate func seal(of bytes: [UInt8]) -> [UInt8] { HMACSHA256.sign(bytes, with: digest) }
}

extension Asked {
  /// The stream of the ticket in the address: an event at the beginning, because something may have
  /// changed since the flags were asked for, or while the stream was lost; then one whenever an answer
  /// about the context may be another one, also by time alone.
  func flagEvents() async throws -> ServerAnswer {
    guard let ticket = FlagTicket(self["ticket"] ?? "", keys: server.keys, at: server.now) else {
      throw Problem(.unauthorized, "the ticket has ended, or is none: ask for all flags again")
    }
    let served = try policy
    guard ticket.policy == served.name else {
      throw Problem(.unauthorized, "the ticket is for another policy: ask for all flags again")
    }
    let context = try FlagContext(ticket.context, for: served.state.policy.graph)
    let key = served.key(context.user ?? "")
    let text = self["ticket"] ?? ""
    return try EventStream.open(key, server) { [server] in
      guard FlagTicket(text, keys: server.keys, at: server.now) != nil else {
        throw EventStream.Over()
      }
      let state = served.state
      let context = try FlagContext(ticket.context, for: state.policy.graph)
      let question = try await Question(
        context.line, by: context.user, state, served, server)
      return [question.flagEvent]
    }
  }
}

extension Question {
  /// The event of the answers as they are now: its tag is another one whenever they are.
  fileprivate var flagEvent: EventStream.Event {
    var parts = [policy.fingerprint]
    for (target, _) in FlagKey.all(of: policy.graph) {
      let decision = policy.graph.decide(target, for: prepared, at: now)
      let quota = decision.quota
      let value = policy.graph.target(target).flatMap {
        policy.graph.value(of: $0, for: prepared, at: now)
      }
      parts.append(
        "\(target) \(decision.outcome) \(decision.reason) \(quota?.remaining ?? -1) "
          + "\(quota?.limit ?? -1) \(value.map { "\($0)" } ?? "")")
    }
    let tag = FlagTag.of(Array(parts.joined(separator: "\n").utf8))
    let state = PolicyStore.State(policy: policy, snapshot: snapshot, prepared: prepared)
    return EventStream.Event(
      name: "message", data: Array(#"{"type":"refetchEvaluation","etag":"\#(tag)"}"#.utf8),
      changes: state.nextLook(after: now).milliseconds)
  }
}

/// The tag of a text, which is another one for another text.
enum FlagTag {
  static func of(_ bytes: [UInt8]) -> String {
    Base64.encode(Array(SHA256.hash(bytes[...]).prefix(18)), .url)
  }

  /// Whether a header `If-None-Match` names a tag; one that a proxy made weak counts, too.
  static func matches(_ header: String?, _ tag: String) -> Bool {
    (header ?? "").split(separator: ",").contains { part in
      let part = part.drop { $0 == " " }.prefix { $0 != " " }
      return part == "*" || part.hasPrefix("W/") && part.dropFirst(2) == tag || part == tag
    }
  }
}
