import Testing
import TollgateKit

/// The names of a snapshot that a policy does not know, as apps ask for them. The command's words
/// are tested with it.
@Suite struct UnknownNamesTests {
  private let policy = try? Policy(
    source: """
      tiers free < pro
      product annual
        grants pro
      meter bills
      fact beta is yes or no
      bills > 500 requires pro or beta
      """)

  @Test func aSnapshotTellsItsTypos() throws {
    let policy = try #require(policy)
    let snapshot = Snapshot(
      grants: [Grant(product: "anual"), Grant(product: "other", id: "1")],
      usage: ["bils": Usage(3), "bills": Usage(3)],
      facts: ["beta": .yesOrNo(true), "annual": .number(1)])
    let names = policy.unknownNames(in: snapshot)
    #expect(
      names.map { $0.description } == [
        "grants[0].product: the policy has no product called `anual`; did you mean `annual`?",
        "grants[1].product: the policy has no product called `other`; the only one is annual",
        "usage.bils: the policy has no meter called `bils`; did you mean `bills`?",
        "facts.annual: the policy has no fact called `annual`; it is a product",
      ])
    #expect(names.map { $0.isFromStore } == [false, true, false, false])
    #expect(
      names.map { $0.description(in: "zh-Hans") } == [
        "grants[0].product：策略中没有名为“anual”的商品；是否指“annual”？",
        "grants[1].product：策略中没有名为“other”的商品；可选：annual",
        "usage.bils：策略中没有名为“bils”的计量项；是否指“bills”？",
        "facts.annual：策略中没有名为“annual”的事实；它是商品",
      ])
    #expect(policy.unknownNames(in: Snapshot(usage: ["bills": Usage(3)])) == [])
  }

  @Test func aDocumentTellsItsKeys() throws {
    let policy = try #require(policy)
    let names = try policy.unknownNames(
      inSnapshot:
        #"{"schema": 1, "usages": {}, "grants": [{"product": "annual", "state": "aktive"}]}"#)
    #expect(names.map { $0.path } == ["usages", "grants[0].state"])
    #expect(names.first?.description(in: "zh") == #"usages："usages" 不是快照的键；是否指“usage”？"#)
    #expect(throws: SnapshotError.self) { try policy.unknownNames(inSnapshot: "{") }
  }
}
