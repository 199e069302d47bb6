import TollgateKit
import TollgateRuntime
import TollgateUsage

/// The server's counts about itself, as Prometheus reads them. Nothing in them is about a user.
final class ServerMetrics: Sendable {
  /// One thing that is counted. Its name and its labels are written when the page is read.
  private enum Series: Hashable, Sendable {
    case answer(route: String, status: Int)
    case decision(policy: String, kind: String, outcome: Decision.Outcome)
    case use(outcome: Decision.Outcome, isRepeated: Bool)
    case failure(Problem.Kind)
    case webhook(sender: String, result: String)

    var name: String {
      switch self {
      case .answer: "requests"
      case .decision: "decisions"
      case .use: "uses"
      case .failure: "failures"
      case .webhook: "webhooks"
      }
    }

    var labels: String {
      switch self {
      case .answer(let route, let status): "route=\"\(route)\",status=\"\(status)\""
      case .decision(let policy, let kind, let outcome):
        "policy=\"\(policy)\",kind=\"\(kind)\",outcome=\"\(outcome.rawValue)\""
      case .use(let outcome, let isRepeated):
        "outcome=\"\(outcome.rawValue)\",repeated=\"\(isRepeated)\""
      case .failure(let kind): "kind=\"\(kind.rawValue)\""
      case .webhook(let sender, let result): "sender=\"\(sender)\",result=\"\(result)\""
      }
    }
  }

  private struct Latency: Sendable {
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
    var sum = 0.0
    var count = 0

    mutating func note(_ seconds: Double, at place: Int) {
      counts[place] += 1
      sum += seconds
      count += 1
    }
  }

  private struct Values: Sendable {
    var counts: [Series: Int] = [:]
    var latencies: [String: Latency] = [:]
  }

  /// The upper bounds of the buckets of latency, in seconds.
  static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5]

  private let values = Locked(Values())

  /// Notes an answer.
  func answered(_ route: Route?, _ status: Int, in time: Duration) {
    let name = route?.name ?? "none"
    let (whole, atto) = time.components
    let seconds = Double(whole) + Double(atto) / 1e18
    values.withLock { values in
      values.counts[.answer(route: name, status: status), default: 0] += 1
      let place = ServerMetrics.bounds.firstIndex { seconds <= $0 } ?? ServerMetrics.bounds.count
      values.latencies[name, default: Latency()].note(seconds, at: place)
    }
  }

  /// Notes a decision: its outcome, and the kind of its target.
  func decided(_ decision: Decision, in policy: Policy) {
    let kind: String
    if let target = policy.graph.target(decision.target) {
      kind =
        policy.graph.setting(of: target.index) != nil
        ? "setting" : decision.quota != nil ? "meter" : "feature"
    } else {
      kind = policy.graph.members(of: decision.target) == nil ? "unknown" : "group"
    }
    count(.decision(policy: policy.name, kind: kind, outcome: decision.outcome))
  }

  /// Notes a use.
  func counted(_ answer: UsageAnswer) {
    count(.use(outcome: answer.outcome, isRepeated: answer.isRepeated))
  }

  /// Notes a failure of the server or its store.
  func failed(_ kind: Problem.Kind) {
    count(.failure(kind))
  }

  /// Notes a message of a service that sells.
  func received(from sender: String, _ result: String) {
    count(.webhook(sender: sender, result: result))
  }

  private func count(_ series: Series) {
    values.withLock { $0.counts[series, default: 0] += 1 }
  }

  private static let help = [
    "decisions": "Decisions by policy, kind of target and outcome.",
    "failures": "Requests that failed by no fault of the caller.",
    "requests": "Answers by route and status.",
    "uses": "Uses by outcome.",
    "webhooks": "Messages of services that sell.",
  ]

  /// The page, in the text format of Prometheus.
  func text(of server: DecisionServer) -> String {
    let values = values.withLock { $0 }
    var lines: [String] = []
    let named = Dictionary(grouping: values.counts) { $0.key.name }
    for (name, series) in named.sorted(by: { $0.key < $1.key }) {
      lines.append("# HELP tollgate_\(name)_total \(ServerMetrics.help[name] ?? "")")
      lines.append("# TYPE tollgate_\(name)_total counter")
      lines += series.map { "tollgate_\(name)_total{\($0.key.labels)} \($0.value)" }.sorted()
    }
    lines.append("# HELP tollgate_request_seconds How long answers took.")
    lines.append("# TYPE tollgate_request_seconds histogram")
    for (route, latency) in values.latencies.sorted(by: { $0.key < $1.key }) {
      var sum = 0
      for (place, count) in latency.counts.enumerated() {
        sum += count
        let bound = place < ServerMetrics.bounds.count ? "\(ServerMetrics.bounds[place])" : "+Inf"
        lines.append(
          "tollgate_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(sum)")
      }
      lines.append("tollgate_request_seconds_sum{route=\"\(route)\"} \(latency.sum)")
      lines.append("tollgate_request_seconds_count{route=\"\(route)\"} \(latency.count)")
    }
    lines.append("# HELP tollgate_streams Streams that are open.")
    lines.append("# TYPE tollgate_streams gauge")
    lines.append("tollgate_streams \(server.streams.count)")
    lines.append("# HELP tollgate_policy_age_seconds For how long a policy is in use.")
    lines.append("# TYPE tollgate_policy_age_seconds gauge")
    for served in server.shelf.policies {
      let age = (server.now.milliseconds - served.state.since.milliseconds) / 1000
      lines.append("tollgate_policy_age_seconds{policy=\"\(served.name)\"} \(age)")
    }
    lines.append("# HELP tollgate_policy_refused Whether a newer policy is refused.")
    lines.append("# TYPE tollgate_policy_refused gauge")
    for served in server.shelf.policies {
      let isRefused = served.problem == nil ? 0 : 1
      lines.append("tollgate_policy_refused{policy=\"\(served.name)\"} \(isRefused)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
