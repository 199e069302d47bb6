import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Names are found as a dictionary would find them.
@Suite struct NameIndexTests {
  private func index(_ names: [String]) -> NameIndex {
    NameIndex(names)
  }

  /// Names of every length up to 40, so that each way of reading their last bytes is taken.
  @Test func everyNameIsFoundAndNoOther() {
    var random = Naive.SplitMix64(seed: 5)
    var names: Set<String> = [""]
    for length in 1...40 {
      for _ in 0..<25 {
        let letters = (0..<length).map { _ in random.pick(Array("abXY01-_.")) ?? "a" }
        names.insert(String(letters))
      }
    }
    let list = names.sorted()
    let found = index(list)
    for (place, name) in list.enumerated() {
      #expect(found[name] == Int32(place))
      for other in [name + "a", String(name.dropLast()), "b" + name] where !names.contains(other) {
        #expect(found[other] == nil, "\(other)")
      }
      // One byte changed, at each place.
      for place in name.indices {
        var other = name
        other.replaceSubrange(place...place, with: "~")
        #expect(found[other] == nil, "\(other)")
      }
    }
    #expect(found.otherNames.count == 0)
  }

  @Test func theLastOfEqualNamesIsFound() {
    let found = index(["a", "b", "a", "é", "e\u{301}"])
    #expect(found["a"] == 2)
    #expect(found["b"] == 1)
    #expect(found["e\u{301}"] == 4)
  }

  @Test func anEmptyIndexFindsNothing() {
    #expect(index([])["a"] == nil)
    #expect(index([])[""] == nil)
  }

  /// Names are equal as texts are: an accent may be part of its letter, or follow it.
  @Test func namesAreFoundInAnySpelling() throws {
    let text = "tiers free < pro\nfeature café\nfeature 导出\ncafé requires pro\n导出 requires pro\n"
    for written in [text, text.decomposedStringWithCanonicalMapping] {
      let graph = try #require(Compiler.compile(Source(name: "a.gate", text: written)).graph)
      let spellings = ["café", "cafe\u{301}", "caf\u{65}\u{301}"]
      for name in spellings { #expect(graph.target(name) == Target(index: 0)) }
      #expect(graph.target("导出") == Target(index: 1))
      #expect(graph.target("cafe") == nil)
      let bridged = NSMutableString(string: "cafe\u{301}") as String
      #expect(graph.target(bridged) == Target(index: 0))
      #expect(graph.target(NSMutableString(string: "cafe") as String) == nil)
    }
  }

  /// Names that are made to fall into one slot: they are found all the same, and only a bounded
  /// number of slots is tried for each.
  @Test func namesThatCollideAreFound() {
    let wanted = 300
    var names: [String] = []
    var number = 0
    while names.count < wanted {
      let name = "n\(number)"
      number += 1
      // The table of 300 names has 1024 slots.
      let hash = Array(name.utf8).withUnsafeBytes { NameHash.hash($0) }
      if hash & 1023 == 7 { names.append(name) }
    }
    let found = index(names)
    #expect(found.otherNames.count > 200)
    for (place, name) in names.enumerated() { #expect(found[name] == Int32(place)) }
    for place in 0..<100 { #expect(found["m\(place)"] == nil) }
  }

  /// Ordinary names lie near their slots.
  @Test func ordinaryNamesDoNotCollide() {
    let names = (0..<20_000).map { "feature-\($0)" } + (0..<20_000).map { "L\($0)" }
    let found = index(names)
    #expect(found.otherNames.count == 0)
    for (place, name) in names.enumerated() { #expect(found[name] == Int32(place)) }
  }
}
