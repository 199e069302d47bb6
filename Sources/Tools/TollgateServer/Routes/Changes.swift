import Foundation
import TollgateKit
import TollgateRuntime

extension Route {
  /// Decisions as they change, as server-sent events.
  static let changes: [Route] = [
    Route(
      "GET", "/v1/users/{id}/changes", by: .key(.ask),
      Operation(
        id: "changes",
        summary:
          "The decision about a target now, and again whenever it changes, also by time alone.",
        parameters: [
          .user,
          .query("target", "A feature, meter, group or range; may be repeated.", isRequired: true),
          .adding, .timeZone,
          .query("thing", "The thing at hand for a meter that is counted per one."),
          .query("locale", "The language of texts."),
        ],
        answers: [
          Operation.Answer(
            status: 200,
            summary: "Events `decision`, each with a decision in JSON; comments in between.",
            content: Operation.Content(type: "text/event-stream", schema: #"{"type": "string"}"#))
        ], problems: [429])
    ) { asked in
      try await asked.changes()
    }
  ]

  /// After so long without an event a comment says that the stream is alive, in milliseconds.
  static let heartbeat: Int64 = 15_000
}

extension Asked {
  /// The values of the query under one name.
  func all(_ name: String) -> [String] {
    request.query.split(separator: "&").compactMap { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard Percent.decoded(pair[0], isQuery: true) == name, pair.count > 1 else { return nil }
      return Percent.decoded(pair[1], isQuery: true)
    }
  }

  fileprivate func changes() async throws -> ServerAnswer {
    let served = try policy
    let user = try id("id")
    let targets = all("target")
    guard (1...100).contains(targets.count) else {
      throw Problem(.unreadable, "target: name 1 to 100 targets")
    }
    var query = request.parameters
    query["user"] = user
    var bodies: [JSONValue] = []
    for target in targets {
      query["target"] = target
      let body = try Question.body(of: query)
      // A mistake is told at once, with its status.
      try await EventStream.apart { [server] in
        try await Question(body, served, server).checkTarget()
      }
      bodies.append(body)
    }
    let key = key
    return try EventStream.open(served.key(user), server) { [bodies, server] in
      if let key, server.keys?.key(of: key.name) != key { throw EventStream.Over() }
      var events: [EventStream.Event] = []
      for body in bodies {
        let question = try await Question(body, served, server)
        let decision = question.policy.graph.decide(
          question.line.target, ask: question.line.ask, for: question.prepared, at: question.now)
        events.append(
          EventStream.Event(
            name: "decision",
            data: decision.writer(policy: question.policy, locale: question.locale).utf8,
            changes: decision.validUntil?.milliseconds))
      }
      return events
    }
  }
}

/// Server-sent events about a user: all of them at the beginning, and then those that changed.
enum EventStream {
  /// An event, and when it may be another one by itself.
  struct Event: Sendable {
    let name: String
    let data: [UInt8]
    /// In milliseconds; nil for never.
    let changes: Int64?
  }

  /// The reader may not be told any more.
  struct Over: Error {}

  /// How many events wait for a reader who does not read; then the stream ends, and the reader comes
  /// back and begins anew.
  static let mostWaiting = 256

  /// Opens a stream.
  ///
  /// - Parameter look: The events as they are now; throws ``Over`` to end the stream.
  static func open(
    _ key: String, _ server: DecisionServer,
    _ look: @escaping @Sendable () async throws -> [Event]
  ) throws(Problem) -> ServerAnswer {
    guard let (number, wakes) = server.streams.open(key) else {
      throw Problem(
        .tooMany, "\(server.options.mostStreams) streams are open; try again later", retryAfter: 10)
    }
    let (pieces, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(mostWaiting))
    let task = Task {
      await follow(number, wakes, server, look) { piece in
        if case .enqueued = continuation.yield(piece) { true } else { false }
      }
      continuation.finish()
      server.streams.close(number)
    }
    continuation.onTermination = { _ in
      task.cancel()
      server.streams.close(number)
    }
    return ServerAnswer(
      headers: [
        "content-type": "text/event-stream", "cache-control": "no-store",
        // For nginx, which would wait for more.
        "x-accel-buffering": "no",
      ],
      body: .stream(pieces))
  }

  /// Does something in a task of its own. A task keeps the memory of its deepest call until it ends,
  /// and that of a stream does not end: with thousands of them it matters.
  static func apart<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await Task { try await work() }.value
  }

  private static func follow(
    _ number: Int, _ wakes: AsyncStream<Void>, _ server: DecisionServer,
    _ look: @escaping @Sendable () async throws -> [Event], _ tell: ([UInt8]) -> Bool
  ) async {
    // The hashes of what was told last.
    var told: [Int?] = []
    var lastSaid = server.now.milliseconds
    // Clients try again after three seconds.
    guard tell(Array("retry: 3000\n\n".utf8)) else { return }
    var iterator = wakes.makeAsyncIterator()
    while !Task.isCancelled {
      var due = Int64.max
      do {
        let events = try await apart(look)
        if told.isEmpty { told = events.map { _ in nil } }
        for (place, event) in events.enumerated() {
          due = min(due, event.changes ?? .max)
          let hash = event.data.hashValue
          guard told[place] != hash else { continue }
          told[place] = hash
          let text = Array("event: \(event.name)\ndata: ".utf8) + event.data + [0x0A, 0x0A]
          guard tell(text) else { return }
          lastSaid = server.now.milliseconds
        }
      } catch is Over {
        return
      } catch {
        // A store that is away has no news; it is asked again at the next beat.
      }
      let now = server.now.milliseconds
      if now - lastSaid >= Route.heartbeat {
        guard tell(Array(": alive\n\n".utf8)) else { return }
        lastSaid = now
      }
      server.streams.wait(number, until: max(now + 1, min(due, lastSaid + Route.heartbeat)))
      guard await iterator.next() != nil else { return }
    }
  }
}

/// The streams that are open, and what each waits for: a user who is changed, or an instant. One task
/// looks at the instants of all of them, so a stream that waits costs a few hundred bytes.
final class StreamBoard: Sendable {
  /// A stream that waits to be woken.
  struct Waiter: Sendable {
    let key: String
    let wake: AsyncStream<Void>.Continuation
    /// When it wants to look again by itself, in milliseconds; the largest number for never.
    var due: Int64
  }

  private struct Board: Sendable {
    var waiters: [Int: Waiter] = [:]
    var byKey: [String: Set<Int>] = [:]
    var next = 0
    var isEnded = false
  }

  private let most: Int
  private let board = Locked(Board())

  init(most: Int) {
    self.most = most
  }

  /// How many streams are open.
  var count: Int { board.withLock { $0.waiters.count } }

  /// Opens a stream.
  ///
  /// - Returns: Its number, and what wakes it; nil if there are too many, or the server ends.
  func open(_ key: String) -> (number: Int, wakes: AsyncStream<Void>)? {
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = board.withLock { board -> Int? in
      guard board.waiters.count < most, !board.isEnded else { return nil }
      board.next += 1
      board.waiters[board.next] = Waiter(key: key, wake: continuation, due: .max)
      board.byKey[key, default: []].insert(board.next)
      return board.next
    }
    return number.map { ($0, wakes) }
  }

  /// Says when a stream wants to look again by itself.
  func wait(_ number: Int, until instant: Int64) {
    board.withLock { $0.waiters[number]?.due = instant }
  }

  /// Closes a stream.
  func close(_ number: Int) {
    board.withLock { board in
      guard let waiter = board.waiters.removeValue(forKey: number) else { return }
      waiter.wake.finish()
      board.byKey[waiter.key]?.remove(number)
      if board.byKey[waiter.key]?.isEmpty ?? false { board.byKey[waiter.key] = nil }
    }
  }

  /// Wakes the streams of a user; those of all users for nil.
  func wake(_ key: String?) {
    board.withLock { board in
      guard let key else { return board.waiters.values.forEach { $0.wake.yield() } }
      for number in board.byKey[key] ?? [] { board.waiters[number]?.wake.yield() }
    }
  }

  /// Wakes the streams whose instant has come.
  func wakeDue(at now: Instant) {
    board.withLock { board in
      for (number, waiter) in board.waiters where waiter.due <= now.milliseconds {
        board.waiters[number]?.due = .max
        waiter.wake.yield()
      }
    }
  }

  /// Ends all streams, and opens no more.
  func end() {
    board.withLock { board in
      board.isEnded = true
      for waiter in board.waiters.values { waiter.wake.finish() }
    }
  }
}
