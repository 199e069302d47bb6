public import Foundation
public import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// How a server answers: its limits, and what the command line says about it. The default is that of
/// the command.
///
/// ```swift
/// var options = ServerOptions()
/// options.mostStreams = 1_000
/// let server = try DecisionServer(policies: [.file(url)], options: options)
/// ```
public struct ServerOptions: Sendable {
  /// Which part of an AuthZEN request names the target.
  public enum AuthZENTarget: String, Sendable, CaseIterable {
    /// The name of the action, if the policy has it; or else the id of the resource.
    case action
    /// The id of the resource.
    case resource
  }

  /// The longest body of a question, of a use, and of a user, in bytes.
  public var mostBytes = 1 << 20
  /// The longest body of a batch, in bytes.
  public var mostBatchBytes = 16 << 20
  /// How many streams may be open at once.
  public var mostStreams = 10_000
  /// How many connections may be open at once.
  public var mostConnections = 20_000
  /// How long a request may take to arrive, in seconds; then its connection is closed.
  public var mostSeconds = 30
  /// How long an answer may wait for the database, in seconds; then it is status 503.
  public var mostSecondsToAnswer = 15
  /// How long the server goes on with what runs after SIGTERM, in seconds.
  public var mostSecondsToEnd = 20
  /// The zone whose midnight begins a day where a request names none.
  public var timeZone = TimeZone(identifier: "UTC") ?? .current
  /// Which part of an AuthZEN request names the target.
  public var authZEN = AuthZENTarget.action
  /// The origins whose pages may read answers of OFREP in a browser; `*` for all.
  public var origins: [String] = []
  /// The names that a request may call the server by (`Host`), which keeps pages of other sites from
  /// reaching a server on this machine; empty for all.
  public var hosts: Set<String> = []
  /// The address that clients reach the server at, such as `https://gate.example.com`: it is told in
  /// AuthZEN's metadata and in OFREP's streams. Nil for what a request names.
  public var publicAddress: String?
  /// The secrets of those who send webhooks.
  public var webhooks = WebhookSecrets()
  /// Whether the purchases of testers count, as they do for a server that an app is tested with.
  public var acceptsTestPurchases = false
  /// A log of decisions; nil for none.
  public var observer: (any DecisionObserver)?
  /// Is told what happens, in lines that hold nothing about a user; nil for nobody.
  public var log: (@Sendable (ServerEvent) -> Void)?
  /// Whether the log has a line for each answer.
  public var logsRequests = false
  /// The JSON Schemas of Tollgate's documents by name, for the OpenAPI document.
  public var schemas: [String: String] = [:]
  /// Where the time comes from.
  public var clock: any StoreClock = SystemClock()

  /// The options of the command.
  public init() {}
}

/// Something that the log of a server tells. It holds nothing about a user.
///
/// ```swift
/// options.log = { event in
///   if event.level == .error { log("\(event.message) \(event.details)") }
/// }
/// ```
public struct ServerEvent: Sendable, Hashable {
  /// How much it matters.
  public enum Level: String, Sendable { case info, warning, error }

  /// How much it matters.
  public var level: Level
  /// The event, in a few words.
  public var message: String
  /// The details by name.
  public var details: [String: String]

  /// An event.
  public init(_ level: Level, _ message: String, _ details: [String: String] = [:]) {
    self.level = level
    self.message = message
    self.details = details
  }
}

extension DecisionServer {
  /// Tells the log of an answer: the route and not the address, which may name a user.
  func logAnswer(
    _ request: ServerRequest, _ answer: ServerAnswer, id: String, in time: Duration
  ) {
    guard options.logsRequests, let log = options.log else { return }
    let (seconds, atto) = time.components
    let milliseconds = Double(seconds) * 1000 + Double(atto) / 1e15
    log(
      ServerEvent(
        .info, "answered",
        [
          "method": request.method, "route": answer.route ?? "none", "status": "\(answer.status)",
          "milliseconds": "\((milliseconds * 1000).rounded() / 1000)", "request": id,
        ]))
  }
}

extension ServerEvent {
  /// The event as a line of JSON: `{"time": …, "level": …, "message": …, …}`.
  public func line(at time: Instant) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("time", time.text)
      writer.member("level", level.rawValue)
      writer.member("message", message)
      for (name, value) in details.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
    }
    return writer.text
  }
}
