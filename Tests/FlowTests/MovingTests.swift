import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// The guide to moving hard-coded checks into a policy: its Swift stands here as it does on its page,
/// and both sides agree about many users.
@Suite struct MovingTests {
  /// The policy of the page.
  private func policy() throws -> Policy {
    let page = try Repository.text(
      "Sources/Core/TollgateKit/TollgateKit.docc/Guides/Guide-Moving.md")
    let begin = try #require(page.range(of: "```gate Notes.gate\n"))
    let rest = page[begin.upperBound...]
    let end = try #require(rest.range(of: "```"))
    return try Policy(source: String(rest[..<end.lowerBound]), name: "Notes.gate")
  }

  @Test("the policy answers as the twelve checks do")
  func theyAgree() throws {
    let policy = try policy()
    struct Checks {
      var tier = 0  // 0 free, 1 pro, 2 team
      var hasCourses = false
      var isBetaTester = false
      var isOnIOS = true
      var notes = 0
      var attachmentBytes = 0
      var summariesToday = 0
      var seats = 0

      var canExport: Bool { tier >= 1 }
      var canUseDarkTheme: Bool { tier >= 1 }
      var isWithoutAds: Bool { tier >= 1 }
      var canSync: Bool { isBetaTester || tier >= 1 }
      var canUseWidgets: Bool { !isOnIOS || tier >= 1 }
      var canUseHandwriting: Bool { false }  // not ready
      var historyDays: Int { tier >= 1 ? 365 : 30 }
      func canOpen(level: Int) -> Bool { level <= 5 || hasCourses }
      func canAddNote() -> Bool { tier >= 1 || notes + 1 <= 100 }
      func canAttach(bytes: Int) -> Bool { tier >= 1 || attachmentBytes + bytes <= 50_000_000 }
      func canSummarize() -> Bool { tier >= 1 || summariesToday + 1 <= 3 }
      func canInvite() -> Bool { tier >= 2 || seats + 1 <= 1 }
    }
    func snapshot(_ checks: Checks) -> Snapshot {
      var snapshot = Snapshot(asOf: .now)
      if checks.tier > 0 { snapshot.grants.append(Grant(entitlement: "pro")) }
      if checks.tier > 1 { snapshot.grants.append(Grant(entitlement: "team")) }
      if checks.hasCourses { snapshot.grants.append(Grant(entitlement: "courses")) }
      snapshot.facts = [
        "platform": .choice(checks.isOnIOS ? "ios" : "android"),
        "beta-tester": .yesOrNo(checks.isBetaTester),
      ]
      snapshot.usage = [
        "notes": Usage(Int64(checks.notes)), "seats": Usage(Int64(checks.seats)),
        "attachments": Usage(Int64(checks.attachmentBytes)),
        "summaries": Usage(day: Usage.Counter(Int64(checks.summariesToday))),
      ]
      return snapshot
    }
    var checks = Checks()
    var reports: [String] = []
    func report(_ text: String) { reports.append(text) }
    func isAllowed(_ target: String, adding amount: Int64 = 1, _ old: Bool) -> Bool {
      let new = policy.decide(target, adding: amount, for: snapshot(checks), at: .now)
      if new.isAllowed != old { report("\(target): \(old), and the policy says \(new.reason)") }
      return old
    }
    var random = Naive.SplitMix64(seed: 12)
    var answers: Set<String> = []
    for _ in 0..<200 {
      checks = Checks(
        tier: random.below(3), hasCourses: random.chance(50), isBetaTester: random.chance(50),
        isOnIOS: random.chance(50), notes: 98 + random.below(4),
        attachmentBytes: 49_999_990 + random.below(12), summariesToday: random.below(5),
        seats: random.below(3))
      let level = 1 + random.below(20)
      let asked: [(String, Int64, Bool)] = [
        ("csv-export", 1, checks.canExport), ("dark-theme", 1, checks.canUseDarkTheme),
        ("no-ads", 1, checks.isWithoutAds), ("sync", 1, checks.canSync),
        ("widgets", 1, checks.canUseWidgets), ("handwriting", 1, checks.canUseHandwriting),
        ("L\(level)", 1, checks.canOpen(level: level)), ("notes", 1, checks.canAddNote()),
        ("attachments", 5, checks.canAttach(bytes: 5)), ("summaries", 1, checks.canSummarize()),
        ("seats", 1, checks.canInvite()),
      ]
      for (target, amount, old) in asked {
        answers.insert(
          "\(target.hasPrefix("L") ? "L" : target) \(isAllowed(target, adding: amount, old))")
      }
      let days = policy.decide("history", for: snapshot(checks), at: .now).value
      #expect(days?.value == .seconds(Int64(checks.historyDays) * 86_400))
    }
    #expect(reports == [])
    // Each check said yes to some and no to others, but for the one that is not ready.
    #expect(answers.count == 21)
    checks.notes = 100
    checks.tier = 0
    _ = isAllowed("notes", true)
    #expect(reports == ["notes: true, and the policy says limitReached"])
  }
}
