import Foundation
import Testing
import TestSupport
import TollgateKit
import TollgateUsage

@testable import TollgateServer

/// The server of the certification: its policy, and the two users.
private struct CertifiedServer {
  let shop: ServedShop

  static let policy = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Examples/Server/Certification.gate")

  init(_ change: (inout ServerOptions) -> Void = { _ in }) async throws {
    let text = try String(contentsOf: CertifiedServer.policy, encoding: .utf8)
    shop = try ServedShop(text, change)
    for (user, snapshot) in [
      ("alice", #"{"schema":1}"#), ("bob", #"{"schema":1,"facts":{"role":"admin"}}"#),
    ] {
      #expect(await shop.ask("PUT", "/v1/users/\(user)", snapshot).status == 200)
    }
  }

  func ask(_ page: String, _ body: String) async -> ServerAnswer {
    await shop.ask(
      "POST", "/access/v1/\(page)", body, headers: ["Content-Type": "application/json"])
  }

  /// The answer read as JSON.
  func json(_ page: String, _ body: String) async throws -> JSONObject {
    let answer = await ask(page, body)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["content-type"] == "application/json")
    return try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
  }

  /// The ids or names that a search finds.
  func found(_ sought: String, _ body: String) async throws -> [String] {
    let object = try await json("search/\(sought)", body)
    #expect(try JSONObject(try #require(object["page"]))["next_token"] != nil)
    let results = try #require(object["results"])
    return try results.readList { value throws(SnapshotError) in
      let object = try JSONObject(value)
      let key = sought == "action" ? "name" : "id"
      return try object.require(key, .text, Read.text)
    }
  }
}

/// The members of a request of the certification.
private enum Part {
  static let alice = #""subject":{"type":"user","id":"alice"}"#
  static let bob = #""subject":{"type":"user","id":"bob"}"#
  static let admin = #""subject":{"type":"user","id":"bob","properties":{"role":"admin"}}"#
  static let read = #""action":{"name":"read"}"#
  static let write = #""action":{"name":"write"}"#
  static let first = #""resource":{"type":"record","id":"record-1"}"#
  static let archived =
    #""resource":{"type":"record","id":"record-2","properties":{"status":"archived"}}"#
  static let active =
    #""resource":{"type":"record","id":"record-1","properties":{"status":"active"}}"#
  static let anyUser = #""subject":{"type":"user"}"#
  static let anyRecord = #""resource":{"type":"record"}"#

  static func delete(soft: Bool) -> String {
    #""action":{"name":"delete","properties":{"soft":\#(soft)}}"#
  }

  static func all(_ parts: String...) -> String { "{" + parts.joined(separator: ",") + "}" }
}

@Suite("AuthZEN")
struct AuthZENTests {
  @Test(
    "The certification's decisions",
    arguments: [
      (Part.all(Part.alice, Part.read, Part.first), true),
      (Part.all(Part.alice, Part.write, Part.first), true),
      (Part.all(Part.bob, Part.read, Part.first), true),
      (Part.all(Part.bob, Part.write, Part.first), false),
      (Part.all(Part.alice, Part.write, Part.archived), false),
      (Part.all(Part.admin, Part.write, Part.archived), true),
      (Part.all(Part.alice, Part.delete(soft: true), Part.first), true),
      (Part.all(Part.alice, Part.delete(soft: false), Part.first), false),
      (
        Part.all(
          Part.alice, Part.read, Part.first,
          #""context":{"time":"2025-06-27T18:03-07:00","ip":"192.168.1.1"}"#), true
      ),
      (
        Part.all(
          #""subject":{"type":"user","id":"alice","properties":{"department":"Sales","role":"manager"}}"#,
          #""action":{"name":"read","properties":{"method":"GET"}}"#,
          #""resource":{"type":"record","id":"record-1","properties":{"status":"active","owner":"bob"}}"#
        ), true
      ),
      (
        Part.all(
          Part.alice, Part.read, Part.first, #""foo":"bar","futureField":{"nested":true}"#), true
      ),
      (Part.all(Part.alice, #""action":{"name":"fly"}"#, Part.first), false),
    ])
  func decisions(_ body: String, isAllowed: Bool) async throws {
    let server = try await CertifiedServer()
    for _ in 1...3 {
      let answer = try await server.json("evaluation", body)
      #expect(answer["decision"] == .boolean(isAllowed))
      let context = try JSONObject(try #require(answer["context"]))
      #expect(context["reason"] != nil && context["waysIn"] != nil)
      #expect(context.members.map { $0.key }.last == "validUntil")
    }
  }

  @Test(
    "A bad request",
    arguments: [
      Part.all(Part.read, Part.first), Part.all(Part.alice, Part.first),
      Part.all(Part.alice, Part.read),
      Part.all(#""subject":{"id":"alice"}"#, Part.read, Part.first),
      Part.all(Part.anyUser, Part.read, Part.first),
      Part.all(Part.alice, #""action":{}"#, Part.first),
      Part.all(Part.alice, Part.read, #""resource":{"id":"record-1"}"#),
      Part.all(Part.alice, Part.read, Part.anyRecord),
      Part.all(#""subject":"alice""#, Part.read, Part.first),
      Part.all(Part.alice, #""action":{"name":123}"#, Part.first),
      Part.all(Part.alice, Part.read, Part.first, #""context":7"#),
      Part.all(#""subject":{"type":"user","id":""}"#, Part.read, Part.first),
      Part.all(
        Part.alice, Part.read,
        #""resource":{"type":"record","id":"1","properties":{"count":"many"}}"#),
      "{", "", "[]", "\"text\"",
    ])
  func badRequests(_ body: String) async throws {
    let server = try await CertifiedServer()
    let answer = await server.ask("evaluation", body)
    #expect(answer.status == 400)
    #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(answer.text.count > 5)
  }

  @Test("The content type, the method and the id of a request")
  func transport() async throws {
    let shop = try await CertifiedServer().shop
    let body = Part.all(Part.alice, Part.read, Part.first)
    for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonl", ""] {
      for page in ["evaluation", "evaluations", "search/subject"] {
        let answer = await shop.ask(
          "POST", "/access/v1/\(page)", body, headers: ["Content-Type": type])
        #expect(answer.status == 400)
      }
    }
    let named = await shop.ask(
      "POST", "/access/v1/evaluation", body,
      headers: ["Content-Type": "application/json; charset=utf-8", "X-Request-ID": "bfe9"])
    #expect(named.status == 200 && named.headers["x-request-id"] == "bfe9")
    for method in ["GET", "PUT"] {
      #expect(await shop.ask(method, "/access/v1/evaluation", body).status == 405)
    }
  }

  @Test(
    "Several at once",
    arguments: [
      (
        Part.all(Part.bob, Part.first, #""evaluations":[{\#(Part.read)},{\#(Part.write)}]"#),
        [true, false]
      ),
      (
        Part.all(Part.alice, Part.write, #""evaluations":[{\#(Part.active)},{\#(Part.archived)}]"#),
        [true, false]
      ),
      (
        Part.all(Part.write, Part.archived, #""evaluations":[{\#(Part.alice)},{\#(Part.admin)}]"#),
        [false, true]
      ),
      (
        Part.all(
          #""evaluations":[{\#(Part.alice),\#(Part.read),\#(Part.first)},"#
            + #"{\#(Part.bob),\#(Part.write),\#(Part.first)}]"#), [true, false]
      ),
      (
        Part.all(
          Part.alice, Part.write, Part.active, #""evaluations":[{},{\#(Part.archived)}]"#),
        [true, false]
      ),
      // A part at the top that no evaluation needs may be empty, as the interop texts publish it.
      (
        Part.all(
          Part.bob, Part.read, #""resource":{}"#,
          #""evaluations":[{\#(Part.first)},{\#(Part.write),\#(Part.first)}]"#), [true, false]
      ),
      (
        Part.all(
          Part.alice, Part.read, #""options":{"evaluations_semantic":"execute_all","more":1}"#,
          #""evaluations":[{\#(Part.first)},{},7]"#), [true, false, false]
      ),
      (
        Part.all(
          Part.bob, Part.first, #""options":{"evaluations_semantic":"deny_on_first_deny"}"#,
          #""evaluations":[{\#(Part.read)},{\#(Part.write)},{\#(Part.read)}]"#), [true, false]
      ),
      (
        Part.all(
          Part.bob, Part.first, #""options":{"evaluations_semantic":"permit_on_first_permit"}"#,
          #""evaluations":[{\#(Part.write)},{\#(Part.read)},{\#(Part.read)}]"#), [false, true]
      ),
    ])
  func batches(_ body: String, decisions: [Bool]) async throws {
    let server = try await CertifiedServer()
    let answer = try await server.json("evaluations", body)
    #expect(answer["decision"] == nil)
    let evaluations = try #require(answer["evaluations"])
    let found = try evaluations.readList { value throws(SnapshotError) in
      try JSONObject(value).require("decision", .boolean, Read.boolean)
    }
    #expect(found == decisions)
  }

  @Test("Without evaluations it is one, and what is wrong at the top is a bad request")
  func batchOfOne() async throws {
    let server = try await CertifiedServer()
    let parts = [Part.alice, Part.read, Part.first].joined(separator: ",")
    for body in ["{\(parts)}", #"{\#(parts),"evaluations":[]}"#] {
      #expect(try await server.json("evaluations", body)["decision"] == .boolean(true))
    }
    let many = Array(repeating: "{}", count: 1_001).joined(separator: ",")
    for body in [
      #"{"evaluations":{}}"#, #"{\#(parts),"options":{"evaluations_semantic":"some"}}"#,
      #"{"subject":"alice","evaluations":[{\#(parts)}]}"#, "{}",
      #"{\#(parts),"evaluations":[\#(many)]}"#,
    ] {
      #expect(await server.ask("evaluations", body).status == 400)
    }
  }

  @Test(
    "The certification's searches",
    arguments: [
      ("subject", Part.all(Part.anyUser, Part.read, Part.first), ["alice", "bob"]),
      ("subject", Part.all(Part.alice, Part.read, Part.first), ["alice", "bob"]),
      (
        "subject", Part.all(Part.anyUser, Part.read, Part.first, #""context":{"ip":"1"}"#),
        ["alice", "bob"]
      ),
      ("subject", Part.all(Part.anyUser, Part.write, Part.archived), ["bob"]),
      ("subject", Part.all(#""subject":{"type":"spaceship"}"#, Part.read, Part.first), []),
      ("resource", Part.all(Part.alice, Part.read, Part.anyRecord), ["record-1", "record-2"]),
      ("resource", Part.all(Part.alice, Part.read, Part.first), ["record-1", "record-2"]),
      ("resource", Part.all(Part.admin, Part.write, Part.anyRecord), ["record-2"]),
      ("resource", Part.all(Part.alice, Part.read, #""resource":{"type":"planet"}"#), []),
      ("action", Part.all(Part.alice, Part.first), ["read", "write"]),
      ("action", Part.all(Part.admin, Part.archived), ["read", "write"]),
      ("action", Part.all(#""subject":{"type":"user","id":"nobody"}"#, Part.first), []),
    ])
  func searches(_ sought: String, _ body: String, names: [String]) async throws {
    #expect(try await CertifiedServer().found(sought, body) == names)
  }

  @Test(
    "A search that lacks something",
    arguments: [
      ("subject", Part.all(Part.anyUser, Part.first)),
      ("subject", Part.all(Part.anyUser, Part.read, Part.anyRecord)),
      ("resource", Part.all(Part.read, Part.anyRecord)),
      ("resource", Part.all(Part.anyUser, Part.read, Part.anyRecord)),
      ("action", Part.all(Part.alice)), ("action", Part.all(Part.anyUser, Part.first)),
      ("subject", Part.all(Part.anyUser, Part.read, Part.first, #""page":{"limit":-1}"#)),
      ("subject", Part.all(Part.anyUser, Part.read, Part.first, #""page":{"token":"x"}"#)),
    ])
  func badSearches(_ sought: String, _ body: String) async throws {
    #expect(try await CertifiedServer().ask("search/\(sought)", body).status == 400)
  }

  @Test("Pages follow each other by their tokens, to the end", arguments: ["subject", "resource"])
  func pages(_ sought: String) async throws {
    let server = try await CertifiedServer()
    let body =
      sought == "subject"
      ? [Part.anyUser, Part.read, Part.first] : [Part.alice, Part.read, Part.anyRecord]
    let parts = body.joined(separator: ",")
    var found = 0
    var page = #"{"limit":1}"#
    for _ in 1...5 {
      let answer = try await server.json("search/\(sought)", #"{\#(parts),"page":\#(page)}"#)
      let told = try JSONObject(try #require(answer["page"]))
      found += Int(try told.require("count", .text, Read.integer))
      let token = try told.require("next_token", .text, Read.text)
      if token.isEmpty { break }
      page = #"{"token":"\#(token)"}"#
      let other = parts.replacingOccurrences(of: "read", with: "write")
      #expect(
        await server.ask("search/\(sought)", #"{\#(other),"page":\#(page)}"#).status == 400)
      #expect(
        await server.ask(
          "search/\(sought)", #"{\#(parts),"page":{"token":"\#(token)","limit":2}}"#
        ).status == 400)
    }
    #expect(found == 2)
    // One that somebody made up.
    let token = try JSONObject(
      try #require(
        try await server.json("search/\(sought)", #"{\#(parts),"page":{"limit":1}}"#)["page"]
      )
    ).require("next_token", .text, Read.text)
    let known = String(decoding: Base64.decode(token.utf8, .url) ?? [], as: UTF8.self)
    let start = try #require(known.firstIndex(of: ","))
    for place in ["-7", "99", "x"] where sought == "resource" {
      let made = Base64.encode(Array("[\"\(place)\"\(known[start...])".utf8), .url)
      let page = #"{\#(parts),"page":{"token":"\#(made)"}}"#
      #expect(await server.ask("search/\(sought)", page).status == 400)
    }
    let empty = try await server.json("search/\(sought)", #"{\#(parts),"page":{"limit":0}}"#)
    #expect(empty["results"] == .list([]))
  }

  @Test("The metadata name the address that a client uses, or the one that is told")
  func metadata() async throws {
    let shop = try await CertifiedServer().shop
    let page = "/.well-known/authzen-configuration"
    func point(_ path: String, _ headers: [String: String], _ shop: ServedShop) async throws
      -> [String]
    {
      let answer = await shop.ask("GET", path, headers: headers)
      #expect(answer.status == 200)
      let object = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
      return try ["policy_decision_point", "search_action_endpoint"].map {
        try object.require($0, .text, Read.text)
      }
    }
    #expect(
      try await point(page, ["Host": "gate.example", "X-Forwarded-Proto": "https"], shop)
        == ["https://gate.example", "https://gate.example/access/v1/search/action"])
    #expect(
      try await point(page + "/p/Certification", ["Host": "localhost:8080"], shop)[0]
        == "http://localhost:8080/p/Certification")
    #expect(await shop.ask("GET", page + "/p/Other", headers: ["Host": "x"]).status == 404)
    #expect(await shop.ask("GET", page).status == 400)
    let told = try await CertifiedServer { $0.publicAddress = "https://gate.example/" }.shop
    #expect(try await point(page, [:], told)[0] == "https://gate.example")
  }
}

@Suite("AuthZEN with a price list")
struct AuthZENShopTests {
  private static let headers = ["Content-Type": "application/json"]

  private func evaluate(
    _ shop: ServedShop, action: String, resource: String, count: String? = nil
  ) async throws -> JSONObject {
    let properties = count.map { #","properties":{"count":\#($0)}"# } ?? ""
    let answer = await shop.ask(
      "POST", "/access/v1/evaluation",
      #"{"subject":{"type":"user","id":"ada"},"action":{"name":"\#(action)"},"#
        + #""resource":{"type":"thing","id":"\#(resource)"\#(properties)}}"#,
      headers: AuthZENShopTests.headers)
    #expect(answer.status == 200, "\(answer.text)")
    return try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
  }

  @Test("A denial says why, with every way in and its price; the count is what is added")
  func denials() async throws {
    let shop = try ServedShop()
    let denied = try await evaluate(shop, action: "csv-export", resource: "7")
    #expect(denied["decision"] == .boolean(false))
    let context = try JSONObject(try #require(denied["context"]))
    #expect(context["reason"] == .text("not-held"))
    let ways = try #require(context["waysIn"]).json()
    #expect(ways.contains(#""products":["annual"]"#) && ways.contains(#""amount":"12""#))
    for (count, isAllowed) in [("3", true), ("3.0", true), ("4", false), ("null", true)] {
      let answer = try await evaluate(shop, action: "exports", resource: "7", count: count)
      #expect(answer["decision"] == .boolean(isAllowed))
    }
  }

  @Test("The target is the action, else the resource; or always the resource")
  func targets() async throws {
    let byAction = try ServedShop()
    let byResource = try ServedShop { $0.authZEN = .resource }
    for (action, resource, byBoth) in [
      ("exports", "csv-export", ("exports", "csv-export")),
      ("use", "csv-export", ("csv-export", "csv-export")),
      ("fly", "moon", ("fly", "moon")),
    ] {
      for (shop, target) in [(byAction, byBoth.0), (byResource, byBoth.1)] {
        let answer = try await evaluate(shop, action: action, resource: resource)
        let context = try JSONObject(try #require(answer["context"]))
        #expect(context["target"] == .text(target))
      }
    }
    let search = await byResource.ask(
      "POST", "/access/v1/search/resource",
      #"{"subject":{"type":"user","id":"ada"},"action":{"name":"use"},"resource":{"type":"x"}}"#,
      headers: AuthZENShopTests.headers)
    #expect(
      search.text.contains(#""results":[{"type":"x","id":"bills"},{"type":"x","id":"exports"}]"#))
  }

  @Test("A subject search goes through many users in pages")
  func manyUsers() async throws {
    let shop = try ServedShop()
    for number in 0..<130 {
      let grants = number % 2 == 0 ? #","grants":[{"product":"annual"}]"# : ""
      _ = await shop.ask(
        "PUT", "/v1/users/user-\(1_000 + number)", #"{"schema":1\#(grants)}"#)
    }
    var found: [String] = []
    var page = #"{"limit":20}"#
    repeat {
      let answer = await shop.ask(
        "POST", "/access/v1/search/subject",
        #"{"subject":{"type":"user"},"action":{"name":"csv-export"},"#
          + #""resource":{"type":"report","id":"7"},"page":\#(page)}"#,
        headers: AuthZENShopTests.headers)
      let object = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
      found += try #require(object["results"]).readList { value throws(SnapshotError) in
        try JSONObject(value).require("id", .text, Read.text)
      }
      let told = try JSONObject(try #require(object["page"]))
      let token = try told.require("next_token", .text, Read.text)
      page = token.isEmpty ? "" : #"{"token":"\#(token)"}"#
    } while !page.isEmpty
    #expect(found.count == 65 && Set(found).count == 65)
    #expect(found == found.sorted())
  }

  @Test("Who has no key, or one for another policy, is told so in plain words")
  func keys() async throws {
    let (text, key) = APIKey.draw(name: "shop", permissions: [.ask], policies: ["Other"])
    let shop = try ServedShop(keys: #"{"schema":1,"keys":[\#(key.json)]}"#)
    for (headers, status) in [([:], 401), (["Authorization": "Bearer \(text)"], 403)] {
      let answer = await shop.ask(
        "POST", "/access/v1/evaluation",
        Part.all(Part.alice, Part.read, Part.first),
        headers: headers.merging(AuthZENShopTests.headers) { $1 })
      #expect(answer.status == status)
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    }
    let open = await shop.ask("GET", "/.well-known/authzen-configuration", headers: ["Host": "x"])
    #expect(open.status == 200)
  }
}
