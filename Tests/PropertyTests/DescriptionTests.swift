import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// How a policy is written does not matter to its description: of random policies, moving the
/// statements changes not a byte, in either language and any format.
@Suite struct DescriptionTests {
  @Test(arguments: Corpus.lots.prefix(2)) func movingStatementsChangesNoDescription(lot: Int) throws
  {
    for example in Corpus.shared.lot(lot) {
      var random = Naive.SplitMix64(seed: example.seed)
      let moved = try Policy(source: example.value.policy.shuffled(using: &random).source())
      for locale in ["en", "zh-Hans"] {
        let before = example.value.engine.plainDescription(in: locale)
        let after = moved.plainDescription(in: locale)
        #expect(before == after, "seed \(example.seed), \(locale)")
      }
    }
  }

  /// Every target has its place, once.
  @Test(arguments: Corpus.lots.prefix(1)) func everyTargetIsTold(lot: Int) throws {
    for example in Corpus.shared.lot(lot) {
      let graph = example.value.engine.graph
      let access = example.value.engine.plainDescription().sections.first { $0.topic == .access }
      let told = access?.entries.flatMap { $0.names } ?? []
      #expect(told.sorted() == graph.parts.targets.map { $0.name }.sorted())
    }
  }
}
