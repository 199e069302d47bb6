import TollgateKit
import TollgateRuntime
import TollgateUsage

/// Who a customer of a service is: another customer, or a user. All but the user is a join, so
/// events may come in any order.
struct SenderLink: Sendable, Hashable {
  /// A customer, or a user, that a service says to be the same.
  struct Same: Sendable, Hashable {
    /// Who says so; the later ones are more exact.
    enum Rank: Int64, Sendable, CaseIterable {
      /// A purchase belongs to a customer.
      case owner
      /// A checkout or a purchase names the user.
      case named
      /// A backend gave the purchase for the user.
      case given
    }

    var to: String
    var rank: Rank
    var at: Instant

    /// Whether another one counts instead.
    func yields(to other: Same) -> Bool {
      (rank.rawValue, at.milliseconds, to) < (other.rank.rawValue, other.at.milliseconds, other.to)
    }
  }

  /// Everything bought until an instant went to another customer.
  struct Move: Sendable, Hashable {
    var at: Instant
    var to: String
  }

  /// The most moves of one customer that are kept; the oldest go first.
  static let mostMoves = 100

  /// The user, if a backend linked them.
  var user: String?
  private(set) var same: Same?
  /// The first one first.
  private(set) var moves: [Move] = []
  /// The users whose purchases have to be looked at again since the link was changed; a server that
  /// ends in the middle leaves them for the next.
  var unsettled: Set<String> = []

  /// Whether it says nothing.
  var isEmpty: Bool { user == nil && same == nil && moves.isEmpty && unsettled.isEmpty }

  init() {}

  mutating func note(_ other: Same) {
    if same.map({ $0.yields(to: other) }) ?? true { same = other }
  }

  mutating func note(_ move: Move) {
    guard !moves.contains(move) else { return }
    moves.append(move)
    moves.sort { ($0.at.milliseconds, $0.to) < ($1.at.milliseconds, $1.to) }
    moves.removeFirst(max(0, moves.count - SenderLink.mostMoves))
  }

  /// Forgets who it is; what was moved stays moved.
  mutating func unlink() { (user, same) = (nil, nil) }
}

extension SenderLink {
  init(json text: String) throws(SnapshotError) {
    let object = try JSONObject(try SnapshotError.read(Array(text.utf8)))
    user = try object.read("user", Read.text)
    same = try object.read("same") { value throws(SnapshotError) in
      let object = try JSONObject(value)
      let rank = try object.require("rank", .wholeNumber(from: 0), Read.integer)
      return Same(
        to: try object.require("to", .text, Read.text), rank: Same.Rank(rawValue: rank) ?? .owner,
        at: try object.require("at", .instant, Read.instant))
    }
    let moves = try object.read("moves") { value throws(SnapshotError) in
      try value.readList { value throws(SnapshotError) in
        let object = try JSONObject(value)
        return Move(
          at: try object.require("at", .instant, Read.instant),
          to: try object.require("to", .text, Read.text))
      }
    }
    self.moves = moves ?? []
    let waiting = try object.read("unsettled") { value throws(SnapshotError) in
      try value.readList(Read.text)
    }
    unsettled = Set(waiting ?? [])
  }

  var json: String {
    func text(_ name: String, _ value: String) -> JSONValue.Member { .init(name, .text(value)) }
    var members = [JSONValue.Member("schema", .integer(1))]
    if let user { members.append(text("user", user)) }
    if let same {
      members.append(
        JSONValue.Member(
          "same",
          .object([
            text("to", same.to), .init("rank", .integer(same.rank.rawValue)),
            .init("at", .instant(same.at)),
          ])))
    }
    if !moves.isEmpty {
      let list = moves.map { JSONValue.object([.init("at", .instant($0.at)), text("to", $0.to)]) }
      members.append(JSONValue.Member("moves", .list(list)))
    }
    if !unsettled.isEmpty {
      members.append(
        JSONValue.Member("unsettled", .list(unsettled.sorted().map { .text($0) })))
    }
    return JSONValue.object(members).json()
  }
}

/// The links of customers to users in the store: a document for each customer who has one.
final class SenderLinks: Sendable {
  /// The kind of the documents.
  static let kind = "link"
  /// How many links are followed from one customer; more are a circle.
  static let mostSteps = 16

  private let store: any DocumentStore

  init(in store: any DocumentStore) {
    self.store = store
  }

  private static func id(_ source: UserRecord.Source, of policy: String) -> String {
    "\(policy)/\(source.sender.rawValue)/\(source.id)"
  }

  /// The link of a customer, and its version; an empty one if there is none.
  func link(
    _ source: UserRecord.Source, of policy: String
  ) async throws -> (link: SenderLink, version: Int64?) {
    let id = SenderLinks.id(source, of: policy)
    guard let stored = try await store.document(id, of: SenderLinks.kind) else {
      return (SenderLink(), nil)
    }
    guard let link = try? SenderLink(json: stored.text) else {
      throw Problem(.failed, "what is stored of a link cannot be read")
    }
    return (link, stored.version)
  }

  /// Writes a link, or deletes an empty one.
  ///
  /// - Returns: Whether nobody else was faster.
  func write(
    _ link: SenderLink, for source: UserRecord.Source, of policy: String, at version: Int64?
  ) async throws -> Bool {
    if link.isEmpty, version == nil { return true }
    let id = SenderLinks.id(source, of: policy)
    let text = link.isEmpty ? nil : link.json
    return try await store.write(text, as: id, of: SenderLinks.kind, at: version) != nil
  }

  /// Deletes a link.
  func forget(_ source: UserRecord.Source, of policy: String) async throws {
    for _ in 0..<Users.mostAttempts {
      let (_, version) = try await link(source, of: policy)
      guard let version else { return }
      if try await write(SenderLink(), for: source, of: policy, at: version) { return }
    }
  }
}

/// Follows links, and reads each once.
struct LinkWalk {
  /// Where purchases of a customer belong that were told until an instant.
  struct Place: Sendable, Hashable {
    /// Nil for all that comes.
    var until: Instant?
    var user: String
    /// The customers whose links lead there.
    var links: Set<UserRecord.Source>
  }

  private let links: SenderLinks
  private let policy: String
  private var known: [UserRecord.Source: SenderLink] = [:]

  /// - Parameter instead: Links as they are to be, in the place of those in the store.
  init(
    _ links: SenderLinks, of policy: String, instead: [UserRecord.Source: SenderLink] = [:]
  ) {
    self.links = links
    self.policy = policy
    known = instead
  }

  private mutating func link(_ source: UserRecord.Source) async throws -> SenderLink {
    if let link = known[source] { return link }
    let (link, _) = try await links.link(source, of: policy)
    known[source] = link
    return link
  }

  /// The places of a customer's purchases, the earliest first; the last is for all that comes.
  mutating func places(of source: UserRecord.Source) async throws -> [Place] {
    let link = try await link(source)
    var places: [Place] = []
    for move in link.moves {
      let next = UserRecord.Source(sender: source.sender, id: move.to)
      var place = try await end(of: next, after: move.at)
      place.until = move.at
      place.links.insert(source)
      places.append(place)
    }
    return places + [try await end(of: source, after: nil)]
  }

  /// The user at the end of the links.
  ///
  /// - Parameter instant: When the purchases came to the customer: later moves took them on. Nil for
  ///   purchases that are not moved.
  private mutating func end(
    of source: UserRecord.Source, after instant: Instant?
  ) async throws -> Place {
    var (source, instant) = (source, instant)
    var found: Set<UserRecord.Source> = []
    for _ in 0..<SenderLinks.mostSteps {
      let link = try await link(source)
      if !link.isEmpty { found.insert(source) }
      var next: String?
      if let since = instant, let move = link.moves.first(where: { $0.at > since }) {
        (next, instant) = (move.to, move.at)
      } else if let user = link.user {
        return Place(user: user, links: found)
      } else {
        next = link.same?.to
      }
      guard let next, next != source.id else { break }
      source = UserRecord.Source(sender: source.sender, id: next)
    }
    return Place(user: source.id, links: found)
  }
}

extension [LinkWalk.Place] {
  /// The purchases of a customer by the place where they belong.
  func parts(of sold: SoldPurchases) -> [(place: LinkWalk.Place, sold: SoldPurchases)] {
    var parts: [(LinkWalk.Place, SoldPurchases)] = []
    var start: Instant?
    for place in self {
      // The usual case: nothing was moved.
      let part =
        count == 1
        ? sold
        : sold.filtered { at in
          (start.map { at > $0 } ?? true) && (place.until.map { at <= $0 } ?? true)
        }
      if !part.isEmpty { parts.append((place, part)) }
      start = place.until
    }
    return parts
  }
}
