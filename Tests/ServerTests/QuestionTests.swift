import Foundation
import Testing
import TollgateKit

@testable import TollgateServer

@Suite("Questions over HTTP")
struct QuestionTests {
  @Test("A user's data is noted, asked about, counted, changed and forgotten")
  func life() async throws {
    let shop = try ServedShop()
    #expect(
      try await shop.value("outcome", "POST", "/v1/check", #"{"user":"ada","target":"csv-export"}"#)
        == .text("denied"))
    let put = await shop.ask(
      "PUT", "/v1/users/ada",
      #"{"schema":1,"grants":[{"product":"annual"}],"facts":{"student":true}}"#)
    #expect(put.status == 200)
    #expect(
      try await shop.value("outcome", "POST", "/v1/check", #"{"user":"ada","target":"csv-export"}"#)
        == .text("allowed"))
    let patch = await shop.ask("PATCH", "/v1/users/ada", #"{"grants":[]}"#)
    #expect(patch.status == 200)
    #expect(try await shop.value("facts.student", "GET", "/v1/users/ada") == .boolean(true))
    for use in 1...4 {
      let outcome = try await shop.value(
        "outcome", "POST", "/v1/use", #"{"user":"ada","target":"exports","id":"use-\#(use)"}"#)
      #expect(outcome == .text(use <= 3 ? "allowed" : "denied"))
    }
    #expect(
      try await shop.value(
        "repeated", "POST", "/v1/use", #"{"user":"ada","target":"exports","id":"use-1"}"#)
        == .boolean(true))
    #expect(await shop.ask("POST", "/v1/refund", #"{"user":"ada","id":"use-1"}"#).status == 204)
    #expect(
      try await shop.value("quota.used", "GET", "/v1/check?user=ada&target=exports") == .integer(2))
    #expect(await shop.ask("DELETE", "/v1/users/ada").status == 204)
    #expect(await shop.ask("GET", "/v1/users/ada").status == 404)
  }

  @Test("A total that is told goes on with the next use")
  func toldTotals() async throws {
    let shop = try ServedShop()
    _ = await shop.ask("PUT", "/v1/users/ada", #"{"schema":1,"usage":{"bills":{"total":4}}}"#)
    _ = await shop.ask("POST", "/v1/use", #"{"user":"ada","target":"bills"}"#)
    #expect(
      try await shop.value("quota.used", "GET", "/v1/check?user=ada&target=bills") == .integer(5))
    _ = await shop.ask("PATCH", "/v1/users/ada", #"{"usage":{"bills":2}}"#)
    #expect(
      try await shop.value("quota.used", "GET", "/v1/check?user=ada&target=bills") == .integer(2))
  }

  @Test("A page has no slash at its end")
  func slashes() async throws {
    let shop = try ServedShop()
    #expect(await shop.ask("GET", "/v1/policy/").status == 404)
    let flag = await shop.ask("POST", "/ofrep/v1/evaluate/flags/", #"{"context":{}}"#)
    #expect(flag.status == 404)
    #expect(flag.text.contains("FLAG_NOT_FOUND"))
  }
}
