import Testing

@testable import TollgateKit

/// Bytes to a tree, or to a fault with its place.
@Suite struct JSONReaderTests {
  private func read(_ text: String) throws(JSONReader.Failure) -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  private func fault(_ text: String) -> JSONReader.Failure? {
    fault(Array(text.utf8))
  }

  private func fault(_ bytes: [UInt8]) -> JSONReader.Failure? {
    do throws(JSONReader.Failure) {
      _ = try JSONReader.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func everyKindOfValueIsRead() throws {
    let text = """
       { "a" : [ null, true, false, 0, -7, 1.50, "x" ], "b" : { } , "c":[]}
      """
    let expected = JSONValue.object([
      .init(
        "a",
        .list([
          .null, .boolean(true), .boolean(false), .integer(0), .integer(-7), .number("1.50"),
          .text("x"),
        ])
      ),
      .init("b", .object([])),
      .init("c", .list([])),
    ])
    #expect(try read(text) == expected)
  }

  @Test func wholeNumbersAreExact() throws {
    #expect(try read("9223372036854775807") == .integer(.max))
    #expect(try read("-9223372036854775808") == .integer(.min))
    #expect(try read("9223372036854775808") == .number("9223372036854775808"))
    #expect(try read("9007199254740993") == .integer(9_007_199_254_740_993))
    #expect(try read("-0") == .integer(0))
    #expect(try read("1e3") == .number("1e3"))
    #expect(try read("1E+3") == .number("1E+3"))
    #expect(try read("1.0") == .number("1.0"))
    #expect(try read("0.5e-7") == .number("0.5e-7"))
  }

  @Test func textsAreRead() throws {
    #expect(try read(#""a\"\\\/\b\f\n\r\tz""#) == .text("a\"\\/\u{8}\u{C}\n\r\tz"))
    #expect(try read(#""\u8d26\u5355 \u00e9""#) == .text("账单 é"))
    #expect(try read(#""\uD83D\uDE00""#) == .text("😀"))
    #expect(try read("\"账单 😀 \u{7F}\"") == .text("账单 😀 \u{7F}"))
    #expect(try read(#""\u0000""#) == .text("\0"))
    #expect(try read("\"\"") == .text(""))
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    #expect(try read("\u{FEFF}{}") == .object([]))
  }

  @Test(arguments: [
    ("", JSONReader.ParseError.empty, 0),
    (" \n\t\r ", .empty, 5),
    ("{", .endsEarly, 1),
    ("[1,", .endsEarly, 3),
    ("{\"a\"", .endsEarly, 4),
    ("{\"a\":", .endsEarly, 5),
    ("{\"a\":1", .endsEarly, 6),
    ("\"abc", .endsEarly, 4),
    ("\"abc\\", .endsEarly, 5),
    ("\"\\u12", .endsEarly, 5),
    ("\"\\ud83d", .endsEarly, 7),
    ("tru", .endsEarly, 3),
    ("-", .endsEarly, 1),
    ("1.", .endsEarly, 2),
    ("1e", .endsEarly, 2),
    ("{} x", .trailing, 3),
    ("1 2", .trailing, 2),
    ("01", .trailing, 1),
    ("[1,]", .expected(.value, found: "]"), 3),
    ("[1 2]", .expected(.commaOrBracket, found: "2"), 3),
    ("{\"a\":1,}", .expected(.key, found: "}"), 7),
    ("{a:1}", .expected(.key, found: "a"), 1),
    ("{\"a\" 1}", .expected(.colon, found: "1"), 5),
    ("{\"a\":1 \"b\":2}", .expected(.commaOrBrace, found: "\""), 7),
    ("nul!", .expected(.value, found: "!"), 3),
    ("NaN", .expected(.value, found: "N"), 0),
    ("'a'", .expected(.value, found: "'"), 0),
    ("[账]", .expected(.value, found: "账"), 1),
    ("[+1]", .expected(.value, found: "+"), 1),
    ("[.5]", .expected(.value, found: "."), 1),
    ("[-x]", .number, 2),
    ("[1.x]", .number, 3),
    ("[1e+]", .number, 4),
    ("\"a\nb\"", .controlCharacter, 2),
    ("\"\\x\"", .escape, 1),
    ("\"\\u12g4\"", .escape, 1),
    ("\"\\ud83d\"", .escape, 1),
    ("\"\\ud83dx\"", .escape, 1),
    ("\"\\ud83d\\n\"", .escape, 1),
    ("\"\\ud83d\\u0041\"", .escape, 1),
    ("\"\\ude00\"", .escape, 1),
  ])
  func aFaultHasItsPlace(_ text: String, _ expected: JSONReader.ParseError, _ offset: Int) {
    #expect(fault(text)?.fault == expected)
    #expect(fault(text)?.offset == offset)
  }

  @Test(arguments: [
    ([0xFF], 0), ([0x22, 0xC3, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
    ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x5B, 0xE8, 0xB4], 1),
    ([0x22, 0x5C, 0x6E, 0xF8, 0x22], 1),
  ])
  func whatIsNotUTF8IsRefused(_ bytes: [UInt8], _ offset: Int) {
    #expect(fault(bytes)?.fault == .notUTF8)
    #expect(fault(bytes)?.offset == offset)
  }

  @Test func aKeyThatIsThereTwiceIsRefused() {
    let twice = fault(#"{"usage":{"bills":1,"b\u0069lls":2}}"#)
    #expect(twice?.fault == .twice)
    #expect(twice?.path.text == "usage.bills")
    #expect(twice?.offset == 20)
    let many = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(fault("{\(many)}") == nil)
    #expect(fault("{\(many),\"k3\":0}")?.path.text == "k3")
    #expect(fault("{\(many),\"k39\":0}")?.path.text == "k39")
    // Swift takes both spellings for the same name, so they are one key.
    #expect(fault("{\"\u{E9}\":1,\"e\u{301}\":2}")?.fault == .twice)
    // Keys of different objects are not compared.
    #expect(fault(#"{"a":{"b":1},"c":[{"b":1},{"b":1}]}"#) == nil)
  }

  @Test func faultsInsideHaveAPath() {
    #expect(fault(#"{"grants":[{},{"until":x}]}"#)?.path.text == "grants[1].until")
    #expect(fault(#"[[1],[2,[3 4]]]"#)?.path.text == "[1][1]")
    #expect(fault(#"{"a.b":{"":x}}"#)?.path.text == #"["a.b"][""]"#)
  }

  @Test func nestingHasALimit() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(fault(nested(64)) == nil)
    #expect(fault(nested(65))?.fault == .tooDeep)
    #expect(fault(nested(65))?.offset == 64)
    #expect(fault(String(repeating: "[", count: 1_000_000))?.fault == .tooDeep)
    #expect(fault(String(repeating: "{\"a\":", count: 1_000_000))?.fault == .tooDeep)
    // Side by side is not deep.
    #expect(
      fault("[" + Array(repeating: nested(63), count: 100).joined(separator: ",") + "]") == nil
    )
  }

  @Test func lengthHasALimit() {
    let space = [UInt8](repeating: 0x20, count: JSONReader.mostBytes - 2)
    #expect(fault(Array("{}".utf8) + space) == nil)
    #expect(fault(Array("{} ".utf8) + space)?.fault == .tooLong)
  }

  @Test func everyCutOfADocumentIsRefused() {
    let text = #"{"a":[1,-2.5e+3,"x\n\u00e9 账"],"b":{"c":true,"d":null}}"#
    let bytes = Array(text.utf8)
    #expect(fault(bytes) == nil)
    for end in 0..<bytes.count { #expect(fault(Array(bytes[..<end])) != nil) }
  }

  /// Whatever stands in the bytes, there is an end, and it is a value or a fault inside the text.
  @Test func damagedDocumentsEnd() {
    let text = #"{"a":[1,-2.5e+3,"x\n\ud83d\ude00 账"],"b":{"c":true,"d":null}}"#
    var generator = Seeded(seed: 20_260_220)
    for _ in 0..<20_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      if let fault = fault(bytes) { #expect((0...bytes.count).contains(fault.offset)) }
    }
  }
}

/// SplitMix64: the same numbers on every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
