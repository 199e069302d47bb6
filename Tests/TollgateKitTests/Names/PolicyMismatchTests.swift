import Foundation
import Testing
import TollgateKit

/// A policy that would take the place of the one that an app was built with.
@Suite struct PolicyMismatchTests {
  private static let source = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
    product lifetime
      grants pro
    meter bills
    meter storage in bytes
    features csv-export, sync
    group exports is csv-export
    series L1..L3
    setting history is 7 days
      30 days with pro
    fact installed is a date
    fact beta is yes or no
    fact platform is ios or android
    bills > 500 requires pro
    storage > 5 GB requires pro
    exports requires pro
    sync requires pro when beta
    L1..L3 requires pro when installed since 2026-01-01
    sync is off when platform is ios
    """

  private func policy(_ changes: [(String, String)] = []) throws -> Policy {
    var text = Self.source
    for (old, new) in changes {
      #expect(text.contains(old), "\(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    return try Policy(source: text)
  }

  @Test("whatever an app does not name may change")
  func fits() throws {
    let built = try policy()
    #expect(built.mismatch(with: built) == nil)
    let later = try policy([
      ("bills > 500", "bills > 300"), ("7 days", "5 days"),
      ("tiers free < pro", "tiers free < pro < max"),
      ("series L1..L3", "series L1..L9"), ("ios or android", "ios, android or web"),
      ("product lifetime", "product weekly\n  grants max\nproduct lifetime"),
      ("group exports is csv-export", "feature exports"),
    ])
    #expect(built.mismatch(with: later) == nil)
  }

  static let changes: [(old: String, new: String, words: String)] = [
    ("policy Shop", "policy Other", "it is called `Other`, not `Shop`"),
    ("series L1..L3", "series L1..L2", "it has no feature called `L3`"),
    ("group exports is csv-export", "", "it has no feature called `exports`"),
    ("product lifetime", "product life", "it has no product called `lifetime`"),
    ("meter bills", "feature bills", "`bills` is a feature, not a meter"),
    ("meter storage in bytes", "meter storage", "`storage` is a meter, not a meter in bytes"),
    (
      "history is 7 days\n  30 days", "history is 7\n  30",
      "`history` is a setting, not a setting in seconds"
    ),
    ("fact beta is yes or no\n", "fact beta is a number\n", "`beta` is a number, not a yes or no"),
    ("installed is a date", "installed is a version", "`installed` is a version, not a date"),
    ("ios or android", "ios or web", "the fact `platform` has no choice `android`"),
  ]

  @Test(
    "what an app names is missing, or of another kind",
    arguments: 0..<PolicyMismatchTests.changes.count)
  func lacks(index: Int) throws {
    let change = Self.changes[index]
    var others: [(String, String)] = []
    // What is said about a name that goes must go, too.
    switch index {
    case 1: others = [("L1..L3 requires", "L1..L2 requires")]
    case 2: others = [("exports requires pro", "csv-export requires pro")]
    case 4: others = [("bills > 500 requires", "bills requires")]
    case 5: others = [("storage > 5 GB", "storage > 5")]
    case 7: others = [("when beta", "when beta > 3")]
    case 8: others = [("since 2026-01-01", "since 1.2")]
    default: break
    }
    let built = try policy()
    let other = try policy([(change.old, change.new)] + others)
    let mismatch = try #require(built.mismatch(with: other))
    let words = mismatch.description(in: "en")
    #expect(words.contains("; " + change.words + "; "), "\(words)")
    #expect(mismatch.description(in: "zh-Hans").hasPrefix("该策略不能取代应用内的策略；"))
    let allowed: PolicyDifferences = index == 0 ? .otherName : .missingNames
    #expect(built.mismatch(with: other, allowing: allowed) == nil)
    // The words say by what it can be allowed.
    #expect(words.hasSuffix("allowing: \(index == 0 ? ".otherName" : ".missingNames")`"))
  }

  @Test("a store and a gate keep their policy, and say the whole list")
  func refused() throws {
    let store = PolicyStore(try policy())
    let fingerprint = store.policy.fingerprint
    let later = """
      policy Other
      feature csv-export
      csv-export requires pro
      """
    let error = #expect(throws: PolicyError.self) { try store.reload(source: later) }
    #expect(store.policy.fingerprint == fingerprint)
    guard case .mismatch(let mismatch)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(mismatch.otherName == "Other")
    #expect(
      mismatch.missing.map { $0.name } == [
        "sync", "L1", "L2", "L3", "bills", "storage", "history", "exports", "annual", "lifetime",
        "installed", "beta", "platform",
      ])
    #expect(
      error?.description(in: "en").hasSuffix("`allowing: [.otherName, .missingNames]`") == true)
    #expect(throws: PolicyError.self) { try store.reload(source: later, allowing: .missingNames) }
    try store.reload(source: later, allowing: [.missingNames, .otherName])
    #expect(store.policy.name == "Other")
    // The names that the app asks for stay those that it was built with.
    try store.replace(policy())
    #expect(store.policy.fingerprint == fingerprint)
  }

  @Test("a long list is cut, and says how long it is")
  func many() throws {
    let names = (1...30).map { "f\($0)" }.joined(separator: ", ")
    let built = try Policy(source: "features \(names)\n\(names) requires pro")
    let other = try Policy(source: "feature f1\nf1 requires pro")
    let words = try #require(built.mismatch(with: other)).description
    #expect(words.contains("called `f21`; and 9 more; bring"))
  }
}
