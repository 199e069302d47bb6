import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateUsage

@testable import TollgateServer

@Suite("Running the server: keys, problems, streams, policies")
struct OperationTests {
  static let keys: (text: String, file: String) = {
    let (text, key) = APIKey.draw(name: "asker", permissions: [.ask])
    let (_, other) = APIKey.draw(name: "other", permissions: [.write], policies: ["Other"])
    let file = #"{"schema":1,"keys":[\#(key.json),\#(other.json)]}"#
    return (text, file)
  }()

  @Test("A key opens what it may, and nothing else")
  func keysOpenWhatTheyMay() async throws {
    let shop = try ServedShop(keys: OperationTests.keys.file)
    let question = #"{"user":"ada","target":"bills"}"#
    #expect(await shop.ask("POST", "/v1/check", question).status == 401)
    #expect(
      await shop.ask("POST", "/v1/check", question).headers["www-authenticate"] == "Bearer")
    for header in ["authorization": "Bearer ", "x-api-key": ""] {
      let headers = [header.key: header.value + OperationTests.keys.text]
      #expect(await shop.ask("POST", "/v1/check", question, headers: headers).status == 200)
      #expect(await shop.ask("PUT", "/v1/users/ada", "{}", headers: headers).status == 403)
      #expect(await shop.ask("GET", "/metrics", headers: headers).status == 403)
    }
    let almost = ["x-api-key": OperationTests.keys.text.dropLast() + "x"]
    #expect(
      await shop.ask("POST", "/v1/check", question, headers: almost.mapValues(String.init)).status
        == 401)
    // Nobody needs a key to see that it is alive.
    for page in ["/healthz", "/readyz", "/openapi.json"] {
      #expect(await shop.ask("GET", page).status == 200)
    }
  }

  @Test("A key for one policy opens no other")
  func keysAreForTheirPolicies() async throws {
    let (text, key) = APIKey.draw(name: "writer", permissions: [.write], policies: ["Other"])
    let shop = try ServedShop(keys: #"{"schema":1,"keys":[\#(key.json)]}"#)
    let answer = await shop.ask(
      "PUT", "/v1/users/ada", #"{"schema":1}"#, headers: ["x-api-key": text])
    #expect(answer.status == 403)
  }

  @Test(
    "Files of keys with a mistake are refused with its place",
    arguments: [
      ("", "empty"), ("[]", "object"), ("{}", "edition"),
      (#"{"schema":1}"#, "keys"), (#"{"schema":1,"keys":[{"name":"a"}]}"#, "keys[0].sha256"),
      (#"{"schema":1,"keys":[{"name":"a","sha256":"00","may":[]}]}"#, "keys[0].sha256"),
      (
        #"{"schema":1,"keys":[{"name":"a","sha256":"\#(String(repeating: "0", count: 64))","may":["fly"]}]}"#,
        "keys[0].may[0]"
      ),
    ])
  func badKeyFiles(text: String, place: String) throws {
    let error = try #require(throws: SnapshotError.self) { try APIKeys(json: Data(text.utf8)) }
    #expect(error.description(in: "en").contains(place))
  }

  @Test(
    "Every problem has its status, its document and its place",
    arguments: [
      ("POST", "/v1/check", "", 400, "empty"), ("POST", "/v1/check", "{", 400, "JSON"),
      ("POST", "/v1/check", "[]", 400, "object"),
      ("POST", "/v1/check", #"{"user":"ada","target":"bils"}"#, 404, "bills"),
      ("POST", "/v1/check", #"{"user":"","target":"bills"}"#, 400, "user"),
      ("POST", "/v1/check", #"{"user":"ada"}"#, 400, "target"),
      ("POST", "/v1/check", #"{"target":"bills","adding":1.5}"#, 400, "adding"),
      ("POST", "/v1/check", #"{"target":"bills","adding":9223372036854775808.0}"#, 400, "adding"),
      ("POST", "/v1/check?pretty=1", #"{"target":"bills"}"#, 400, "pretty"),
      ("POST", "/v1/check?deny=404", #"{"target":"bills"}"#, 400, "deny"),
      ("POST", "/v1/check", #"{"user":7,"target":"bills"}"#, 400, "user"),
      ("POST", "/v1/check", #"{"target":"bills","adding":"x"}"#, 400, "adding"),
      ("POST", "/v1/check", #"{"target":"bills","timeZone":"Mars"}"#, 400, "timeZone"),
      ("POST", "/v1/check", #"{"target":"bills","facts":{"student":3}}"#, 400, "facts.student"),
      ("POST", "/v1/check", #"{"target":"bills","snapshot":{}}"#, 400, "snapshot"),
      ("POST", "/v1/use", #"{"user":"ada","target":"csv-export"}"#, 422, "not a meter"),
      ("POST", "/v1/use", #"{"user":"ada","target":"exports","adding":0}"#, 422, "too small"),
      ("POST", "/v1/use", #"{"user":"ada"}"#, 400, "target"),
      ("POST", "/v1/reserve", #"{"user":"ada","target":"exports"}"#, 400, "Idempotency-Key"),
      ("POST", "/v1/commit", #"{"user":"ada","id":"x"}"#, 404, "no use"),
      ("POST", "/v1/commit", #"{"user":"ada"}"#, 400, "id"),
      ("POST", "/v1/use", #"{"user":"ada","target":"exports","id":""}"#, 400, "id"),
      ("PUT", "/v1/users/ada", #"{"schema":2}"#, 400, "schema"),
      ("PUT", "/v1/users/ada", #"{"schema":1,"usage":{"bills":-1}}"#, 400, "usage.bills"),
      ("PATCH", "/v1/users/ada", #"[1]"#, 400, "object"),
      ("GET", "/v1/users/nobody", "", 404, "nothing is known"),
      ("DELETE", "/v1/users/nobody", "", 404, "nothing is known"),
      ("GET", "/v1/nothing", "", 404, "openapi"), ("GET", "/", "", 404, "openapi"),
      ("PUT", "/v1/check", "", 405, "GET, POST"),
      ("GET", "/p/Other/v1/policy", "", 404, "/v1/policies"),
      ("GET", "/v1/users/ada/changes", "", 400, "target"),
      ("GET", "/v1/shadow", "", 404, "--shadow"),
      ("GET", "/v1/check?user=ada&target=bills&adding=x", "", 400, "adding"),
      ("GET", "/v1/check?user=ada&deny=200&target=bills&deny=403", "", 400, "twice"),
      ("GET", "/v1/check?user=ada&target=bills&continuing=1", "", 400, "continuing"),
      ("GET", "/v1/users/" + String(repeating: "x", count: 201), "", 400, "200 characters"),
    ])
  func problems(
    method: String, target: String, body: String, status: Int, words: String
  ) async throws {
    let shop = try ServedShop()
    let answer = await shop.ask(method, target, body)
    #expect(answer.status == status, "\(answer.text)")
    #expect(answer.headers["content-type"] == "application/problem+json")
    let document = try JSONObject(SnapshotError.read(Array(answer.text.utf8)))
    #expect(document["status"] == .integer(Int64(status)))
    let detail = try document.require("detail", .text, Read.text)
    #expect(detail.contains(words), "\(detail)")
  }

  @Test("Content of another type, or too much of it, is refused before it is read")
  func contentIsChecked() async throws {
    let shop = try ServedShop { $0.mostBytes = 100 }
    let question = #"{"user":"ada","target":"bills"}"#
    let xml = await shop.ask("POST", "/v1/check", question, headers: ["Content-Type": "text/xml"])
    #expect(xml.status == 415)
    let long = await shop.ask("POST", "/v1/check", String(repeating: " ", count: 101))
    #expect(long.status == 413)
    let plain = await shop.ask(
      "POST", "/v1/check", question, headers: ["Content-Type": "application/json; charset=utf-8"])
    #expect(plain.status == 200)
  }

  @Test("A page that takes no such method says so, however much is sent to it")
  func contentOfNoPage() async throws {
    let server = try ServedShop().server
    for target in ["/v1/check", "/nothing"] {
      let head = ServerRequest("PUT", target)
      let problem = try #require(throws: Problem.self) { try server.admit(head, bytes: .max) }
      #expect([.wrongMethod, .notFound].contains(problem.kind))
      #expect(await server.answer(head, by: .failure(problem)).status == problem.kind.status)
    }
    let long = ServerRequest("POST", "/v1/check")
    let problem = try #require(throws: Problem.self) { try server.admit(long, bytes: 1 << 30) }
    #expect(problem.kind == .tooLong)
    #expect(try server.admit(long, bytes: nil).mostBytes == 1 << 20)
  }

  @Test(
    "A whole number may be written as a decimal",
    arguments: [("3.0", 3), ("30e-1", 3), ("0.3E1", 3), ("0.0", 0), ("-0e9", 0), ("1e2", 100)])
  func decimals(text: String, number: Int64) async throws {
    let shop = try ServedShop()
    let body = #"{"target":"bills","usage":{"bills":\#(text)}}"#
    let used = try await shop.value("quota.used", "POST", "/v1/check", body)
    #expect(used == .integer(number))
    #expect(
      JSONValue.number("9007199254740993.0").withWholeNumbers == .integer(9_007_199_254_740_993))
    #expect(JSONValue.number("1e-400").withWholeNumbers == .number("1e-400"))
  }

  @Test("A page of another site cannot reach a server of this machine")
  func hostsAreChecked() async throws {
    let shop = try ServedShop { $0.hosts = ["127.0.0.1", "localhost", "[::1]"] }
    for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "[::1]"] {
      #expect(await shop.ask("GET", "/healthz", headers: ["Host": host]).status == 200)
    }
    for host in ["evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example"] {
      #expect(await shop.ask("GET", "/healthz", headers: ["Host": host]).status == 403)
    }
  }

  @Test("A change of a version that is no more changes nothing")
  func versions() async throws {
    let shop = try ServedShop()
    let put = await shop.ask("PUT", "/v1/users/ada", #"{"schema":1,"facts":{"student":true}}"#)
    let tag = try #require(put.headers["etag"])
    let first = await shop.ask(
      "PATCH", "/v1/users/ada", #"{"facts":{"student":false}}"#, headers: ["If-Match": tag])
    #expect(first.status == 200)
    let second = await shop.ask(
      "PATCH", "/v1/users/ada", #"{"facts":{"student":true}}"#, headers: ["If-Match": tag])
    #expect(second.status == 412)
    // What is wrong in any case is told first.
    let wrong = await shop.ask("PUT", "/v1/users/ada", "[]", headers: ["If-Match": tag])
    #expect(wrong.status == 400)
    #expect(try await shop.value("facts.student", "GET", "/v1/users/ada") == .boolean(false))
  }

  @Test("Names that mean nothing to the policy are told")
  func typosAreTold() async throws {
    let shop = try ServedShop()
    let answer = await shop.ask("PUT", "/v1/users/ada", #"{"schema":1,"facts":{"studnt":true}}"#)
    #expect(answer.status == 200)
    #expect(answer.text.contains("did you mean `student`"), "\(answer.text)")
  }

  @Test("Patches follow RFC 7396", arguments: MergePatchTable.rows)
  func patches(document: String, patch: String, result: String) throws {
    let merged = MergePatch.merged(
      try SnapshotError.read(Array(patch.utf8)), into: try SnapshotError.read(Array(document.utf8)))
    #expect(merged.json() == result)
  }

  @Test("A policy that is tried answers nothing, and is told by target with an example of nobody")
  func shadows() async throws {
    let next = ServedShop.policy.replacing("bills > 5", with: "bills > 2")
    let shop = try ServedShop(shadow: next)
    for used in [1, 3, 9] {
      _ = await shop.ask("PUT", "/v1/users/ada", #"{"schema":1,"usage":{"bills":\#(used)}}"#)
      let outcome = try await shop.value(
        "outcome", "POST", "/v1/check", #"{"user":"ada","target":"bills"}"#)
      #expect(outcome == .text(used < 5 ? "allowed" : "denied"))
    }
    let answer = await shop.ask("GET", "/v1/shadow")
    #expect(!answer.text.contains("ada"))
    #expect(try await shop.value("targets.0.asked", "GET", "/v1/shadow") == .integer(3))
    #expect(try await shop.value("targets.0.lost", "GET", "/v1/shadow") == .integer(1))
    #expect(try await shop.value("targets.0.gained", "GET", "/v1/shadow") == .integer(0))
    let used = try await shop.value(
      "targets.0.loss.question.snapshot.usage.bills", "GET", "/v1/shadow")
    #expect(used == .integer(3))
    #expect(await shop.ask("DELETE", "/v1/shadow").status == 204)
    #expect(try await shop.value("targets", "GET", "/v1/shadow") == .list([]))
  }

  @Test("A policy that is saved comes into use; one with a mistake never does, and is told")
  func reload() async throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("Shop.gate")
    try ServedShop.policy.write(to: url, atomically: true, encoding: .utf8)
    let server = try DecisionServer(policies: [.file(url)])
    func limit() async throws -> String {
      let request = ServerRequest("GET", "/v1/check?target=bills")
      return await server.answer(request).text
    }
    #expect(try await limit().contains(#""limit":5"#))
    try ServedShop.policy.replacing("bills > 5", with: "bills > 8").write(
      to: url, atomically: true, encoding: .utf8)
    #expect(await server.answer(ServerRequest("POST", "/v1/policy/reload")).status == 200)
    #expect(try await limit().contains(#""limit":8"#))
    try "policy Shop\nbills > requires".write(to: url, atomically: true, encoding: .utf8)
    let refused = await server.answer(ServerRequest("POST", "/v1/policy/reload"))
    #expect(refused.status == 422)
    #expect(refused.text.contains("TG00"))
    #expect(try await limit().contains(#""limit":8"#))
    let ready = await server.answer(ServerRequest("GET", "/readyz"))
    #expect(ready.status == 200)
    #expect(ready.text.contains(#""refused":1"#))
    #expect(
      await server.answer(ServerRequest("GET", "/metrics")).text
        .contains(#"tollgate_policy_refused{policy="Shop"} 1"#))
    try ServedShop.policy.replacing("policy Shop", with: "policy Store").write(
      to: url, atomically: true, encoding: .utf8)
    let renamed = await server.answer(ServerRequest("POST", "/v1/policy/reload"))
    #expect(renamed.status == 422)
    try ServedShop.policy.write(to: url, atomically: true, encoding: .utf8)
    #expect(await server.answer(ServerRequest("POST", "/v1/policy/reload")).status == 200)
    #expect(
      await server.answer(ServerRequest("GET", "/readyz")).text.contains(#""refused":0"#))
  }

  @Test("The metrics and the log name no user")
  func nothingPersonal() async throws {
    let events = Locked<[ServerEvent]>([])
    let shop = try ServedShop { options in
      options.logsRequests = true
      options.log = { event in events.withLock { $0.append(event) } }
    }
    _ = await shop.ask("PUT", "/v1/users/ada-lovelace", #"{"schema":1}"#)
    let used = await shop.ask(
      "POST", "/v1/use", #"{"user":"ada-lovelace","target":"exports","id":"secret-id"}"#)
    shop.server.logAnswer(
      ServerRequest("POST", "/v1/users/ada-lovelace"), used, id: "r1", in: .milliseconds(1))
    let metrics = await shop.ask("GET", "/metrics").text
    #expect(metrics.contains(#"tollgate_uses_total{outcome="allowed",repeated="false"} 1"#))
    #expect(metrics.contains(#"route="POST /v1/use",status="200"} 1"#))
    let told = metrics + events.withLock { $0 }.map { $0.line(at: .now) }.joined()
    #expect(told.contains(#""route":"/v1/use""#))
    for word in ["ada-lovelace", "secret-id"] { #expect(!told.contains(word)) }
  }
}

/// The examples of RFC 7396, appendix A, that are objects.
private enum MergePatchTable {
  static let rows: [(String, String, String)] = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]
}
