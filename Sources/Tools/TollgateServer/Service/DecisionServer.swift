import Foundation
public import TollgateKit
import TollgateRuntime
public import TollgateUsage

/// Answers over HTTP who may do what, and counts what they use: policies, and a store with what is
/// known of users. It knows no socket: ``answer(_:)`` takes a request and gives the answer.
///
/// ```swift
/// let server = try DecisionServer(policies: [.file(url)], in: MemoryUsageStore())
/// let question = #"{"user": "ada", "target": "bills", "adding": 3}"#
/// let answer = await server.answer(
///   ServerRequest("POST", "/v1/check", body: Array(question.utf8)))
/// ```
///
/// Any number of requests may be answered at once. `tollgate serve` listens with it.
public final class DecisionServer: Sendable {
  /// How it answers.
  public let options: ServerOptions
  let shelf: PolicyShelf
  let users: Users
  let store: any DocumentStore
  let metrics = ServerMetrics()
  let turns = Turns()
  let streams: StreamBoard
  let routes = RouteTable(Route.all)
  private let shownKeys: Locked<APIKeys?>
  private let isEnding = Locked(false)

  /// A server with policies and a store.
  ///
  /// - Parameters:
  ///   - policies: Where they come from; each has another name.
  ///   - shadows: Policies that are tried beside those with the same name. They never answer.
  ///   - store: Where users and counts are kept.
  ///   - keys: The keys that callers show; nil for none, and then everybody may do everything.
  /// - Throws: `PolicyError` with every diagnostic of the first policy that does not compile, or of
  ///   two with one name.
  public init(
    policies: [PolicyOrigin], shadows: [Policy] = [],
    in store: any DocumentStore = MemoryUsageStore(), keys: APIKeys? = nil,
    options: ServerOptions = ServerOptions()
  ) throws {
    self.options = options
    self.store = store
    shownKeys = Locked(keys)
    let now = options.clock.now()
    var served: [ServedPolicy] = []
    for origin in policies {
      let policy = try origin.policy()
      guard !served.contains(where: { $0.name == policy.name }) else {
        throw ServerError.policyTwice(policy.name)
      }
      let shadow = shadows.first { $0.name == policy.name }
      served.append(ServedPolicy(policy, from: origin, shadow: shadow, in: store, at: now))
    }
    for shadow in shadows where !served.contains(where: { $0.name == shadow.name }) {
      throw ServerError.shadowOfNothing(shadow.name)
    }
    shelf = PolicyShelf(served)
    users = Users(in: store)
    streams = StreamBoard(most: options.mostStreams)
  }

  /// Other keys, from now on.
  public func use(_ keys: APIKeys) {
    shownKeys.withLock { if $0 != nil { $0 = keys } }
  }

  /// The names of the policies that are served.
  public var policyNames: [String] { shelf.policies.map { $0.name } }

  /// The keys that callers show; nil for none.
  var keys: APIKeys? { shownKeys.withLock { $0 } }

  var now: Instant { options.clock.now() }

  /// A request whose content may be read: it calls the server by its name, it is for a page, and it
  /// comes from somebody who may ask for it.
  struct Admission: Sendable {
    fileprivate let route: Route
    fileprivate let parts: [String: String]
    fileprivate let policyName: String?
    fileprivate let key: APIKey?
    /// The longest content of the page, in bytes.
    let mostBytes: Int
  }

  /// Answers a request. It never throws: what goes wrong is a problem document with its status.
  public func answer(_ request: ServerRequest) async -> ServerAnswer {
    do throws(Problem) {
      return await answer(request, by: .success(try admit(request)))
    } catch {
      return await answer(request, by: .failure(error))
    }
  }

  /// Answers a request that was let in, or says why it was not.
  func answer(
    _ request: ServerRequest, by admission: Result<Admission, Problem>
  ) async -> ServerAnswer {
    let start = ContinuousClock.now
    var route: Route?
    var answer: ServerAnswer
    do {
      if case .failure = admission { route = try? routes.find(request.asGet).route }
      if case .failure(let problem) = admission, problem.kind == .wrongMethod,
        request.method == "OPTIONS", request.isOfBrowsers
      {
        answer = ServerAnswer(status: 204)
      } else {
        let admission = try admission.get()
        route = admission.route
        answer = try await reply(to: request, admission)
      }
    } catch {
      let problem = Problem(error)
      answer = route?.operation.problemAnswer(problem, request) ?? problem.answer
      if problem.kind.status >= 500 {
        metrics.failed(problem.kind)
        options.log?(
          ServerEvent(
            .error, "a request failed",
            [
              "route": route?.path ?? "none", "problem": problem.kind.rawValue,
              "error": ServerError.text(of: error),
            ]))
      }
    }
    answer.route = route?.path
    share(request, &answer)
    metrics.answered(route, answer.status, in: start.duration(to: .now))
    return answer
  }

  /// Lets a request in before its content is read.
  ///
  /// - Parameter bytes: How long the content says that it is; nil if it does not.
  func admit(_ head: ServerRequest, bytes: Int? = nil) throws(Problem) -> Admission {
    try checkHost(head)
    guard Percent.isText(head.path), Percent.isText(head.query) else {
      throw Problem(.unreadable, "the address is not UTF-8")
    }
    let (route, parts, policy) = try routes.find(head.asGet)
    let key = try permit(head, route)
    let most = most(route)
    guard bytes ?? 0 <= most else {
      throw Problem(.tooLong, "the content can have at most \(most) bytes here")
    }
    return Admission(route: route, parts: parts, policyName: policy, key: key, mostBytes: most)
  }

  private func reply(
    to request: ServerRequest, _ admission: Admission
  ) async throws -> ServerAnswer {
    try check(request, admission)
    let asked = Asked(
      request: request.asGet, parts: admission.parts, server: self,
      policyName: admission.policyName, key: admission.key)
    let handle = admission.route.handle
    // Memory never keeps anybody waiting.
    var answer =
      store is MemoryUsageStore
      ? try await handle(asked) : try await inTime { try await handle(asked) }
    if request.method == "HEAD" { answer.body = .bytes([]) }
    return answer
  }

  /// Whether the request calls the server by a name that is its own.
  private func checkHost(_ request: ServerRequest) throws(Problem) {
    guard !options.hosts.isEmpty else { return }
    let host = request.headers["host"] ?? ""
    // `[::1]:8080`, `localhost:8080`
    var name = Substring(host)
    if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")),
      !host.utf8[colon...].contains(UInt8(ascii: "]"))
    {
      name = host[..<colon]
    }
    guard options.hosts.contains(name.lowercased()) else {
      throw Problem(.forbidden, "this server does not answer for the host \(JSONText.quoted(host))")
    }
    // Without keys a page of another site could do everything, through the browser of whoever runs it.
    let isForeign = ["cross-site", "same-site"].contains(request.headers["sec-fetch-site"])
    let origin = request.headers["origin"]
    guard isForeign || origin != nil, !request.isOfBrowsers else { return }
    guard !isForeign, let origin, origin.hasSuffix("//" + host) else {
      throw Problem(.forbidden, "start the server with --keys to answer pages of other sites")
    }
  }

  /// Works for no longer than ``ServerOptions/mostSecondsToAnswer``. A database that hangs keeps its own
  /// work waiting, and nobody else.
  private func inTime(
    _ work: @escaping @Sendable () async throws -> ServerAnswer
  ) async throws -> ServerAnswer {
    let waiting = Locked<CheckedContinuation<ServerAnswer, any Error>?>(nil)
    let seconds = UInt64(options.mostSecondsToAnswer)
    return try await withCheckedThrowingContinuation { continuation in
      waiting.withLock { $0 = continuation }
      @Sendable func end(_ result: Result<ServerAnswer, any Error>) {
        let first = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        first?.resume(with: result)
      }
      let alarm = Task {
        do { try await Task.sleep(nanoseconds: seconds * 1_000_000_000) } catch { return }
        end(.failure(Problem.databaseIsAway))
      }
      Task {
        do { end(.success(try await work())) } catch { end(.failure(error)) }
        alarm.cancel()
      }
    }
  }

  /// Whether the route is open to the key that the request shows.
  private func permit(_ request: ServerRequest, _ route: Route) throws(Problem) -> APIKey? {
    guard let keys = shownKeys.withLock({ $0 }) else { return nil }
    guard case .key(let permission) = route.caller else { return nil }
    let header = request.headers["authorization"] ?? ""
    let bearer = header.lowercased().hasPrefix("bearer ") ? String(header.dropFirst(7)) : nil
    guard let text = bearer ?? request.headers["x-api-key"], let key = keys.key(text) else {
      throw Problem(.unauthorized, "show a key: Authorization: Bearer …")
    }
    guard key.permissions.contains(permission) else {
      throw Problem(.forbidden, "the key may not \(permission.rawValue)")
    }
    return key
  }

  /// Whether the body may be as long as it is, and says that it is what it has to be.
  private func check(_ request: ServerRequest, _ admission: Admission) throws(Problem) {
    guard request.body.count <= admission.mostBytes else {
      throw Problem(.tooLong, "the content can have at most \(admission.mostBytes) bytes here")
    }
    if let coding = request.headers["content-encoding"], coding != "identity" {
      throw Problem(.wrongType, "send the content without Content-Encoding")
    }
    guard let body = admission.route.operation.body, let type = request.headers["content-type"]
    else {
      return
    }
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    let isJSON = name == "application/json" || name.hasSuffix("+json")
    // What curl says unless it is told otherwise.
    guard name == body.type || isJSON && body.isJSON || name == "application/x-www-form-urlencoded"
    else {
      throw Problem(.wrongType, "expected the content type \(body.type)")
    }
  }

  /// The longest body of a route.
  func most(_ route: Route) -> Int {
    min(route.mostBytes, route.isBatch ? options.mostBatchBytes : options.mostBytes)
  }

  /// Lets pages of other origins read answers of OFREP, if they may, and gives the request's id back.
  private func share(_ request: ServerRequest, _ answer: inout ServerAnswer) {
    if let id = request.headers["x-request-id"], id.utf8.count <= 200 {
      answer.headers["x-request-id"] = id
    }
    guard request.isOfBrowsers, let origin = request.headers["origin"]
    else { return }
    let isOpen = options.origins.contains("*")
    guard isOpen || options.origins.contains(origin) else { return }
    answer.headers["access-control-allow-origin"] = isOpen ? "*" : origin
    answer.headers["access-control-expose-headers"] = "ETag, Retry-After, X-Request-ID"
    answer.headers["access-control-allow-methods"] = "GET, POST, OPTIONS"
    answer.headers["access-control-allow-headers"] =
      "Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-ID"
    answer.headers["access-control-max-age"] = "600"
    if !isOpen { answer.headers["vary"] = "Origin" }
  }

  /// Whether it takes no new requests any more.
  var ends: Bool { isEnding.withLock { $0 } }

  /// Ends the streams; whatever else runs may go on.
  public func end() {
    isEnding.withLock { $0 = true }
    streams.end()
  }
}

/// Why a server cannot begin.
///
/// ```swift
/// do {
///   let server = try DecisionServer(policies: origins)
///   log("\(server.options.mostStreams) streams")
/// } catch let error as ServerError {
///   log("\(error)")
/// }
/// ```
public enum ServerError: Error, Sendable, Hashable {
  /// Two policies have this name.
  case policyTwice(String)
  /// There is no policy of this name that a shadow could be tried beside.
  case shadowOfNothing(String)
  /// The sealed policy of this name cannot be had from its address, for this reason.
  case address(String, String)

  /// A failure in words, for the log: where the database or a file is at fault.
  static func text(of error: any Error) -> String {
    switch error {
    case let error as Problem: error.detail
    case let error as UsageError: error.description(in: "en")
    default: "\(type(of: error))"
    }
  }
}

extension ServerError: CustomStringConvertible {
  /// The error, and what to do.
  public var description: String {
    switch self {
    case .policyTwice(let name): "two policies are called \(name): serve one of them"
    case .shadowOfNothing(let name):
      "no policy is called \(name) like the shadow: a shadow has the name of the policy in use"
    case .address(let name, let reason): "the sealed policy \(name): \(reason)"
    }
  }
}
