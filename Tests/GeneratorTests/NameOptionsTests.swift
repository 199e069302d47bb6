import Foundation
import TestSupport
import Testing

@testable import TollgateGenerator

/// The choices of an app about its names, and types of the app that are called like a policy.
@Suite struct NameOptionsTests {
  private func generate(_ files: [String: String]) throws -> Generator.Output {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    var output = Generator.generate(
      files.keys.sorted().map { folder.appendingPathComponent($0).path })
    output.messages = output.messages.map {
      $0.replacingOccurrences(of: folder.path + "/", with: "")
    }
    return output
  }

  private static let policy = "policy Shop\nbills > 500 requires pro\n"

  @Test func namesArePublicIfTheAppSaysSo() throws {
    let output = try generate([
      "Shop.gate": Self.policy, "tollgate-names.json": #"{"access": "public"}"#,
    ])
    #expect(output.messages == [])
    #expect(output.source.contains("public import TollgateKit\n"))
    #expect(output.source.contains("public enum Shop: TollgateKit.PolicyNames {"))
    #expect(output.source.contains("  public static let bills = TollgateKit.MeterName<Shop>.bills"))
    #expect(output.source.contains("  public static var bills: Self {"))
    let plain = try generate(["Shop.gate": Self.policy])
    #expect(!plain.source.contains("public"))
  }

  @Test func aTypeHasTheNameThatTheAppSays() throws {
    let output = try generate([
      "Shop.gate": Self.policy, "App.swift": "struct Shop {}\n",
      "tollgate-names.json": #"{"types": {"Shop.gate": "ShopPolicy"}}"#,
    ])
    #expect(output.messages == [])
    #expect(output.source.contains("enum ShopPolicy: TollgateKit.PolicyNames {"))
  }

  @Test func aTypeOfTheAppThatIsCalledLikeThePolicyIsOneError() throws {
    let output = try generate([
      "Shop.gate": Self.policy,
      "App.swift": "import Foundation\n\npublic final class Shop {}\nfunc f() { _ = Shop() }\n",
    ])
    #expect(
      output.messages == [
        "App.swift:3:20: error: `Shop` is also the type of the policy `Shop.gate`",
        "App.swift:3:20: note: rename one of them, or name the policy's in tollgate-names.json: "
          + #"{"types": {"Shop.gate": "ShopPolicy"}}"#,
      ])
    #expect(output.source.isEmpty)
  }

  @Test func theNameOfAGateIsTaken() throws {
    let output = try generate(["gate.gate": Self.policy])
    #expect(
      output.messages == [
        "gate.gate:1:1: error: `gate` is `Gate` in Swift, and `TollgateKit` already uses that name",
        "gate.gate:1:1: note: rename the file, or name the type in tollgate-names.json: "
          + #"{"types": {"gate.gate": "GatePolicy"}}"#,
      ])
  }

  @Test(arguments: [
    ("[", "it is not an object of JSON"),
    (#"{"acess": "public"}"#, "it has no key `acess`"),
    (#"{"access": "open"}"#, "`access` is not `open`"),
    (#"{"types": ["Shop"]}"#, "`types` is no object of texts"),
    (#"{"types": {"Stop.gate": "Shop"}}"#, "there is no policy `Stop.gate`"),
    (#"{"types": {"Shop.gate": "2 shops"}}"#, "`2 shops` cannot be a type of Swift"),
    (#"{"types": {"Shop.gate": "class"}}"#, "`class` cannot be a type of Swift"),
  ])
  func aMistakeInTheChoicesIsTold(text: String, words: String) throws {
    let output = try generate(["Shop.gate": Self.policy, "tollgate-names.json": text])
    #expect(output.messages.first == "tollgate-names.json:1:1: error: \(words)")
    #expect(output.messages.dropFirst().first?.contains(": note: ") == true)
    #expect(output.source.isEmpty)
  }

  @Test func onlyTypesThatTheModuleSeesCount() {
    let text = """
      // struct A {}
      /* struct B {}
      struct C {}
      */
      private enum D {}
      struct E<T>: Sendable {
        struct F {}
      }
      @MainActor final class G {}
      let text = \"\"\"
      struct H {}
      \"\"\"
      typealias I=Int
      extension J {}
      fileprivate actor K {}
      func struct_() {}
      public protocol Łódź {}
      """
    #expect(TypeDeclaration.all(in: text).map { $0.name } == ["E", "G", "I", "Łódź"])
    #expect(TypeDeclaration.all(in: text).map { $0.line } == [6, 9, 13, 17])
    #expect(TypeDeclaration.all(in: text).map { $0.column } == [8, 24, 11, 17])
  }
}
