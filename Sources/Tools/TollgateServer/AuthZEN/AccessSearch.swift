import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateUsage

/// A search of AuthZEN: for every subject, resource or action that would be permitted. Nothing of it
/// is a decision that somebody waits for, so it is in no log and in no metric, like `/v1/access`.
struct AccessSearch: Sendable {
  /// The most results of a page, and how many there are without a limit.
  static let mostResults: Int64 = 1_000
  /// How many are tried for a page at most: a page may have fewer results than wanted, or none, and
  /// still not be the last.
  static let mostTried = 5_000

  private static let wrongToken = Problem(
    .unreadable, "page.token: it is none of this request; begin without a token")

  /// A page of results.
  struct Page: Sendable {
    var found: [String] = []
    /// Behind this one it goes on; nil at the end.
    var last: String?
  }

  let sought: AccessEntity.Role
  let request: AccessRequest
  private let limit: Int
  private let after: String
  /// Of everything that has to be the same on each page.
  private let mark: String

  init(_ object: JSONObject, for sought: AccessEntity.Role) throws {
    self.sought = sought
    let parts = try AccessRequest.Parts(object, sought: sought)
    request = AccessRequest(
      subject: try parts.require(.subject), resource: try parts.require(.resource),
      action: sought == .action ? AccessEntity(action: "") : try parts.require(.action),
      context: parts.context ?? [])
    let same = ["subject", "resource", "action", "context"].map { object[$0]?.sorted ?? .null }
    mark = FlagTag.of(Array(JSONValue.list(same).json().utf8))
    let page = try object.object("page")
    let wanted = try page?.read("limit", Read.amount)
    guard let token = try page?.read("token", Read.text), !token.isEmpty else {
      after = ""
      limit = Int(min(wanted ?? AccessSearch.mostResults, AccessSearch.mostResults))
      return
    }
    guard let bytes = Base64.decode(token.utf8, .url),
      case .list(let known)? = try? SnapshotError.read(bytes), known.count == 3,
      case (.text(let after), .integer(let limit), .text(mark)) = (known[0], known[1], known[2]),
      (0...AccessSearch.mostResults).contains(limit),
      min(wanted ?? limit, AccessSearch.mostResults) == limit
    else {
      throw AccessSearch.wrongToken
    }
    self.after = after
    self.limit = Int(limit)
  }

  /// The token of the page behind; empty for none.
  private func token(_ last: String?) -> String {
    guard let last else { return "" }
    let known = JSONValue.list([.text(last), .integer(Int64(limit)), .text(mark)])
    return Base64.encode(Array(known.json().utf8), .url)
  }

  /// The answer with a page.
  func json(_ page: Page) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("page") { writer in
        writer.member("next_token", token(page.last))
        writer.member("count", page.found.count)
      }
      writer.array("results", page.found) { found, writer in
        writer.object { writer in
          switch sought {
          case .subject: writer.member("type", request.subject.type)
          case .resource: writer.member("type", request.resource.type)
          case .action: return writer.member("name", found)
          }
          writer.member("id", found)
        }
      }
    }
    return writer.utf8
  }

  func page(_ served: ServedPolicy, _ server: DecisionServer) async throws -> Page {
    let state = served.state
    guard limit > 0 else { return Page(last: after) }
    if sought == .subject { return try await subjects(state, served, server) }
    return try await names(among: candidates(state.policy.graph, server), state, served, server)
  }

  /// The names that are tried: those of the policy that may be asked about in this place, and the
  /// choices that it declares for the fact `resource.id` or `action.name`.
  private func candidates(_ graph: RuleGraph, _ server: DecisionServer) -> [String] {
    let isByAction = server.options.authZEN == .action
    let targets: [String]
    let choices: [String]
    if sought == .action {
      choices = AccessFacts.choices(of: "action.name", in: graph)
      targets = isByAction ? AccessSearch.targets(of: graph) : []
    } else {
      choices = AccessFacts.choices(of: "resource.id", in: graph)
      let isAnswered = isByAction && graph.members(of: request.action.name) != nil
      targets = isAnswered ? [] : AccessSearch.targets(of: graph)
    }
    var seen: Set<String> = []
    return (targets + choices).filter { seen.insert($0).inserted }
  }

  /// The features and meters: nobody does a setting.
  private static func targets(of graph: RuleGraph) -> [String] {
    graph.targets.filter { graph.setting(of: $0.index) == nil }
      .map { graph[target: $0.index].name }
  }

  /// The names with which the request is permitted.
  private func names(
    among names: [String], _ state: ServedPolicy.State, _ served: ServedPolicy,
    _ server: DecisionServer
  ) async throws -> Page {
    var page = Page()
    guard let start = after.isEmpty ? 0 : Int(after), (0...names.count).contains(start) else {
      throw AccessSearch.wrongToken
    }
    for (place, name) in names.enumerated().dropFirst(start) {
      guard page.found.count < limit, place - start < AccessSearch.mostTried else {
        page.last = String(place)
        break
      }
      var request = request
      if sought == .action {
        request.action = AccessEntity(action: name)
      } else {
        request.resource = request.resource.with(id: name)
      }
      let question = try await request.question(state, served, server)
      let decision = question.policy.graph.decide(
        question.line.target, ask: question.line.ask, for: question.prepared, at: question.now)
      if decision.isAllowed { page.found.append(name) }
    }
    return page
  }

  /// The users of the store whom the request permits, in the order of their ids. Many are decided at
  /// once, in columns.
  private func subjects(
    _ state: ServedPolicy.State, _ served: ServedPolicy, _ server: DecisionServer
  ) async throws -> Page {
    var page = Page(last: after)
    let graph = state.policy.graph
    let now = server.now
    var tried = 0
    while tried < AccessSearch.mostTried {
      let most = min(AccessSearch.mostTried - tried, max(50, min(limit, 500)))
      let users = try await server.users.ids(of: served, after: page.last ?? "", most: most)
      var prepared: [PreparedSnapshot] = []
      var line = BatchLine(target: "")
      for (id, record) in users {
        var request = request
        request.subject = request.subject.with(id: id)
        line = try request.line(for: graph, server.options.authZEN)
        let person = Users.Known(record: record ?? UserRecord(), version: 1).person(
          id, thing: request.resource.id, in: server.options.timeZone, served, state, server,
          at: now)
        let snapshot = try await state.counter.snapshot(of: person, at: now)
        prepared.append(
          state.policy.prepareOnce(snapshot, usage: line.usage, facts: line.facts))
      }
      let outcomes = graph.cohort(of: prepared, at: now).outcomes(of: line.target, ask: line.ask)
      for (place, user) in users.enumerated() {
        page.last = user.id
        tried += 1
        if user.record != nil, outcomes[place] != .denied { page.found.append(user.id) }
        if page.found.count == limit { break }
      }
      if page.found.count == limit { return page }
      if users.count < most {
        page.last = nil
        return page
      }
    }
    return page
  }
}

extension JSONValue {
  /// The value with the members of objects in the order of their names.
  fileprivate var sorted: JSONValue {
    switch self {
    case .list(let values): .list(values.map { $0.sorted })
    case .object(let members):
      .object(members.map { .init($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
    case .null, .boolean, .integer, .number, .text: self
    }
  }
}
