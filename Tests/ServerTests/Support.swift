import Foundation
import Testing
import TestSupport
import TollgateKit
import TollgateUsage

@testable import TollgateServer

/// A server in this process, with a policy and a clock that a test moves.
struct ServedShop {
  let server: DecisionServer
  let clock: HandClock

  static let policy = """
    policy Shop

    tiers free < pro

    product annual
      price 12 CNY per year
      grants pro

    fact student is yes or no

    meter bills
    meter exports
    setting history is 7 days
      30 days with pro

    csv-export requires pro
    bills > 5 requires pro
    exports > 3 per day requires pro
    """

  init(
    _ text: String = ServedShop.policy, shadow: String? = nil,
    in store: any DocumentStore = MemoryUsageStore(), keys: String? = nil,
    _ change: (inout ServerOptions) -> Void = { _ in }
  ) throws {
    clock = HandClock(Instant("2026-06-01T12:00:00Z")!)
    var options = ServerOptions()
    options.clock = clock
    change(&options)
    server = try DecisionServer(
      policies: [.fixed(try Policy(source: text, name: "Shop.gate"))],
      shadows: try shadow.map { [try Policy(source: $0, name: "Next.gate")] } ?? [], in: store,
      keys: try keys.map { try APIKeys(json: Data($0.utf8)) }, options: options)
  }

  /// The answer to a request with a body of JSON.
  func ask(
    _ method: String, _ target: String, _ body: String = "", headers: [String: String] = [:]
  ) async -> ServerAnswer {
    await server.answer(
      ServerRequest(method, target, headers: headers, body: Array(body.utf8)))
  }

  /// A member of the answer to a request, by its path: `decision.outcome`.
  func value(
    _ path: String, _ method: String, _ target: String, _ body: String = ""
  ) async throws -> JSONValue? {
    let answer = await ask(method, target, body)
    var value = try SnapshotError.read(Array(answer.text.utf8))
    for part in path.split(separator: ".") {
      if let place = Int(part), case .list(let values) = value {
        value = values[place]
      } else {
        guard let next = try JSONObject(value)[String(part)] else { return nil }
        value = next
      }
    }
    return value
  }
}

/// A clock that a test moves by hand.
final class HandClock: StoreClock {
  private let time: Locked<Instant>

  init(_ start: Instant) { time = Locked(start) }

  func now() -> Instant { time.withLock { $0 } }

  func move(by milliseconds: Int64) {
    time.withLock { $0 = $0.advanced(by: milliseconds) }
  }

  func sleep(until instant: Instant) async throws {
    try await Task.sleep(nanoseconds: 1_000_000)
  }
}
