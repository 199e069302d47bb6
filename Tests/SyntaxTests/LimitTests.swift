import Testing

@testable import TollgateSyntax

struct LimitTests {
  private func codes(_ text: String) -> [String] { parse(text).diagnostics.map(\.code) }

  @Test func fileSize() {
    let bytes = [UInt8](repeating: 0x23, count: Limits.fileBytes + 1)
    let parsed = parse(bytes)
    #expect(parsed.diagnostics.map(\.code) == ["TG0012"])
    #expect(parsed.diagnostics[0].headline == "the file is larger than 16 MiB")
    #expect(parse(Array(bytes.dropLast())).diagnostics.isEmpty)
  }

  @Test func nesting() {
    func nested(_ depth: Int) -> String {
      "x requires " + String(repeating: "(", count: depth) + "a"
        + String(repeating: ")", count: depth)
    }
    #expect(codes(nested(Limits.nesting)) == [])
    #expect(codes(nested(Limits.nesting + 1)) == ["TG0013"])
    #expect(codes(nested(200_000)) == ["TG0013"])
    #expect(codes("x requires " + String(repeating: "not ", count: 100_000) + "a") == ["TG0013"])
    #expect(codes(String(repeating: "(", count: 100_000)) == ["TG0002"])
  }

  @Test func namesAndTexts() {
    let name = String(repeating: "a", count: Limits.nameBytes)
    #expect(codes("feature " + name) == [])
    #expect(codes("feature a" + name) == ["TG0014"])
    let text = String(repeating: "a", count: Limits.textBytes - 2)
    #expect(codes("feature a \"\(text)\"") == [])
    #expect(codes("feature a \"a\(text)\"") == ["TG0014"])
    #expect(codes("x requires y\n  message " + String(repeating: "a ", count: 9000)) == ["TG0004"])
  }

  @Test func lists() {
    func list(_ count: Int, _ separator: String) -> String {
      Array(repeating: "a", count: count).joined(separator: separator)
    }
    #expect(codes("features " + list(Limits.listItems, ", ")) == [])
    #expect(codes("features " + list(Limits.listItems + 1, ", ")) == ["TG0014"])
    #expect(codes("x requires " + list(Limits.listItems + 1, " and ")) == ["TG0014"])
    #expect(codes("x requires y when z is one of " + list(20_000, ",")) == ["TG0014"])
    #expect(codes("fact x is " + list(20_000, " or ")) == ["TG0014"])
    #expect(codes("tiers " + list(20_000, " < ")) == ["TG0014"])
  }

  @Test func diagnostics() throws {
    let found = parse(String(repeating: "x requires\n", count: 150)).diagnostics
    #expect(found.count == Limits.diagnostics + 1)
    let last = try #require(found.last)
    #expect(last.code == "TG0015")
    #expect(last.headline == "too many errors: 50 more are not shown")
    #expect(parse(String(repeating: "x requires\n", count: 100)).diagnostics.count == 100)
    let one = parse(String(repeating: "x requires\n", count: 101)).diagnostics
    #expect(one.last?.headline == "too many errors: 1 more is not shown")
  }

  @Test func linearTime() {
    // Each of these is quadratic in a careless reader; together they take a few seconds.
    for piece in ["(\n", "a,\n", "a \"b", "“ ", "x requires (\n", "\"\n", "features a,", "=> "] {
      _ = parse(String(repeating: piece, count: 8_000))
    }
  }
}
