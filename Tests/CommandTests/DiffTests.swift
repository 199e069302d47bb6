import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
  private static let old = """
    tiers free < pro < max
    product annual
      grants pro
      price 12 CNY per year
    meter bills
    features csv-export, sync
    series L1..L3
    bills > 500 requires pro
    csv-export requires pro
    sync requires max
    L1..L3 requires nothing

    """
  private static let new = """
    tiers free < pro < max
    product annual
      grants pro
      price 18 CNY per year
    meter bills
    features csv-export, sync
    series L1..L3
    bills > 300 requires pro
    csv-export requires max
    sync requires pro
    L1..L3 requires pro

    """

  private static func folder() throws -> Folder {
    try Folder(["old.gate": old, "new.gate": new])
  }

  @Test(arguments: [("loss", 1), ("gain", 0), ("any", 1)])
  func aValueThatFallsIsALoss(on: String, status: Int32) throws {
    let folder = try Folder([
      "old.gate": "setting history is 7 days\n  30 days with plus\n",
      "new.gate": "setting history is 7 days\n  10 days with plus\n",
    ])
    let changed = try Command.run("diff", folder["old.gate"], folder["new.gate"], "--fail-on", on)
    #expect(changed.status == status)
    #expect(
      changed.output == """
        plus
          history: 30 days → 10 days

        history
          loses (30 days → 10 days): with plus
            line 2 said `30 days with plus`; line 2 now says `10 days with plus`
            for example a user who holds plus: 30 days before, 10 days now
              scenario "a user who holds plus"
                given plus
                expect history is 10 days

        """)
    let same = try Command.run("diff", folder["old.gate"], folder["old.gate"], "--fail-on", on)
    #expect(same.status == 0)
  }

  @Test func forPeople() throws {
    let folder = try DiffTests.folder()
    let result = try Command.run("diff", folder["old.gate"], folder["new.gate"])
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output == """
        free
          loses L1..L3
          bills: 500 → 300
        pro
          gains sync
          loses csv-export
        product annual
          price: 12 CNY per year → 18 CNY per year

        csv-export
          loses: with pro, without max
            line 9 said `csv-export requires pro`; line 9 now says `csv-export requires max`
            for example a pro user: allowed before (granted), denied now (not-held)
              scenario "a pro user"
                given pro
                expect csv-export denied because not-held

        sync
          gains: with pro, without max
            line 10 said `sync requires max`; line 10 now says `sync requires pro`
            for example a pro user: denied before (not-held), allowed now (granted)
              scenario "a pro user"
                given pro
                expect sync allowed because granted

        L1..L3
          loses: without pro
            line 11 said `L1..L3 requires nothing`; line 11 now says `L1..L3 requires pro`
            for example a free user: allowed before (ungated), denied now (not-held)
              scenario "a free user"
                expect L1 denied because not-held

        bills
          loses: bills 301 to 500, without pro
            line 8 said `bills > 500 requires pro`; line 8 now says `bills > 300 requires pro`
            for example a free user with 300 bills, who wants one more: allowed before (within-limit), denied now (limit-reached)
              scenario "a free user with 300 bills"
                given bills 300
                expect bills denied because limit-reached

        also changed
          the limits of bills: 500 → 300

        """)
  }

  @Test(arguments: [
    ("loss", "old.gate", "new.gate", 1), ("gain", "old.gate", "new.gate", 1),
    ("any", "old.gate", "new.gate", 1), ("never", "old.gate", "new.gate", 0),
    ("any", "old.gate", "old.gate", 0), ("any", "old.gate", "moved.gate", 0),
    ("loss", "old.gate", "more.gate", 0), ("gain", "old.gate", "more.gate", 1),
    ("loss", "old.gate", "priced.gate", 0), ("any", "old.gate", "priced.gate", 1),
  ])
  func whatFails(on: String, old: String, new: String, status: Int32) throws {
    let folder = try DiffTests.folder()
    let lines = DiffTests.old.split(separator: "\n")
    try folder.write(
      (lines.dropFirst(4) + lines.prefix(4)).joined(separator: "\n") + "\n", to: "moved.gate")
    try folder.write(
      DiffTests.old.replacingOccurrences(of: "sync requires max", with: "sync requires pro"),
      to: "more.gate")
    try folder.write(
      DiffTests.old.replacingOccurrences(of: "12 CNY", with: "13 CNY"), to: "priced.gate")
    let result = try Command.run("diff", folder[old], folder[new], "--fail-on", on)
    #expect(result.status == status)
    if status == 0, on == "any" { #expect(result.output == "no difference\n") }
  }

  /// The example of each difference flips when it is asked again.
  @Test func examplesCanBeReplayed() throws {
    let folder = try DiffTests.folder()
    let result = try Command.run(
      "diff", folder["old.gate"], folder["new.gate"], "--format", "json")
    let report = try Command.object(result.output)
    #expect(
      report.keys.sorted() == [
        "added", "alsoChanged", "changes", "equal", "new", "old", "removed", "schema", "undecided",
        "values",
      ])
    let changes = try #require(report["changes"] as? [[String: Any]])
    #expect(changes.count == 4)
    var count = 0
    for change in changes {
      for side in ["loss", "gain"] {
        guard let side = change[side] as? [String: Any] else { continue }
        let example = try #require(side["example"] as? [String: Any])
        for (key, file) in [("before", "old.gate"), ("after", "new.gate")] {
          let snapshot = try JSONSerialization.data(
            withJSONObject: try #require(example["snapshot"]))
          try folder.write(snapshot, to: "snapshot.json")
          let check = try Command.run(
            "check", folder[file], try #require(example["target"] as? String), "--snapshot",
            folder["snapshot.json"], "--at", try #require(example["at"] as? String), "--format",
            "json")
          let decision = try Command.object(check.output)
          let expected = try #require(example[key] as? [String: Any])
          #expect(decision["outcome"] as? String == expected["outcome"] as? String)
          #expect(decision["reason"] as? String == expected["reason"] as? String)
          count += 1
        }
      }
    }
    #expect(count == 8)
  }

  @Test func forAPullRequest() throws {
    let folder = try DiffTests.folder()
    let result = try Command.run(
      "diff", folder["old.gate"], folder["new.gate"], "--format", "markdown")
    #expect(
      result.output.hasPrefix(
        """
        **5 targets lose, 1 target gains; 0 decide as before**

        | plan or product | what changes |
        |---|---|
        | free | loses L1..L3<br>bills: 500 → 300 |
        | pro | gains sync<br>loses csv-export |
        | product annual | price: 12 CNY per year → 18 CNY per year |

        | | | for whom | lines |
        |---|---|---|---|
        | `csv-export` | loses | with pro, without max | line 9 `csv-export requires pro` → line 9 `csv-export requires max` |

        """))
    #expect(result.output.contains("```gate\nscenario \"a pro user\"\n"))
    #expect(result.output.contains("| the limits of bills | 500 | 300 |"))
  }

  /// New features name their plans; their labels and a new product's terms are no other changes.
  @Test func whatIsNew() throws {
    let folder = try DiffTests.folder()
    try folder.write(
      DiffTests.old + """
        feature export-pdf "PDF" zh-Hans "PDF 导出"
        feature themes "Themes"
        export-pdf requires pro
        themes requires nothing
        product monthly
          grants pro
          price 2 CNY per month

        """, to: "more.gate")
    let result = try Command.run("diff", folder["old.gate"], folder["more.gate"])
    #expect(
      result.output == """
        free
          gains themes (new)
        pro, max
          gains export-pdf, themes (new)
        product monthly (new)
          sale: for sale
          price: 2 CNY per month
          opens: the same as `annual`

        new with pro, max: export-pdf
        new for everybody: themes
        the same for everybody: csv-export, sync, L1..L3, bills

        """)
  }

  /// A rule of twenty names is quoted by its beginning and its end.
  @Test func aLongRuleIsCut() throws {
    let names = (1...20).map { "feature-number-\($0)" }.joined(separator: ", ")
    func policy(_ requirement: String) -> String {
      "tiers free < pro < max\nfeatures \(names)\n\(names) require \(requirement)\n"
    }
    let folder = try Folder(["old.gate": policy("pro"), "new.gate": policy("max")])
    let result = try Command.run("diff", folder["old.gate"], folder["new.gate"])
    #expect(
      result.output.contains(
        "line 3 now says `feature-number-1, feature-number-2, feature-number-3 … "
          + "feature-number-18, feature-number-19, feature-number-20 require max`"))
    let json = try Command.run("diff", folder["old.gate"], folder["new.gate"], "--format", "json")
    #expect(json.output.contains(names + " require max"))
  }

  @Test func whatCannotBeRead() throws {
    let folder = try Folder(["old.gate": DiffTests.old, "bad.gate": "x requires\n"])
    let result = try Command.run("diff", folder["old.gate"], folder["bad.gate"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("bad.gate:1:"))
    #expect(try Command.run("diff", folder["old.gate"], folder["none.gate"]).status == 2)
    #expect(try Command.run("diff", folder["old.gate"]).status == 64)
    #expect(try Command.run("diff", "-", "-").status == 64)
    #expect(
      try Command.run("diff", folder["old.gate"], folder["old.gate"], "--budget", "0").status == 64)
  }

  @Test func whatIsUndecidedIsSaidAndFails() throws {
    let folder = try DiffTests.folder()
    let arguments = ["--budget", "1", "--fail-on", "loss"]
    let result = try Shell.run(
      Shell.tollgate, ["diff", folder["old.gate"], folder["new.gate"]] + arguments)
    #expect(result.status == 1)
    #expect(result.output.contains("undecided: "))
    #expect(result.output.contains("raise --budget"))
  }
}
