/// One page of the server: how it is asked for, by whom, and who answers. The list of them,
/// ``Route/all``, is also the list of the OpenAPI document, of the limits and of the metrics.
struct Route: Sendable {
  /// Who may ask.
  enum Caller: Sendable, Hashable {
    /// Anybody who reaches the server.
    case anyone
    /// Whoever has a key that may do this.
    case key(APIKey.Permission)
    /// A service that signs what it sends; the route checks it.
    case sender
  }

  let method: String
  /// The method and the path, by which metrics name it.
  let name: String
  /// The path; `{name}` is one part of it, `{name...}` all that is left.
  let path: String
  let caller: Caller
  /// Whether it is about one policy: then it is below `/p/{policy}`, too.
  let isAboutPolicy: Bool
  /// The longest body, in bytes.
  let mostBytes: Int
  let operation: Operation
  let handle: @Sendable (Asked) async throws -> ServerAnswer

  private let parts: [Part]

  private enum Part: Sendable {
    case fixed(Substring)
    case name(String)
    case rest(String)
  }

  init(
    _ method: String, _ path: String, by caller: Caller, isAboutPolicy: Bool = true,
    mostBytes: Int = 0, _ operation: Operation,
    _ handle: @escaping @Sendable (Asked) async throws -> ServerAnswer
  ) {
    self.method = method
    self.path = path
    name = "\(method) \(path)"
    self.caller = caller
    self.isAboutPolicy = isAboutPolicy
    self.mostBytes = mostBytes
    self.operation = operation
    self.handle = handle
    parts = path.split(separator: "/").map { part in
      guard part.hasPrefix("{") else { return .fixed(part) }
      let name = part.dropFirst().dropLast()
      return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .name(String(name))
    }
  }

  /// Whether its body has many questions.
  var isBatch: Bool { operation.body?.type == "application/jsonl" }

  /// The parts of a path that the route has names for; nil if it is the path of another route.
  func match(_ path: [Substring]) -> [String: String]? {
    var found: [String: String] = [:]
    var place = 0
    for part in parts {
      guard place < path.count else { return nil }
      switch part {
      case .fixed(let text):
        guard path[place] == text else { return nil }
      case .name(let name): found[name] = Percent.decoded(path[place])
      case .rest(let name):
        found[name] = Percent.decoded(path[place...].joined(separator: "/"))
        return found
      }
      place += 1
    }
    return place == path.count ? found : nil
  }
}

/// A request that came to its route.
struct Asked: Sendable {
  let request: ServerRequest
  /// The named parts of the path.
  let parts: [String: String]
  let server: DecisionServer
  /// The policy that the path names; nil for none.
  let policyName: String?
  /// The key that was shown; nil without keys.
  let key: APIKey?

  /// The policy that it is about: the one in the path, or the only one.
  var policy: ServedPolicy {
    get throws {
      let policy = try server.shelf.policy(policyName)
      if let key, !key.isFor(policy.name) {
        throw Problem(.forbidden, "this key is not for the policy \(policy.name)")
      }
      return policy
    }
  }

  /// A named part of the path that is an id.
  func id(_ name: String) throws -> String {
    try UserID.checked(parts[name] ?? "", name)
  }

  /// The value of the query with a name; nil if it is not there.
  subscript(name: String) -> String? { request.parameters[name] }
}

extension Route {
  /// Every route, in the order of the pages.
  static let all: [Route] =
    questions + counting + users + purchases + webhooks + changes + ofrep + authZEN + policies
    + shadow + operation
}

/// The routes, to find that of a request.
struct RouteTable: Sendable {
  let all: [Route]
  /// Those whose path has no names, by it: most requests are for one of them.
  private let fixed: [String: [Route]]

  init(_ routes: [Route]) {
    all = routes
    fixed = Dictionary(grouping: routes.filter { !$0.path.contains("{") }) { $0.path }
  }

  /// The route of a request with the named parts of its path, and the policy that the path names.
  func find(
    _ request: ServerRequest
  ) throws(Problem) -> (route: Route, parts: [String: String], policy: String?) {
    if let route = fixed[request.path]?.first(where: { $0.method == request.method }) {
      return (route, [:], nil)
    }
    // A proxy's rule for `/v1/users` does not see `//v1/users`: an empty part is no page.
    var path = request.path.split(separator: "/", omittingEmptySubsequences: false)
    if path.first == "" { path.removeFirst() }
    var policy: String?
    if path.first == "p", path.count > 2 {
      policy = Percent.decoded(path[1])
      path.removeFirst(2)
    }
    var methods: [String] = []
    for route in all where policy == nil || route.isAboutPolicy {
      guard let parts = route.match(path) else { continue }
      if route.method == request.method { return (route, parts, policy) }
      methods.append(route.method)
    }
    guard !methods.isEmpty else {
      throw Problem(.notFound, "the server has no such page; /openapi.json lists all")
    }
    if request.method == "OPTIONS" { methods.append("OPTIONS") }
    let allowed = Array(Set(methods)).sorted().joined(separator: ", ")
    var problem = Problem(.wrongMethod, "this page takes \(allowed)")
    problem.headers["allow"] = allowed
    throw problem
  }
}
