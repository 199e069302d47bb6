import Foundation
import TestSupport
import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateKit

/// What a picture shows, and how each format writes it.
@Suite struct PictureTests {
  static let shop = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
      price 12 CNY per year
    meter bills
    fact platform is ios or web
    bills > 500 requires pro when platform is not web
    """

  /// A picture of a policy; with what is known, as of 2026-03-01.
  private func picture(
    _ text: String, of target: String? = nil, known: Snapshot? = nil
  ) throws -> GraphPicture {
    let policy = try policy(text)
    let now = try instant("2026-03-01")
    let situation = known.map { known in
      PictureSituation(snapshot: policy.prepare(known), ask: Ask(), now: now)
    }
    return try #require(policy.picture(of: target, in: situation))
  }

  private func denial() throws -> GraphPicture {
    var known = Snapshot(asOf: try instant("2026-03-01"))
    known.usage["bills"] = Usage(500)
    return try picture(PictureTests.shop, of: "bills", known: known)
  }

  // MARK: Formats

  @Test func textIsAList() throws {
    #expect(
      try picture(PictureTests.shop).text == """
        Shop

        meter: bills
          rule, line 8: bills > 500 requires pro when platform is not web
            limit: bills at most 500
            tier: pro
              product, 12 CNY per year: annual
            when condition: platform is not web

        """)
    #expect(
      try denial().text == """
        bills in Shop, as of 2026-03-01T00:00:00Z

        ? meter: bills [unknown, so denied: unknown-fact]
          ✗ rule, line 8: bills > 500 requires pro when platform is not web [fails: unknown-fact]
            ✗ limit, 500 used: bills at most 500 [exceeded]
            ✗ tier: pro [the user does not have it]
              – product, 12 CNY per year: annual [not bought: a way in]
            ? when condition: platform is not web [unknown]

        """)
  }

  @Test func dotQuotesEverything() throws {
    #expect(
      try picture("csv requires pro").dot == #"""
        digraph tollgate {
          rankdir=LR
          label="test.gate"
          labelloc=t
          node [shape=box, fontname="sans-serif", style="filled", fillcolor="#f6f8fa"]
          edge [fontname="sans-serif", fontsize=10, color="#59636e"]
          n1 [label="feature\ncsv", style="filled,rounded"]
          n2 [label="rule, line 1\ncsv requires pro", style="filled"]
          n3 [label="entitlement\npro", peripheries=2, style="filled"]
          n2 -> n3
          n1 -> n2
        }

        """#)
    #expect(PictureTests.hostile.dot.contains(#"label="c\na \"b\" \\n <i>&amp;amp; 账单 --> ]]%%\n"#))
  }

  @Test func mermaidWritesSignsAsNumbers() throws {
    #expect(
      try picture("csv requires pro").mermaid == """
        flowchart LR
          n1(["feature<br/>csv"])
          n2["rule, line 1<br/>csv requires pro"]
          n3{{"entitlement<br/>pro"}}
          n2 --> n3
          n1 --> n2

        """)
    let label = "a #34;b#34; #92;n #60;i#62;#38;amp#59; 账单 --#62; #93;#93;%%"
    #expect(PictureTests.hostile.mermaid.contains("n1[\"c<br/>\(label)<br/>✗ fails\"]:::no\n"))
    #expect(PictureTests.hostile.mermaid.contains("n1 -->|\"w#34;\"| n2\n"))
  }

  @Test func jsonHasNodesAndEdges() throws {
    let data = Data(try denial().json.utf8)
    let object = try JSONSerialization.jsonObject(with: data)
    let json = try #require(object as? [String: Any])
    #expect(json["schema"] as? Int == 1)
    #expect(json["target"] as? String == "bills")
    #expect(json["at"] as? String == "2026-03-01T00:00:00Z")
    let nodes = try #require(json["nodes"] as? [[String: Any]])
    #expect(nodes.map { $0["id"] as? String } == (1...6).map { "n\($0)" })
    #expect(nodes[0]["state"] as? String == "unknown")
    #expect(nodes[1]["finding"] as? String == "fails: unknown-fact")
    #expect((json["edges"] as? [[String: Any]])?.count == 5)
    let plain = try picture(PictureTests.shop).json
    #expect(plain.contains("\"state\": null") && !plain.contains("\"state\": \"unknown\""))
  }

  /// What no policy can be called, and a damaged file might.
  static let hostile: GraphPicture = {
    var picture = GraphPicture(policy: "<\"&", target: nil, time: "now")
    let text = #"a "b" \n <i>&amp; 账单 --> ]]%%"#
    picture.boxes = [
      GraphPicture.Box(
        kind: .rule, text: text, caption: "c",
        finding: GraphPicture.BoxStatus(state: .no, words: "fails")),
      GraphPicture.Box(kind: .product, text: "p", caption: "", finding: nil),
    ]
    picture.arrows = [GraphPicture.Arrow(from: 0, to: 1, label: "w\"")]
    return picture
  }()

  // MARK: Contents

  @Test func eachPartIsOneBoxWhoeverUsesIt() throws {
    let picture = try picture(
      """
      entitlements basic, advanced
      entitlement full includes basic and advanced
      product all
        grants full
      product space
        adds 5 to items
      fact installed is a date
      grant basic for 7 days after installed when not (installed before 2026-03-01)
      features a, b, c, d
      meter items
      a, b require basic or advanced
      c requires basic
      items > 10 requires full
        soft
      """)
    let texts = picture.boxes.map { "\($0.kind) \($0.text)" }
    #expect(Set(texts).count == texts.count)
    #expect(texts.contains("target a, b"))
    #expect(texts.contains("grant grant basic"))
    #expect(texts.contains("condition installed is 2026-03-01 or later"))
    #expect(picture.boxes.contains { $0.caption == "rule, line 13, soft" })
    #expect(picture.boxes.contains { $0.text == "d" && $0.caption == "feature, no rule" })
    func arrows(to text: String) -> [String] {
      picture.arrows.filter { picture.boxes[$0.to].text == text }
        .map { "\(picture.boxes[$0.from].text) \($0.label)" }
    }
    #expect(
      arrows(to: "full") == ["basic part of", "advanced part of", "items > 10 requires full "])
    #expect(arrows(to: "space") == ["items at most 10 more by"])
    #expect(arrows(to: "all") == ["full "])
  }

  @Test func featuresWithTheSameRulesShareABox() throws {
    let names = (1...10_000).map { "f\($0)" }.joined(separator: ", ")
    let text = "features \(names)\nseries L1..L9\nL2..L5 requires pro\neverything requires max\n"
    let policy = try Policy(source: text)
    let picture = try #require(policy.picture())
    let targets = picture.boxes.filter { $0.kind == .target }
    #expect(targets.map { $0.text } == ["f1, f2, f3, f4 and 10001 more", "L2..L5"])
    #expect(picture.svg != nil)
  }

  @Test func whatCannotBeReadIsNotDrawn() throws {
    let rules = (1...500).map { "f\($0) requires e\($0)" }.joined(separator: "\n")
    let picture = try #require(Policy(source: rules).picture())
    #expect(picture.boxes.count == 1500)
    #expect(picture.svg == nil)
    #expect(picture.json.utf8.count > 100_000)
  }

  @Test func aNameThatThePolicyDoesNotKnowHasNoPicture() throws {
    #expect(try policy(PictureTests.shop).picture(of: "bils") == nil)
    #expect(try policy(PictureTests.shop).picture(of: "everything")?.boxes.isEmpty == true)
  }

  /// The picture says what the decision says, in every state.
  @Test func findingsAreThoseOfTheDecision() throws {
    let rules = "tiers free < pro\nfeatures a, b\na requires pro\nb requires pro\n  soft\n"
    let now = try instant("2026-03-01")
    var known = Snapshot(asOf: now)
    var words = try picture(rules, known: known).boxes.compactMap { $0.finding?.words }
    #expect(
      words == [
        "denied: not-held", "fails: not-held", "the user does not have it", "warned: not-held",
        "fails, only warns: not-held",
      ])
    known.grants = [Grant(entitlement: "pro")]
    words = try picture(rules, known: known).boxes.compactMap { $0.finding?.words }
    #expect(words == ["allowed: granted", "holds", "the user has it", "allowed: granted", "holds"])
  }
}
