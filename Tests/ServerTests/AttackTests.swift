import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateUsage

@testable import TollgateServer

@Suite("A server that is attacked")
struct AttackTests {
  @Test("An id that was used, ended or refunded gives no second use")
  func ids() async throws {
    let shop = try ServedShop()
    func status(_ page: String, _ id: String, _ more: String = "") async -> Int {
      let body = #"{"user":"ada","target":"bills","id":"\#(id)"\#(more)}"#
      return await shop.ask("POST", "/v1/\(page)", body).status
    }
    #expect(await status("reserve", "a", #","for":2"#) == 200)
    #expect(await status("reserve", "a", #","for":2"#) == 200)
    #expect(await status("use", "a") == 409)
    shop.clock.move(by: 3_000)
    #expect(await status("reserve", "a") == 409)
    #expect(await status("use", "a") == 409)
    #expect(await status("use", "b") == 200)
    #expect(await status("reserve", "b") == 409)
    #expect(await status("refund", "b") == 204)
    #expect(await status("use", "b") == 409)
    #expect(await status("reserve", "c") == 200)
    #expect(await status("commit", "c") == 204)
    #expect(await status("reserve", "c") == 409)
    #expect(
      try await shop.value("quota.used", "GET", "/v1/check?user=ada&target=bills") == .integer(1))
  }

  @Test("A batch and a user have a size")
  func sizes() async throws {
    let shop = try ServedShop()
    let lines = String(repeating: #"{"target":"bills"}"# + "\n", count: 10_001)
    #expect(await shop.ask("POST", "/v1/batch", lines).status == 413)
    let text = String(repeating: "x", count: 900_000)
    var statuses: [Int] = []
    for number in 1...6 {
      let body = #"{"facts":{"f\#(number)":"\#(text)"}}"#
      statuses.append(await shop.ask("PATCH", "/v1/users/ada", body).status)
    }
    #expect(statuses == [200, 200, 200, 200, 413, 413])
    #expect(await shop.ask("GET", "/v1/users/ada").status == 200)
  }

  @Test("A user has one id, however its letters are written, and an id may begin with any mark")
  func writtenIDs() async throws {
    let shop = try ServedShop()
    _ = await shop.ask("PUT", "/v1/users/caf%C3%A9", #"{"schema":1,"facts":{"student":true}}"#)
    #expect(try await shop.value("facts.student", "GET", "/v1/users/cafe%CC%81") == .boolean(true))
    for id in ["%CC%81x", "zoe"] { _ = await shop.ask("PUT", "/v1/users/\(id)", #"{"schema":1}"#) }
    let served = shop.server.shelf.policies[0]
    let found = try await shop.server.users.ids(of: served, after: "", most: 10).map { $0.id }
    #expect(found.map { Array($0.utf8) } == ["café", "zoe", "\u{301}x"].map { Array($0.utf8) })
    #expect(await shop.ask("DELETE", "/v1/users/%CC%81x").status == 204)
    #expect(await shop.ask("GET", "/v1/users/%CC%81x").status == 404)
  }

  @Test(
    "Without keys no page of another site is answered",
    arguments: [
      (["Origin": "https://evil.example"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
      (["Origin": "null"], 403), (["Origin": "http://127.0.0.1:8080"], 200), ([:], 200),
      (["Content-Encoding": "gzip"], 415),
    ] as [([String: String], Int)])
  func foreignPages(headers: [String: String], status: Int) async throws {
    let shop = try ServedShop { $0.hosts = ["127.0.0.1"] }
    var headers = headers
    headers["Host"] = "127.0.0.1:8080"
    let answer = await shop.ask("POST", "/v1/check", #"{"target":"bills"}"#, headers: headers)
    #expect(answer.status == status)
    #expect(await shop.ask("POST", "/v1/check", #"{"target":"bills"}"#).status == 403)
  }

  @Test(
    "An address is what it says",
    arguments: [
      ("//v1//policy", 404), ("/v1/policy/", 404), ("/v1/users/%FF", 400),
      ("/v1/check?target=%FE", 400), ("/v1/users//changes?target=bills", 400),
      ("/p//v1/policy", 404), ("/p/Shop/v1/policy", 200), ("/p/x/v1/users/ofrep/changes", 404),
    ])
  func addresses(target: String, status: Int) async throws {
    #expect(await (try ServedShop()).ask("GET", target).status == status)
  }

  @Test("Who may only ask is told no names of files, and who has no key no names of policies")
  func names() async throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("Shop.gate")
    try ServedShop.policy.write(to: url, atomically: true, encoding: .utf8)
    let (text, key) = APIKey.draw(name: "asker", permissions: [.ask])
    let keys = try APIKeys(json: Data(#"{"schema":1,"keys":[\#(key.json)]}"#.utf8))
    let server = try DecisionServer(policies: [.file(url)], keys: keys)
    try FileManager.default.removeItem(at: url)
    await #expect(throws: (any Error).self) { try await server.reload(server.shelf.policies[0]) }
    let told = await server.answer(
      ServerRequest("GET", "/v1/policies", headers: ["X-API-Key": text]))
    #expect(told.text.contains("refused") && !told.text.contains(folder.path))
    for page in ["/readyz", "/p/nope/v1/webhooks/stripe", "/.well-known/authzen-configuration/p/x"]
    {
      let method = page.contains("webhooks") ? "POST" : "GET"
      #expect(!(await server.answer(ServerRequest(method, page)).text.contains("Shop")), "\(page)")
    }
  }

  @Test("The example of a policy that is tried has no fact that neither policy knows")
  func shadows() async throws {
    let next = ServedShop.policy.replacing("bills > 5", with: "bills > 2")
    let shop = try ServedShop(shadow: next)
    _ = await shop.ask(
      "PUT", "/v1/users/ada",
      #"{"schema":1,"facts":{"email":"ada@example.com","student":true},"usage":{"bills":3}}"#)
    for target in ["bills", "nothing"] {
      _ = await shop.ask("POST", "/v1/batch", #"{"user":"ada","target":"\#(target)"}"#)
    }
    let told = await shop.ask("GET", "/v1/shadow").text
    #expect(told.contains(#""student":true"#))
    for word in ["ada", "email", "nothing"] { #expect(!told.contains(word)) }
  }

  @Test("What is set wakes its user's streams, and a new user is made only where there is none")
  func sets() async throws {
    let shop = try ServedShop()
    let answer = await shop.ask("GET", "/v1/users/ada/changes?target=bills")
    guard case .stream(let pieces) = answer.body else {
      Issue.record("it is no stream")
      return
    }
    var iterator = pieces.makeAsyncIterator()
    var texts: [String] = []
    while texts.count < 2, let piece = await iterator.next() {
      texts.append(String(decoding: piece, as: UTF8.self))
    }
    #expect(
      await shop.ask("POST", "/v1/set", #"{"user":"ada","target":"bills","total":9}"#).status == 204
    )
    let piece = await iterator.next()
    #expect(piece.map { String(decoding: $0, as: UTF8.self).contains("denied") } == true)
    let headers = ["If-None-Match": "*"]
    let body = #"{"schema":1,"facts":{"student":true}}"#
    #expect(await shop.ask("PUT", "/v1/users/bob", body, headers: headers).status == 200)
    #expect(await shop.ask("PUT", "/v1/users/bob", body, headers: headers).status == 412)
  }

  @Test("A patch takes time in proportion to its length")
  func patches() throws {
    let members = (0..<50_000).map { #""f\#($0)":true"# }.joined(separator: ",")
    let patch = try SnapshotError.read(Array("{\(members)}".utf8))
    let merged = MergePatch.merged(patch, into: patch)
    #expect(merged == patch)
  }

  @Test("A user whose record is damaged is found by no search, and stops none")
  func damagedRecords() async throws {
    let store = MemoryUsageStore()
    let shop = try ServedShop(in: store)
    for id in ["ada", "bob", "zoe"] {
      _ = await shop.ask("PUT", "/v1/users/\(id)", #"{"schema":1}"#)
    }
    let known = try #require(store.document("Shop/bob", of: Users.kind))
    #expect(store.write("damaged", as: "Shop/bob", of: Users.kind, at: known.version) != nil)
    let search = await shop.ask(
      "POST", "/access/v1/search/subject",
      #"""
      {"subject":{"type":"user"},"action":{"name":"bills"},"resource":{"type":"bill","id":"1"}}
      """#, headers: ["Content-Type": "application/json"])
    #expect(search.status == 200)
    #expect(search.text.contains("ada") && search.text.contains("zoe"))
    #expect(!search.text.contains("bob"))
    #expect(await shop.ask("GET", "/v1/users/bob").status == 500)
  }

  @Test("A service that writes a user's id in another way means the same user")
  func idsOfServices() throws {
    let served = try ServedShop().server.shelf.policies[0]
    #expect(Array(served.key("cafe\u{301}").utf8) == Array(served.key("caf\u{e9}").utf8))
  }
}
