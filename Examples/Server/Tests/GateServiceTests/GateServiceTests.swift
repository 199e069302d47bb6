import Foundation
import GateService
import Hummingbird
import HummingbirdTesting
import Testing

/// The service, asked as other programs ask it.
@Suite struct GateServiceTests {
  private static let policy = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
    feature csv-export
    meter exports
    meter messages
      counted per team
    csv-export requires pro
    exports > 100 requires pro
    messages > 2 requires pro
    """

  /// A new folder with the policy; the service is made with it as often as asked.
  private func withFolder(
    _ body: (_ folder: URL, _ service: () throws -> GateService) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Shop.gate")
    try Self.policy.write(to: file, atomically: true, encoding: .utf8)
    try await body(folder) {
      try GateService(policy: file, database: folder.appendingPathComponent("counts").path)
    }
  }

  private func run(
    _ body: @Sendable (Client) async throws -> Void
  ) async throws {
    try await withFolder { _, service in
      try await Application(router: service().router()).test(.router) { client in
        try await body(Client(client))
      }
    }
  }

  @Test func itAsks() async throws {
    try await run { client in
      let denied = try await client.get("/users/ada/can/csv-export")
      #expect(denied.status == 200)
      #expect(denied["outcome"] as? String == "denied")
      #expect(denied["schema"] as? Int == 1)
      let told = try await client.put(
        "/users/ada", #"{"schema":1,"grants":[{"product":"annual","until":"2100-01-01"}]}"#)
      #expect(told.status == 204)
      let allowed = try await client.get("/users/ada/can/csv-export")
      #expect(allowed["outcome"] as? String == "allowed")
      #expect(try await client.get("/users/bob/can/csv-export")["outcome"] as? String == "denied")
      let much = try await client.get("/users/bob/can/exports?adding=101")
      #expect(much["reason"] as? String == "limit-reached")
    }
  }

  @Test func itExplains() async throws {
    try await run { client in
      let english = try await client.get("/users/ada/explain/csv-export")
      #expect(english.text.contains("csv-export requires pro  [Shop.gate:9]"))
      let chinese = try await client.get("/users/ada/explain/csv-export?locale=zh-Hans")
      #expect(chinese.text.hasPrefix("已锁定"))
    }
  }

  @Test func itCountsAnIDOnce() async throws {
    try await run { client in
      let first = try await client.post("/users/ada/use/exports", #"{"id":"e-1","amount":60}"#)
      #expect(first["outcome"] as? String == "allowed")
      #expect(first["repeated"] as? Bool == false)
      let again = try await client.post("/users/ada/use/exports", #"{"id":"e-1","amount":60}"#)
      #expect(again["repeated"] as? Bool == true)
      let other = try await client.post("/users/ada/use/exports", #"{"id":"e-1","amount":61}"#)
      #expect(other.status == 409)
      let tooMuch = try await client.post("/users/ada/use/exports", #"{"amount":41}"#)
      #expect(tooMuch["outcome"] as? String == "denied")
      #expect(
        try await client.post("/users/ada/use/exports", #"{"amount":40}"#)["outcome"] as? String
          == "allowed")
      #expect(try await client.post("/users/ada/use/exports", "")["outcome"] as? String == "denied")
    }
  }

  @Test func itCountsPerThing() async throws {
    try await run { client in
      for team in ["a", "b"] {
        for outcome in ["allowed", "allowed", "denied"] {
          let answer = try await client.post("/users/ada/use/messages", #"{"thing":"\#(team)"}"#)
          #expect(answer["outcome"] as? String == outcome)
        }
      }
      #expect(try await client.post("/users/ada/use/messages", "{}").status == 400)
    }
  }

  @Test("1,000 uses at once of a limit of 100: exactly 100 go, and a restart forgets none")
  func atOnce() async throws {
    try await withFolder { _, service in
      let application = Application(router: try service().router())
      let allowed = try await application.test(.router) { client in
        let client = Client(client)
        return try await withThrowingTaskGroup(of: Bool.self) { group in
          for _ in 0..<1_000 {
            group.addTask {
              let answer = try await client.post("/users/ada/use/exports", "{}")
              guard answer.status == 200 else { throw Failure(answer.text) }
              return answer["outcome"] as? String == "allowed"
            }
          }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
      }
      #expect(allowed == 100)
      try await Application(router: try service().router()).test(.router) { client in
        let quota = try await Client(client).get("/users/ada/can/exports")["quota"]
        #expect((quota as? [String: Any])?["used"] as? Int == 100)
      }
    }
  }

  @Test func itReloadsThePolicy() async throws {
    try await withFolder { folder, service in
      let file = folder.appendingPathComponent("Shop.gate")
      try await Application(router: try service().router()).test(.router) { client in
        let client = Client(client)
        let before = try await client.get("/policy")["fingerprint"] as? String
        try "tiers free < pro\ncsv-export requires por".write(
          to: file, atomically: true, encoding: .utf8)
        let refused = try await client.post("/policy/reload", "")
        #expect(refused.status == 422)
        #expect(
          (refused["error"] as? String)?.contains("Shop.gate:2:21") == true, "\(refused.text)")
        #expect(try await client.get("/policy")["fingerprint"] as? String == before)
        let open = Self.policy.replacingOccurrences(
          of: "csv-export requires pro", with: "csv-export requires nothing")
        try open.write(to: file, atomically: true, encoding: .utf8)
        let reloaded = try await client.post("/policy/reload", "")
        #expect(reloaded["policy"] as? String == "Shop")
        #expect(reloaded["fingerprint"] as? String != before)
        #expect(
          try await client.get("/users/ada/can/csv-export")["outcome"] as? String == "allowed")
      }
    }
  }

  @Test func nonsenseIsAnErrorInJSON() async throws {
    try await run { client in
      let long = String(repeating: "x", count: 201)
      let answers: [(Answer, Int, String)] = [
        (try await client.get("/nowhere"), 404, "not found"),
        (try await client.get("/users/ada/can/exprots"), 404, "exprots"),
        (try await client.post("/users/ada/use/exprots", "{}"), 404, "exprots"),
        (try await client.post("/users/ada/use/csv-export", "{}"), 400, "not a meter"),
        (try await client.get("/users/\(long)/can/exports"), 400, "bytes"),
        (try await client.get("/users/ada/can/%FF"), 400, "bytes"),
        (try await client.get("/users/ada/can/exports?adding=-1"), 400, "adding"),
        (try await client.get("/users/ada/can/exports?adding=1e9"), 400, "adding"),
        (try await client.get("/users/ada/can/exports?adding=99999999999999999999"), 400, "adding"),
        (try await client.get("/users/ada/can/exports?timeZone=Mars"), 400, "timeZone"),
        (try await client.post("/users/ada/use/exports", "{"), 400, "JSON"),
        (try await client.post("/users/ada/use/exports", "[]"), 400, "JSON"),
        (try await client.post("/users/ada/use/exports", "\u{0}"), 400, "JSON"),
        (try await client.post("/users/ada/use/exports", #"{"amount":"one"}"#), 400, "amount"),
        (try await client.post("/users/ada/use/exports", #"{"amount":1.5}"#), 400, "amount"),
        (try await client.post("/users/ada/use/exports", #"{"amount":0}"#), 400, "too small"),
        (try await client.post("/users/ada/use/exports", #"{"id":""}"#), 400, "id"),
        (try await client.post("/users/ada/use/exports", #"{"id":"\#(long)"}"#), 400, "id"),
        (
          try await client.post("/users/ada/use/exports", String(repeating: "[", count: 4_096)),
          400, "JSON"
        ),
        (
          try await client.post("/users/ada/use/exports", String(repeating: " ", count: 4_097)),
          413, "long"
        ),
        (try await client.put("/users/ada", "{}"), 400, "schema"),
        (
          try await client.put("/users/ada", #"{"schema":1,"usage":{"exports":-1}}"#), 400,
          "usage.exports"
        ),
        (
          try await client.put("/users/ada", String(repeating: " ", count: 1 << 20 + 1)), 413,
          "long"
        ),
      ]
      for (answer, status, word) in answers {
        #expect(answer.status == status, "\(answer.text)")
        let error = try #require(answer["error"] as? String, "\(answer.text)")
        #expect(error.contains(word), "\(error)")
      }
      // Nothing of all this was counted.
      let quota = try await client.get("/users/ada/can/exports")["quota"] as? [String: Any]
      #expect(quota?["used"] as? Int == 0)
    }
  }
}

/// Requests in short.
struct Client: Sendable {
  private let client: any TestClientProtocol

  init(_ client: any TestClientProtocol) { self.client = client }

  func get(_ path: String) async throws -> Answer { try await send(path, .get, "") }
  func put(_ path: String, _ body: String) async throws -> Answer {
    try await send(path, .put, body)
  }
  func post(_ path: String, _ body: String) async throws -> Answer {
    try await send(path, .post, body)
  }

  private func send(
    _ path: String, _ method: HTTPRequest.Method, _ body: String
  ) async throws -> Answer {
    try await client.execute(uri: path, method: method, body: ByteBuffer(string: body)) {
      response in
      Answer(status: response.status.code, text: String(buffer: response.body))
    }
  }
}

/// An answer of the service.
struct Answer: Sendable {
  let status: Int
  let text: String

  subscript(key: String) -> Any? {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?[key]
  }
}

/// An answer that was not expected.
struct Failure: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
