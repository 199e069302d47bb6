import Foundation
import TestSupport
import Testing

/// `tollgate simulate`; `Examples/PurchaseHistories/README.md` shows what it prints.
@Suite struct SimulateTests {
  private func simulate(
    _ history: String, policy: String = Sample.shop, _ words: String...
  ) throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": policy, "x.history": history])
    let files = ["simulate", "Shop.gate", "x.history"]
    return try Shell.run(Shell.tollgate, files + words, in: folder.url)
  }

  /// A plan that is not paid, told to the end.
  private static let unpaid = """
    grace 1 week
    retry 2 weeks
    at 2026-01-31 given bills 500, platform is ios
    buy annual
    billing fails
    after 1 year
    expect bills, csv-export allowed   # the grace
    after 8 days expect csv-export denied because on-hold
    after 1 month check csv-export
    """

  @Test func whatHappensByItselfStandsAtItsTime() throws {
    let result = try simulate(SimulateTests.unpaid)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output == """
        Shop, 2026-01-31 to 2027-03-08

        2026-01-31
          line 3    at 2026-01-31 given bills 500, platform is ios
          unlocked  tablet
          line 4    buy annual
          store     annual is bought and lasts until 2027-01-31
          answer    purchased
          status    tier pro; annual, renews 2027-01-31
          unlocked  csv-export, bills, storage, exports
          line 5    billing fails

        2027-01-31
          store     the payment for annual failed; a grace period runs until 2027-02-07
          status    tier pro; annual, not paid since 2027-01-31, open until 2027-02-07 (grace)
          line 7    expect bills, csv-export allowed
          met       2 as expected

        2027-02-07
          store     the payment for annual failed; it is on hold
          status    tier free; annual, on hold: the payment failed
          locked    csv-export, bills, storage, exports

        2027-02-08
          line 8    after 8 days expect csv-export denied because on-hold
          met       1 as expected

        2027-02-14
          store     annual has ended: the payment failed
          status    tier free; no plan

        2027-03-08
          line 9    after 1 month check csv-export
          check     csv-export denied: expired; unlocked by annual or lifetime

        3 expected, all met

        """)
  }

  @Test func whatIsNotAsExpectedIsShownAndIsStatusOne() throws {
    let result = try simulate(
      """
      at 2026-01-31
      expect csv-export allowed until 2027-01-01
      expect L1..L4 allowed
      """)
    #expect(result.status == 1)
    #expect(result.output.contains("  not met   csv-export expected allowed until 2027-01-01"))
    #expect(result.output.contains("            csv-export is denied for ever\n"))
    #expect(result.output.contains("  not met   L4 expected allowed\n"))
    #expect(result.output.hasSuffix("\n5 expected, 2 not met\n"))
  }

  @Test func offlineTheStatusGrowsOldAfterADay() throws {
    let result = try simulate(
      """
      at 2026-01-31 buy annual
      go offline
      after 2 days expect csv-export denied because stale
      go online
      expect csv-export allowed
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(
      result.output.contains(
        "\n2026-02-01\n  status    tier free; annual, renews 2027-01-31; purchase data is too old\n"
      ))
  }

  @Test func theStepsOfAPurchaseThatTakesTime() throws {
    let result = try simulate(
      """
      at 2026-01-31 ask for lifetime
      after 1 day approve lifetime
      verification is unavailable
      buy courses
      after 1 min verification works
      restore
      relaunch
      status
      """)
    #expect(result.status == 0, "\(result.errors)")
    let expected = [
      "  store     lifetime waits for approval\n  answer    waits for approval\n",
      "  store     lifetime is bought\n  status    tier max; lifetime, for ever\n",
      "  answer    network-error: No connection. Check the network settings.\n",
      "\n2026-02-01T00:00:03Z\n  notice    the purchase sim-2 could not be completed after 3 attempts;",
      "  answer    restored 2\n", "  owned     lifetime, courses\n  unlocked  annual\n",
    ]
    for text in expected { #expect(result.output.contains(text), "\(text)\n\(result.output)") }
  }

  // MARK: JSON

  @Test func jsonHasEveryKeyAlways() throws {
    let result = try simulate(
      SimulateTests.unpaid + "\nexpect csv-export allowed\n", "--format", "json")
    #expect(result.status == 1)
    let json = try Command.object(result.output)
    #expect(json["schema"] as? Int == 1)
    #expect(json["policy"] as? String == "Shop")
    #expect(json["history"] as? String == "x.history")
    #expect(json["passed"] as? Bool == false)
    let keys = ["schema", "policy", "fingerprint", "history", "passed", "steps"]
    #expect(Set(json.keys) == Set(keys))
    let steps = try #require(json["steps"] as? [[String: Any]])
    for step in steps {
      #expect(
        Set(step.keys) == [
          "at", "line", "text", "events", "answer", "changes", "status", "decisions", "expected",
          "failures",
        ])
    }
    let events = steps.flatMap { $0["events"] as? [[String: Any]] ?? [] }
    #expect(
      events.map { $0["event"] as? String } == ["purchased", "grace-started", "held", "expired"])
    #expect(events.last?["because"] as? String == "unpaid")
    #expect(Set(events.flatMap { $0.keys }).count == 7)
    let plan = (steps[1]["status"] as? [String: Any])?["plan"] as? [String: Any]
    #expect(plan?["end"] as? String == "2027-01-31T00:00:00Z")
    let decisions = steps.flatMap { $0["decisions"] as? [[String: Any]] ?? [] }
    #expect(decisions.map { $0["reason"] as? String } == ["expired"])
    let failures = try #require(steps.last?["failures"] as? [[String: Any]])
    #expect(failures.map { $0["expected"] as? String } == ["allowed"])
    #expect(failures.map { $0["actual"] as? String } == ["denied"])
  }

  @Test func halfAPlayIsNoJSON() throws {
    let result = try simulate(
      "at 2026-01-31 buy annual\ncancel lifetime\n", "--format", "json")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors
        == "x.history:2:1: error[history]: `lifetime` is not a running subscription\n")
  }

  /// Years of renewals every day: it ends, with the reason.
  @Test func tooManyRenewalsAreTold() throws {
    let daily = "product annual renews every 1 day\nat 2026-01-31 buy annual\n"
    let result = try simulate(daily + "after 20 years\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("more than 1500 renewals and other changes happen"))
    let shorter = try simulate(daily + "after 1400 days\nexpect csv-export allowed\n")
    #expect(shorter.status == 0, "\(shorter.errors)")
    #expect(shorter.output.hasSuffix("1 expected, all met\n"))
  }

  // MARK: Bad input

  @Test(
    "every mistake is told at its place",
    arguments: [
      ("", "1:1", "the history has no step"),
      ("# nothing\n\n", "1:1", "the history has no step"),
      ("buy annual", "1:1", "the first step needs a time"),
      ("after 1 day", "1:1", "the first step cannot begin with `after`"),
      ("at 2026-02-30", "1:4", "there is no such day as `2026-02-30`"),
      ("at tomorrow", "1:4", "`at` takes a date or time"),
      ("at 2026-01-31\nat 2026-01-30", "2:1", "`2026-01-30` is before `2026-01-31`"),
      ("at 2026-01-31\nafter 3 furlongs", "2:7", "a period such as"),
      ("at 2026-01-31\nafter 0 days", "2:7", "from 1 to 1000000"),
      ("at 2026-01-31\nafter 99999999999999999999 days", "2:7", "a period such as"),
      ("at 2026-01-31\nafter 21 years", "2:1", "a history lasts at most 20 years"),
      ("at 2026-01-31 bu annual", "1:15", "no step begins with `bu`"),
      ("at 2026-01-31 buy", "1:18", "expected the name of a product here"),
      ("at 2026-01-31 buy anual", "1:19", "no product called `anual`"),
      ("at 2026-01-31 buy annual lifetime", "1:26", "unexpected `lifetime` at the end of the step"),
      ("at 2026-01-31 refund annual 0%", "1:29", "a refund is from `1%` to `100%`"),
      ("at 2026-01-31 switch annual lifetime", "1:29", "expected `to` here"),
      ("at 2026-01-31 raise price of annual to 5", "1:40", "a price such as `15 CNY`"),
      ("at 2026-01-31 verification", "1:27", "`works`, `fails` or `is unavailable`"),
      ("at 2026-01-31 go away", "1:18", "expected `offline` here"),
      ("at 2026-01-31\ngrace 3 days", "2:1", "this belongs before the first step"),
      ("product coins", "1:14", "say how `coins` is sold"),
      ("product coins is consumable\nat 2026-01-31", "1:9", "no product called `coins`"),
      ("at 2026-01-31 expect bils allowed", "1:22", "no feature or group or meter called `bils`"),
      ("at 2026-01-31 check bills allowed", "1:27", "`check` only asks"),
      ("at 2026-01-31 given", "1:20", "expected"),
      ("at 2026-01-31 given verified 2026-01-02", "1:21", "the age of the purchase data"),
      ("at 2026-01-31 expect bills allowed,\nbuy annual", "1:35", "expected"),
      ("at 2026-01-31 cancel annual", "1:1", "`annual` is not a running subscription"),
    ])
  func mistakes(history: String, place: String, words: String) throws {
    let result = try simulate(history)
    #expect(result.status == 2)
    let line = result.errors.split(separator: "\n").first.map(String.init) ?? ""
    #expect(line.hasPrefix("x.history:\(place): error["), "\(result.errors)")
    #expect(line.contains(words), "\(result.errors)")
  }

  @Test func severalMistakesAreToldInOneRun() throws {
    let result = try simulate(
      "at 2026-01-31 buy anual\nexpect bils allowed\nrefund annual 101%\nat 2025-01-01\n")
    let places = ["1:19", "2:8", "3:15", "4:1"]
    for place in places { #expect(result.errors.contains("x.history:\(place): error[")) }
    #expect(result.errors.components(separatedBy: ": error[").count == places.count + 1)
    #expect(result.errors.contains("did you mean `annual`?"))
    #expect(result.output == "")
  }

  @Test func aProductWithoutAPriceIsToldHowItIsSold() throws {
    let policy = "tiers free < pro\nproduct pass grants pro\nx requires pro\n"
      .replacingOccurrences(of: "product pass grants pro", with: "product pass\n  grants pro")
    let refused = try simulate("at 2026-01-31 buy pass\n", policy: policy)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("x.history:1:19: error[history]: the policy does not say how"))
    let played = try simulate(
      """
      product pass lasts 3 months
      at 2026-01-31 buy pass
      after 3 months expect x denied because expired
      """, policy: policy)
    #expect(played.status == 0, "\(played.output)\(played.errors)")
    #expect(played.output.contains("pass has ended: its time is up"))
  }

  @Test func aFileThatIsNoHistoryIsRefused() throws {
    let folder = try Folder(["Shop.gate": Sample.shop, "bad.gate": "bills requires\n"])
    try folder.write(Data([0xFF, 0xFE, 0x61, 0x00]), to: "utf16")
    try folder.write(Data([0x61, 0x00]), to: "zero")
    try folder.write(Data(repeating: 0x23, count: 1 << 20 | 1), to: "long")
    try folder.write(Data("at 2026-01-31 buy \u{1F}".utf8 + [0xC3, 0x28]), to: "bytes")
    try folder.write(
      "at 2026-01-31\n" + String(repeating: "status\n", count: 1000), to: "steps")
    try folder.write("at 2026-01-31\n", to: "good")
    for (file, words) in [
      ("utf16", "UTF-16"), ("zero", "not a text file"), ("long", "longer than 1 MiB"),
      ("bytes", "not UTF-8"), ("steps", "at most 1000 steps"), ("none", "there is no file"),
    ] {
      let result = try Command.run("simulate", folder["Shop.gate"], folder[file])
      #expect(result.status == 2, "\(file)")
      #expect(result.errors.contains(words), "\(file): \(result.errors)")
      #expect(result.output == "")
    }
    #expect(try Command.run("simulate", folder["bad.gate"], folder["good"]).status == 2)
    #expect(try Command.run("simulate", "-", "-").status == 64)
    #expect(try Command.run("simulate", folder["Shop.gate"]).status == 64)
  }

  @Test func aHistoryMayStandOnStandardInput() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run(
      "simulate", folder["Shop.gate"], "-", input: "at 2026-01-31T08:00Z buy com.shop.annual\r\n")
    #expect(result.status == 0)
    #expect(result.output.contains("2026-01-31T08:00Z\n  line 1    at 2026-01-31T08:00Z buy"))
    #expect(result.output.contains("annual is bought and lasts until 2027-01-31T08:00Z"))
  }

  /// Two weekly plans of two tiers.
  private static let weekly = """
    tiers free < pro < max
    product week
      grants pro
      price 2 CNY per week
      trial 3 days
    product top
      grants max
      price 5 CNY per week
    export requires pro
    """

  @Test func aWeeklyPlanHasSixDaysOfGrace() throws {
    let result = try simulate(
      """
      grace 16 days
      at 2026-01-01 buy top
      billing fails
      at 2026-01-13T23:00Z expect export allowed
      at 2026-01-14 expect export denied because on-hold
      """, policy: Self.weekly)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("a grace period runs until 2026-01-14"))
    let longer = try simulate(
      """
      grace 3 days
      at 2026-01-01 buy top
      billing fails
      at 2026-01-10T23:00Z expect export allowed
      at 2026-01-11 expect export denied because on-hold
      """, policy: Self.weekly)
    #expect(longer.status == 0, "\(longer.output)\(longer.errors)")
  }

  @Test func aGraceMayCoverOnlyRenewalsOfPaidPeriods() throws {
    for (words, outcome) in [("", "allowed"), (" paid to paid only", "denied")] {
      let result = try simulate(
        """
        grace 3 days\(words)
        at 2026-01-01 buy week
        billing fails
        at 2026-01-05 expect export \(outcome)
        """, policy: Self.weekly)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
    let paid = try simulate(
      """
      grace 3 days paid to paid only
      at 2026-01-01 buy top
      billing fails
      at 2026-01-09 expect export allowed
      """, policy: Self.weekly)
    #expect(paid.status == 0, "\(paid.output)\(paid.errors)")
    let wrong = try simulate("grace 3 days paid\nat 2026-01-01 buy top\n", policy: Self.weekly)
    #expect(wrong.errors.contains("expected `to` here"))
  }

  @Test func aPlanThatAnUpgradeLeftCanBeRefunded() throws {
    let result = try simulate(
      """
      at 2026-01-01 buy week
      at 2026-01-06 buy top
      at 2026-01-07 refund week
      expect export allowed
      at 2026-01-08 reverse refund of week
      refund top
      expect export denied
      """, policy: Self.weekly)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("week is refunded"))
    let twice = try simulate(
      "at 2026-01-01 buy week\nbuy top\nrefund week\nrefund week\n", policy: Self.weekly)
    #expect(twice.errors.contains("x.history:4:"))
    let never = try simulate("at 2026-01-01 buy top\nrefund week\n", policy: Self.weekly)
    #expect(never.errors.contains("x.history:2:"))
  }

  @Test func aPlanOnHoldIsShownWithThePaymentToFix() throws {
    let result = try simulate(
      """
      at 2026-01-01 buy top
      billing fails
      at 2026-01-09 status
      check export
      billing recovers
      status
      """, policy: Self.weekly)
    #expect(result.output.contains("status    tier free; top, on hold: the payment failed\n"))
    #expect(
      result.output.contains("check     export denied: on-hold; fix the payment of top"),
      "\(result.output)")
    #expect(!result.output.contains("no plan"))
    let json = try simulate(
      "at 2026-01-01 buy top\nbilling fails\nat 2026-01-09 status\n", policy: Self.weekly,
      "--format", "json")
    #expect(json.output.filter { !$0.isWhitespace }.contains(#""onHold":["top"]"#))
  }
}
