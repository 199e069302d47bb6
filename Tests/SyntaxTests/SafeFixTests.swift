import Testing

@testable import TollgateSyntax

/// A fix is safe only if its sentence can be read when all safe fixes of the sentence are applied.
struct SafeFixTests {
  @Test(arguments: [
    "meter bills\n  windows begin at noon\n",
    "guests > 5 for each of seats requires pro\n",
    "csv-export = pro\n", "csv-export=pro\n", "bills = 500 requires pro\n",
    "x requires pro；and y；\n", "x ＞ 5 a day\n", "bills ＞ 500， photos > 3 requires pro\n",
    "guests at most 5\n  100 requires plus, max\n", "product p\n  price ：8\n",
    "x requires pro at 9:30\n",
    "lessons L1…L9 requires pro\n", "x && y || z require pro or\n",
  ])
  func noSafeFixLeavesASentenceThatCannotBeRead(_ text: String) {
    var source = Source(name: "policy.gate", text: text)
    let before = PolicySyntax.parse(source).diagnostics
    #expect(!before.isEmpty)
    let unsafe = before.filter { finding in !finding.edits.contains { $0.safety == .safe } }
    guard !SafeEdits.of(before).isEmpty else { return }
    for _ in 0..<SafeEdits.rounds {
      let edits = SafeEdits.of(PolicySyntax.parse(source).diagnostics)
      if edits.isEmpty { break }
      source = Source(name: "policy.gate", bytes: SafeEdits.apply(edits, to: source.bytes))
    }
    #expect(PolicySyntax.parse(source).diagnostics.count <= unsafe.count, "\(text)")
  }

  @Test(arguments: [
    ("meter bills\n  windows begin at noon\n", 1),
    ("guests > 5 for each of seats requires pro\n", 1), ("csv-export = pro\n", 1),
    ("csv-export=pro\n", 1),
  ])
  func oneMistakeIsOneMessageWithoutASafeFix(_ text: String, _ count: Int) {
    let found = parse(text).diagnostics
    #expect(found.count == count)
    #expect(SafeEdits.of(found).isEmpty)
  }

  @Test func anEqualsSignBeforeWhatOpensSomethingIsRequires() throws {
    for text in ["csv-export = pro\n", "csv-export=pro\n", "csv-export ＝ `2fa`\n"] {
      let edit = try #require(parse(text).diagnostics.first?.edits.first)
      let mended = SafeEdits.apply([edit], to: Array(text.utf8))
      #expect(parse(mended).diagnostics.isEmpty)
      #expect(String(decoding: mended, as: UTF8.self).contains(" requires "))
    }
  }

  @Test func aFixOfAWholeSentenceStaysSafe() {
    for text in ["bills ＞ 500 requires pro\n", "x requires a, and b\n", "x requires pro;\n"] {
      let found = parse(text).diagnostics
      #expect(SafeEdits.of(found).count == found.count || text.hasPrefix("x requires a"))
    }
  }
}
