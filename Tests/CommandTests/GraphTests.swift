import Foundation
import TestSupport
import Testing

@Suite struct GraphTests {
  @Test func theWholePolicyIsShown() throws {
    let result = try Command.run("graph", "-", input: Sample.bills)
    #expect(result.status == 0)
    #expect(
      result.output == """
        <stdin>

        meter: bills
          rule, line 1: bills > 500 requires pro
            limit: bills at most 500
            entitlement: pro

        """)
  }

  @Test func withAnythingKnownItShowsWhatHeld() throws {
    let result = try Command.run(
      "graph", "-", "bills", "--using", "bills=499", "--adding", "2", "--at", "2026-03-01",
      input: Sample.bills)
    #expect(result.status == 0)
    #expect(result.output.contains("✗ meter: bills [denied: limit-reached]"))
    #expect(result.output.contains("✗ limit, 499 used: bills at most 500 [exceeded]"))
    let less = try Command.run(
      "graph", "-", "bills", "--using", "bills=499", "--at", "2026-03-01", input: Sample.bills)
    #expect(less.output.contains("✓ meter: bills [allowed: within-limit]"))
  }

  @Test(arguments: ["text", "dot", "mermaid", "svg", "json"])
  func everyFormatTellsOfADenial(format: String) throws {
    let folder = try Folder(["shop.gate": Sample.shop])
    let result = try Command.run(
      "graph", folder["shop.gate"], "L7", "--has", "pro", "--at", "2026-03-01", "--format", format)
    #expect(result.status == 0)
    #expect(result.output.contains("denied: not-held"))
    #expect(result.output.hasSuffix("\n") && !result.output.hasSuffix("\n\n"))
  }

  @Test func aCompiledPolicyIsShownAsItsText() throws {
    let folder = try Folder(["shop.gate": Sample.shop])
    #expect(try Command.run("compile", folder["shop.gate"], "-o", folder["a.gatec"]).status == 0)
    for format in ["text", "svg"] {
      let text = try Command.run("graph", folder["shop.gate"], "--format", format)
      let compiled = try Command.run("graph", folder["a.gatec"], "--format", format)
      #expect(text.output == compiled.output)
    }
  }

  @Test func mistakesAreTold() throws {
    let unknown = try Command.run("graph", "-", "bils", input: Sample.bills)
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("called `bils`; did you mean `bills`?"))
    let entitlement = try Command.run("graph", "-", "pro", input: Sample.bills)
    #expect(entitlement.errors.contains("it is an entitlement"))
    #expect(try Command.run("graph", "-", "--adding", "2", input: Sample.bills).status == 64)
    #expect(try Command.run("graph", "-", input: "bills >").status == 2)
    #expect(try Command.run("graph", "-", "--has", "gold", input: Sample.bills).status == 64)
  }

  @Test func aDrawingHasALimit() throws {
    let input = (1...200).map { "f\($0) requires e\($0)\n" }.joined()
    let result = try Command.run("graph", "-", "--format", "svg", input: input)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("a drawing with 600 boxes"))
    let one = try Command.run("graph", "-", "f7", "--format", "svg", input: input)
    #expect(one.status == 0)
    #expect(try Command.run("graph", "-", "--format", "dot", input: input).status == 0)
  }
}
