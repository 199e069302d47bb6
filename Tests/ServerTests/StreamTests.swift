import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateUsage

@testable import TollgateServer

@Suite("Decisions as they change")
struct StreamTests {
  /// The events of a stream, one at a time, without comments.
  private struct Reader {
    var iterator: AsyncStream<[UInt8]>.AsyncIterator

    init(_ answer: ServerAnswer) throws {
      guard case .stream(let pieces) = answer.body else {
        throw StreamFault(text: answer.text)
      }
      iterator = pieces.makeAsyncIterator()
    }

    /// The outcome in the next event; nil at the end.
    mutating func next() async throws -> JSONValue? {
      while let piece = await iterator.next() {
        let text = String(decoding: piece, as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("data: ") }) else {
          continue
        }
        return try JSONObject(SnapshotError.read(Array(line.dropFirst(6).utf8)))["outcome"]
      }
      return nil
    }
  }

  private struct StreamFault: Error {
    let text: String
  }

  @Test("A stream begins with the decision, and goes on with a purchase, a use and time")
  func stream() async throws {
    let shop = try ServedShop()
    var reader = try Reader(await shop.ask("GET", "/v1/users/ada/changes?target=exports&adding=3"))
    #expect(try await reader.next() == .text("allowed"))
    _ = await shop.ask("POST", "/v1/use", #"{"user":"ada","target":"exports"}"#)
    #expect(try await reader.next() == .text("denied"))
    // Nothing of another user wakes it; the purchase does.
    _ = await shop.ask("PUT", "/v1/users/bob", #"{"schema":1}"#)
    _ = await shop.ask(
      "PUT", "/v1/users/ada",
      #"{"schema":1,"grants":[{"product":"annual","until":"2026-06-01T13:00:00Z"}]}"#)
    #expect(try await reader.next() == .text("allowed"))
    shop.clock.move(by: 3_600_000)
    shop.server.streams.wakeDue(at: shop.clock.now())
    #expect(try await reader.next() == .text("denied"))
    // At midnight the day is another one.
    shop.clock.move(by: 12 * 3_600_000)
    shop.server.streams.wakeDue(at: shop.clock.now())
    #expect(try await reader.next() == .text("allowed"))
    shop.server.end()
    #expect(try await reader.next() == nil)
  }

  @Test("Another policy wakes every stream")
  func policies() async throws {
    let shop = try ServedShop()
    var reader = try Reader(await shop.ask("GET", "/v1/users/ada/changes?target=csv-export"))
    #expect(try await reader.next() == .text("denied"))
    let served = shop.server.shelf.policies[0]
    let text = ServedShop.policy.replacing(
      "csv-export requires pro", with: "csv-export requires nothing")
    try served.replace(try Policy(source: text), at: shop.clock.now())
    shop.server.streams.wake(nil)
    #expect(try await reader.next() == .text("allowed"))
  }

  @Test("Too many streams are refused, and one that is left makes room")
  func limit() async throws {
    let shop = try ServedShop { $0.mostStreams = 1 }
    var answer: ServerAnswer? = await shop.ask("GET", "/v1/users/ada/changes?target=bills")
    #expect(answer?.status == 200)
    let second = await shop.ask("GET", "/v1/users/bob/changes?target=bills")
    #expect(second.status == 429)
    #expect(second.headers["retry-after"] != nil)
    answer = nil
    #expect(await eventually { shop.server.streams.count == 0 })
    #expect(await shop.ask("GET", "/v1/users/bob/changes?target=bills").status == 200)
  }

  @Test("A stream ends with its key")
  func keys() async throws {
    let (text, key) = APIKey.draw(name: "asker", permissions: [.ask])
    let shop = try ServedShop(keys: #"{"schema":1,"keys":[\#(key.json)]}"#)
    var reader = try Reader(
      await shop.ask(
        "GET", "/v1/users/ada/changes?target=csv-export", headers: ["x-api-key": text]))
    #expect(try await reader.next() == .text("denied"))
    shop.server.use(APIKeys())
    shop.server.streams.wake(nil)
    #expect(try await reader.next() == nil)
    #expect(shop.server.streams.count == 0)
  }
}
