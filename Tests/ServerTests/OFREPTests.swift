import Foundation
import Testing
import TestSupport
import TollgateKit

@testable import TollgateServer

@Suite("OFREP")
struct OFREPTests {
  private static let page = "/ofrep/v1/evaluate/flags"

  /// A policy with a setting of each kind, a rollout and a group.
  private static let policy = """
    policy Shop
    tiers free < pro
    product annual
      price 12 CNY per year
      grants pro
    fact student is yes or no, otherwise no
    fact seats is a number, otherwise 1
    fact installed is a date
    rollout new-editor is 50% of users
    meter bills
    meter exports
    feature csv-export
    feature trial-tool
    feature editor
    feature closed
    feature plain
    group tools is csv-export, trial-tool
    setting history is 7 days
      30 days with pro
      unlimited with nothing when seats >= 10
    setting quality is low < high
      high with pro
    csv-export requires pro unless student
    trial-tool requires pro from 7 days after installed
    editor requires pro unless in new-editor
    closed is off
    bills > 5 requires pro
    exports > 3 per day requires pro
    """

  private func flag(
    _ shop: ServedShop, _ key: String, _ context: String = #"{"targetingKey":"ada"}"#
  ) async throws -> JSONObject {
    let answer = await shop.ask("POST", "\(OFREPTests.page)/\(key)", #"{"context":\#(context)}"#)
    #expect(answer.status == 200, "\(answer.text)")
    let object = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
    for name in ["key", "reason", "variant", "metadata"] {
      #expect(object[name] != nil, "\(key) has no \(name)")
    }
    for member in try JSONObject(try #require(object["metadata"])).members {
      switch member.value {
      case .text, .integer, .boolean: break
      default: Issue.record("\(member.key) is no scalar")
      }
    }
    return object
  }

  @Test(
    "Each key has one type",
    arguments: [
      ("csv-export", .boolean(false)), ("plain", .boolean(true)), ("bills", .boolean(true)),
      ("tools", .boolean(false)), ("bills.remaining", .integer(5)), ("bills.limit", .integer(5)),
      ("exports.remaining", .integer(3)), ("history", .integer(7 * 86_400)),
      ("quality", .text("low")), ("csv-export.reason", .text("not-held")),
      ("history.reason", nil), ("closed", .boolean(false)),
    ] as [(String, JSONValue?)])
  func types(_ key: String, value: JSONValue?) async throws {
    let flag = try await flag(ServedShop(OFREPTests.policy), key)
    #expect(flag["key"] == .text(key))
    if let value { #expect(flag["value"] == value) } else { #expect(flag["value"] != nil) }
  }

  @Test("Unlimited is the default of the caller's code, and the whole decision is an object")
  func unlimited() async throws {
    let shop = try ServedShop(OFREPTests.policy)
    _ = await shop.ask("PUT", "/v1/users/ada", #"{"schema":1,"grants":[{"product":"annual"}]}"#)
    for key in ["bills.limit", "bills.remaining"] {
      #expect(try await flag(shop, key)["value"] == nil)
    }
    #expect(try await flag(shop, "history")["value"] == .integer(30 * 86_400))
    let many = try await flag(shop, "history", #"{"targetingKey":"ada","seats":12.0}"#)
    #expect(many["value"] == nil && many["variant"] == .text("unlimited"))
    let decision = try await flag(shop, "csv-export.decision")
    let object = try JSONObject(try #require(decision["value"]))
    #expect(object["outcome"] == .text("allowed") && object["fingerprint"] != nil)
  }

  @Test(
    "The reasons are those of the protocol",
    arguments: [
      ("plain", "STATIC"), ("csv-export", "TARGETING_MATCH"), ("editor", "SPLIT"),
      ("closed", "DISABLED"), ("trial-tool", "UNKNOWN"),
    ])
  func reasons(_ key: String, reason: String) async throws {
    let flag = try await flag(ServedShop(OFREPTests.policy), key)
    #expect(flag["reason"] == .text(reason))
  }

  @Test("Data that is too old is unknown to the protocol")
  func stale() async throws {
    let shop = try ServedShop(OFREPTests.policy + "\ntrust snapshots for 7 days")
    _ = await shop.ask(
      "PUT", "/v1/users/ada",
      #"{"schema":1,"asOf":"2026-01-01","grants":[{"product":"annual"}]}"#)
    let flag = try await flag(shop, "csv-export")
    #expect(flag["reason"] == .text("UNKNOWN"))
    #expect(try JSONObject(try #require(flag["metadata"]))["reason"] == .text("stale"))
  }

  @Test("The metadata say why, by which rule, until when, and what to do")
  func metadata() async throws {
    let shop = try ServedShop(OFREPTests.policy)
    let flag = try await flag(
      shop, "exports", #"{"targetingKey":"ada","usage.exports":{"day":3}}"#)
    let metadata = try JSONObject(try #require(flag["metadata"]))
    #expect(flag["value"] == .boolean(false) && flag["variant"] == .text("denied"))
    #expect(metadata["reason"] == .text("limit-reached"))
    #expect(metadata["rule"] == .text("exports > 3 per day requires pro"))
    #expect(metadata["place"] != nil)
    let way = try metadata.require("wayIn", .text, Read.text)
    #expect(way.contains("12"))
  }

  @Test(
    "A context tells facts and usage; everything else is passed over",
    arguments: [
      (#"{"targetingKey":"ada","usage.bills":5}"#, "bills", false),
      (#"{"targetingKey":"ada","usage":{"bills":5.0,"else":1}}"#, "bills", false),
      (#"{"targetingKey":"ada","usage.bills":4,"usage":{"bills":9}}"#, "bills", true),
      (#"{"targetingKey":"ada","bills":9,"email":"a@b.c","list":[1]}"#, "bills", true),
      (#"{"student":true}"#, "csv-export", true), (#"{}"#, "csv-export", false),
      (#"{"targetingKey":null,"student":null}"#, "csv-export", false),
      (#"{"targetingKey":"","student":true}"#, "csv-export", true),
    ])
  func contexts(_ context: String, key: String, isAllowed: Bool) async throws {
    let flag = try await flag(ServedShop(OFREPTests.policy), key, context)
    #expect(flag["value"] == .boolean(isAllowed))
  }

  @Test("What is stored and counted is known; a call without context is about nobody")
  func stored() async throws {
    let shop = try ServedShop()
    _ = await shop.ask("POST", "/v1/use", #"{"user":"ada","target":"exports","adding":2}"#)
    #expect(try await flag(shop, "exports.remaining")["value"] == .integer(1))
    for body in [#"{"context":{}}"#, "{}", #"{"context":null}"#] {
      #expect(await shop.ask("POST", "\(OFREPTests.page)/csv-export", body).status == 200)
    }
  }

  @Test(
    "A mistake has its status and its code",
    arguments: [
      ("csv-exprot", #"{"context":{}}"#, 404, "FLAG_NOT_FOUND"),
      ("csv-export.limit", #"{"context":{}}"#, 404, "FLAG_NOT_FOUND"),
      (".remaining", #"{"context":{}}"#, 404, "FLAG_NOT_FOUND"),
      ("a/b", #"{"context":{}}"#, 404, "FLAG_NOT_FOUND"),
      ("csv-export", "{", 400, "PARSE_ERROR"), ("csv-export", "", 400, "PARSE_ERROR"),
      ("csv-export", "[]", 400, "PARSE_ERROR"),
      ("csv-export", #"{"context":7}"#, 400, "INVALID_CONTEXT"),
      ("csv-export", #"{"context":{"targetingKey":7}}"#, 400, "INVALID_CONTEXT"),
      ("csv-export", #"{"context":{"student":"perhaps"}}"#, 400, "INVALID_CONTEXT"),
      ("csv-export", #"{"context":{"usage.bills":-1}}"#, 400, "INVALID_CONTEXT"),
      ("editor", #"{"context":{}}"#, 400, "TARGETING_KEY_MISSING"),
    ])
  func mistakes(_ key: String, _ body: String, status: Int, code: String) async throws {
    let shop = try ServedShop(OFREPTests.policy)
    let answer = await shop.ask("POST", "\(OFREPTests.page)/\(key)", body)
    #expect(answer.status == status)
    #expect(answer.headers["content-type"] == "application/json")
    let object = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
    #expect(object["key"] == .text(key) && object["errorCode"] == .text(code))
    #expect(try object.require("errorDetails", .text, Read.text).count > 5)
  }

  @Test("Without a key it is 401, with its header, and too many streams are 429")
  func others() async throws {
    let locked = try ServedShop(keys: #"{"schema":1,"keys":[]}"#)
    let answer = await locked.ask("POST", "\(OFREPTests.page)/bills", "{}")
    #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer")
    #expect(answer.text.contains(#""errorCode":"GENERAL""#))
    let full = try ServedShop { $0.mostStreams = 0 }
    let uri = try await streamAddress(full)
    let refused = await full.ask("GET", uri)
    #expect(refused.status == 429 && refused.headers["retry-after"] == "10")
  }

  @Test("All flags have a tag, and are not told twice")
  func bulk() async throws {
    let shop = try ServedShop(OFREPTests.policy)
    let answer = await shop.ask("POST", OFREPTests.page, #"{"context":{"student":true}}"#)
    #expect(answer.status == 200)
    let object = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
    let flags = try #require(object["flags"]).readList { value throws(SnapshotError) in
      try JSONObject(value)
    }
    let keys = try flags.map { try $0.require("key", .text, Read.text) }
    #expect(Set(keys).count == keys.count)
    for key in ["csv-export", "bills.limit", "history", "quality.decision", "tools.reason"] {
      #expect(keys.contains(key))
    }
    #expect(!keys.contains("csv-export.limit") && !keys.contains("history.remaining"))
    let editor = try #require(flags.first { $0["key"] == .text("editor") })
    #expect(editor["errorCode"] == .text("TARGETING_KEY_MISSING"))
    let tag = try #require(answer.headers["etag"])
    for header in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let same = await shop.ask(
        "POST", OFREPTests.page, #"{"context":{"student":true}}"#,
        headers: ["If-None-Match": header])
      #expect(same.status == 304 && same.text.isEmpty && same.headers["etag"] == tag)
    }
    let other = await shop.ask(
      "POST", OFREPTests.page, #"{"context":{"student":false}}"#, headers: ["If-None-Match": tag])
    #expect(other.status == 200 && other.headers["etag"] != tag)
    for (body, code) in [("{", "PARSE_ERROR"), (#"{"context":[]}"#, "INVALID_CONTEXT")] {
      let bad = await shop.ask("POST", OFREPTests.page, body)
      #expect(bad.status == 400 && bad.text.contains(code))
    }
  }

  /// The address of the stream that all flags name, without its beginning.
  private func streamAddress(
    _ shop: ServedShop, _ context: String = #"{"targetingKey":"ada"}"#,
    headers: [String: String] = [:]
  ) async throws -> String {
    let answer = await shop.ask(
      "POST", OFREPTests.page, #"{"context":\#(context)}"#, headers: headers)
    let object = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
    guard case .list(let streams)? = object["eventStreams"], let first = streams.first else {
      return ""
    }
    let stream = try JSONObject(first)
    #expect(stream["type"] == .text("sse"))
    if let endpoint = stream["endpoint"] {
      #expect(stream["url"] == nil)
      return try JSONObject(endpoint).require("requestUri", .text, Read.text)
    }
    return try stream.require("url", .text, Read.text)
  }

  @Test("Pages of other origins may read it, if they are named", arguments: ["", "/p/Shop"])
  func origins(_ start: String) async throws {
    let shop = try ServedShop { $0.origins = ["https://app.example"] }
    for (origin, isOpen) in [("https://app.example", true), ("https://else.example", false)] {
      for method in ["OPTIONS", "POST"] {
        let answer = await shop.ask(
          method, start + OFREPTests.page, "{}", headers: ["Origin": origin])
        #expect(answer.status == (method == "POST" ? 200 : 204))
        let exposed = answer.headers["access-control-expose-headers"] ?? ""
        #expect(exposed.contains("ETag") == isOpen)
      }
    }
  }

  @Test("The stream is where the client reaches the server")
  func addresses() async throws {
    let shop = try ServedShop()
    let start = "/ofrep/v1/events?ticket="
    #expect(try await streamAddress(shop).hasPrefix(start))
    let host = try await streamAddress(shop, headers: ["Host": "gate:8080"])
    #expect(host.hasPrefix("http://gate:8080" + start))
    let told = try await streamAddress(ServedShop { $0.publicAddress = "https://gate.example" })
    #expect(told.hasPrefix("https://gate.example" + start))
    let long = String(repeating: "9", count: 199)
    let context = #"{"targetingKey":"\#(long)","usage":{"bills":{"total":1}}}"#
    #expect(try await !streamAddress(shop, context).isEmpty)
  }

  @Test("A stream tells to ask again when data changes, and when only time passes")
  func stream() async throws {
    let shop = try ServedShop(OFREPTests.policy)
    let uri = try await streamAddress(
      shop, #"{"targetingKey":"ada","installed":"2026-05-26T00:00:00Z"}"#)
    let answer = await shop.ask("GET", uri)
    #expect(answer.status == 200 && answer.headers["content-type"] == "text/event-stream")
    guard case .stream(let pieces) = answer.body else {
      Issue.record("it is no stream")
      return
    }
    let worker = Task { await shop.server.work() }
    defer { worker.cancel() }
    var iterator = pieces.makeAsyncIterator()
    func next() async -> String {
      while let piece = await iterator.next() {
        let text = String(decoding: piece, as: UTF8.self)
        if text.hasPrefix("event:") { return text }
      }
      return ""
    }
    // Something may have changed since the flags were asked for.
    let begin = await next()
    #expect(begin.contains("refetchEvaluation"))
    _ = await shop.ask("PUT", "/v1/users/ada", #"{"schema":1,"facts":{"student":true}}"#)
    let first = await next()
    #expect(first != begin)
    #expect(first.hasPrefix("event: message\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\""))
    // Within seven days of the installation the tool is for everybody.
    shop.clock.move(by: 86_400_000)
    let second = await next()
    #expect(second.contains("refetchEvaluation") && second != first)
    shop.server.end()
  }

  @Test("A ticket is sealed with its key, for its policy, and ends")
  func tickets() async throws {
    let (text, key) = APIKey.draw(name: "web", permissions: [.ask])
    let (_, other) = APIKey.draw(name: "web", permissions: [.ask])
    let keys = #"{"schema":1,"keys":[\#(key.json)]}"#
    let shop = try ServedShop(keys: keys)
    let uri = try await streamAddress(shop, headers: ["X-API-Key": text])
    #expect(try await streamAddress(shop, headers: ["X-API-Key": text]) == uri)
    #expect(await shop.ask("GET", uri).status == 200)
    #expect(await shop.ask("GET", "/p/Shop" + uri).status == 200)
    var forged = uri
    forged.removeLast(2)
    let unsealed = try await streamAddress(ServedShop())
    for wrong in [
      forged, forged + "AA", unsealed, "/ofrep/v1/events", "/ofrep/v1/events?ticket=a.b",
    ] {
      let answer = await shop.ask("GET", wrong)
      #expect(answer.status == 401 && answer.text.contains("errorDetails"), "\(wrong)")
    }
    let drawnAnew = try ServedShop(keys: #"{"schema":1,"keys":[\#(other.json)]}"#)
    #expect(await drawnAnew.ask("GET", uri).status == 401)
    shop.clock.move(by: 86_400_000)
    #expect(await shop.ask("GET", uri).status == 200)
    shop.clock.move(by: 86_400_000)
    #expect(await shop.ask("GET", uri).status == 401)
    let second = try await streamAddress(
      ServedShop(ServedShop.policy.replacingOccurrences(of: "Shop", with: "Store")))
    #expect(try await ServedShop().ask("GET", second).status == 401)
    let student = try await streamAddress(ServedShop(), #"{"student":true}"#)
    let asNumber = ServedShop.policy.replacingOccurrences(of: "is yes or no", with: "is a number")
    #expect(try await ServedShop(asNumber).ask("GET", student).status == 400)
    shop.server.end()
  }

  @Test("The description has a schema of every body and answer, which is JSON")
  func description() throws {
    for route in Route.ofrep + Route.authZEN {
      let operation = route.operation
      let contents =
        [operation.body].compactMap { $0 } + operation.answers.compactMap { $0.content }
      for schema in contents.map({ $0.schema }) + operation.parameters.map({ $0.schema }) {
        #expect(throws: Never.self, "\(operation.id): \(schema)") {
          try JSONObject(SnapshotError.read(Array(schema.utf8)))
        }
      }
      let statuses = operation.answers.map { $0.status }
      #expect(Set(statuses).count == statuses.count)
    }
  }
}
