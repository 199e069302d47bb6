import Foundation
import TestSupport
import Testing
import TollgateKit

/// `tollgate describe`; `Tests/LanguageSuite/describe.md` shows what it prints.
@Suite struct DescribeTests {
  @Test func aDescriptionThatTakesTooLongIsRefusedAsAWhole() throws {
    let policy = try Policy(source: Sample.shop)
    var asked = 0
    let counted = policy.plainDescription(in: "en") {
      asked += 1
      return true
    }
    #expect(counted == policy.plainDescription(in: "en"))
    #expect(asked > 10)
    for most in [0, 1, asked / 2, asked - 1] {
      var left = most
      let description = policy.plainDescription(in: "en") {
        left -= 1
        return left >= 0
      }
      #expect(description == nil, "\(most) of \(asked)")
    }
  }

  @Test func theTimeIsAnOption() throws {
    let folder = try Folder(["a.gate": Sample.shop])
    let plenty = try Command.run("describe", folder["a.gate"], "--within", "1h")
    #expect(plenty.status == 0)
    #expect(try Command.run("describe", folder["a.gate"], "--within", "0s").status == 64)
    #expect(try Command.run("describe", folder["a.gate"], "--within", "soon").status == 64)
  }

  @Test func aLongChainIsDescribedInTime() throws {
    let folder = try Folder(["a.gate": Bomb.chain(1_000).joined(separator: "\n") + "\n"])
    let result = try Command.run("describe", folder["a.gate"], "--within", "10min")
    #expect(result.status == 0)
    #expect(result.output.utf8.count < 4 << 20)
  }
}
