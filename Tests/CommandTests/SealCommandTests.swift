import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateSeals

/// `key`, `seal` and `verify`. Where this build has no Ed25519 they say so, and do nothing;
/// `.ci/seals` runs a build that has it.
@Suite struct SealCommandTests {
  @Test func aBuildWithoutTheTraitSaysSo() throws {
    if Ed25519.isAvailable { return try aKeyIsNeverOverwritten() }
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run("key", "new", folder["shop.key"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("swift build --traits Seals"))
    #expect(folder.names == ["Shop.gate"])
  }

  private func aKeyIsNeverOverwritten() throws {
    let folder = try Folder(["shop.key": "mine"])
    let result = try Command.run("key", "new", folder["shop.key"])
    #expect(result.status == 2)
    #expect(try folder.text("shop.key") == "mine")
  }

  @Test func aKeyThatIsNoneIsTold() throws {
    let folder = try Folder(["Shop.gate": Sample.shop, "key": "{}", "keys": #"{"keys": [1]}"#])
    _ = try Command.run("compile", folder["Shop.gate"], "-o", folder["x"])
    let sealed = try Command.run("seal", folder["x"], "--key", folder["key"], "--sequence", "1")
    #expect(sealed.status == 2)
    #expect(sealed.errors.contains("is not an Ed25519 key"))
    let verified = try Command.run(
      "verify", folder["x"], "--keys", folder["keys"], "--policy", "Shop")
    #expect(verified.status == 2)
    #expect(verified.errors.contains("must be a JSON Web Key"))
    #expect(folder.names == ["Shop.gate", "key", "keys", "x"])
  }

  @Test func whatIsNotSealedIsRefused() throws {
    let key = #"{"kty":"OKP","crv":"Ed25519","kid":"a","x":"\#(SealCommandTests.publicKey)"}"#
    let folder = try Folder(["Shop.gate": Sample.shop, "keys": key, "text": "a.b.c"])
    _ = try Command.run("compile", folder["Shop.gate"], "-o", folder["x"])
    let bare = try Command.run("verify", folder["x"], "--keys", folder["keys"], "--policy", "Shop")
    #expect(bare.status == 1)
    #expect(bare.errors.contains("it is not signed") || bare.errors.contains("cannot be read"))
    let text = try Command.run(
      "verify", folder["text"], "--keys", folder["keys"], "--policy", "Shop", "--subject", "u")
    #expect(text.status == 1)
    #expect(text.output == "")
    let nobody = try Command.run(
      "verify", folder["text"], "--keys", folder["keys"], "--policy", "Shop")
    #expect(nobody.status == 64)
  }

  @Test func aFileOfKeysHasASchema() throws {
    let key = #"{"kty":"OKP","crv":"Ed25519","kid":"a","x":"\#(SealCommandTests.publicKey)"}"#
    let written = try SealKeys(json: Array(key.utf8))
    for text in [key, #"{"keys":[\#(key)],"revoked":["b"]}"#, #"{"keys":[\#(key)]}"#] {
      #expect(try SealKeys(json: Array(text.utf8)).keys["a"] == written.keys["a"])
      #expect(try failures(text) == [])
    }
    let member = { (text: String) in String(key.dropLast()) + "," + text + "}" }
    for mixed in [
      member(#""revoked":["a"]"#), member(#""keys":[\#(key)]"#),
      #"{"keys":[\#(member(#""revoked":["a"]"#))]}"#,
    ] {
      let error = #expect(throws: SealError.self) { try SealKeys(json: Array(mixed.utf8)) }
      #expect(error?.description(in: "en") == SealError.key(.mixed).description(in: "en"))
      #expect(try failures(mixed) != [], "\(mixed)")
    }
    #expect(try failures(member(#""revoked":null"#)) == [])
    for text in ["{}", #"{"keys":[1]}"#, key.replacingOccurrences(of: "OKP", with: "RSA")] {
      #expect(try failures(text) != [])
      #expect(throws: SealError.self) { try SealKeys(json: Array(text.utf8)) }
    }
  }

  private func failures(_ text: String) throws -> [String] {
    DocumentSchemas.failures(of: try JSONReader.read(Array(text.utf8)), "keys")
  }

  /// That of RFC 8037, A.2.
  private static let publicKey = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
}
