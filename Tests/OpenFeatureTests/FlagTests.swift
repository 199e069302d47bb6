import Testing
import TollgateKit
import TollgateOpenFeature
import TollgateRuntime
import TollgateTesting

/// A policy with a flag for each reason.
enum Flags {
  static let source = """
    policy Flags
    trust snapshots for 3 days
    tiers free < pro
    product annual
      grants pro
      price 12 CNY per year
    fact platform is ios, android or web
    fact installed is a date
    fact beta-tester is yes or no
    fact first-version is a version
    fact first-build is a number
    rollout trial is 50% of users
    features csv-export, pdf-export, about, maps, night-mode, share, diary, layout, archive, import
    group exports is csv-export, pdf-export
    meter bills, seats, calls
    setting history is 7 days
      30 days with pro
    setting files is 5 GB
      unlimited with pro
    setting discount is 0%
      12.5% with pro
    setting quality is low < standard < high
      high with pro
    setting colours is 3
      9 with pro when in trial
    csv-export requires pro
    pdf-export requires pro
    about requires nothing
    maps is off
    night-mode requires pro when in trial
    share is off when platform is web
    diary is off when beta-tester
    layout is off when installed since 2026-03-01
    archive is off when first-version before 2.0
    import is off when first-build <= 2016
    bills > 500 requires pro
    calls > undecided per day requires pro
    """

  static func store(
    _ snapshot: Snapshot = Snapshot(), clock: TestClock = TestClock(now),
    observer: (any DecisionObserver)? = nil
  ) throws -> PolicyStore {
    let policy = try Policy(source: source, name: "Flags.gate")
    return PolicyStore(policy, snapshot: snapshot, clock: clock, observer: observer)
  }

  static func source(_ snapshot: Snapshot = Snapshot()) throws -> FlagSource {
    let store = try store(snapshot)
    let source = FlagSource(store)
    _ = source.open()
    return source
  }

  static let now = Instant("2026-03-01T08:00:00Z") ?? Instant(milliseconds: 0)

  /// Ada bought a year, two days ago by the clock of the tests.
  static let ada = Snapshot(
    subject: "ada", asOf: now, grants: [Grant(product: "annual", until: Instant("2027-01-01"))],
    usage: ["bills": Usage(499)])
}

/// The values of flags, their reasons and what is said about them.
@Suite struct FlagTests {
  /// `reason variant value`
  private func line<Value>(_ found: FlagResolution<Value>) -> String {
    let value = found.value.map { "\($0)" } ?? "none"
    return "\(found.reason.rawValue) \(found.variant ?? "-") \(value)"
  }

  private func fault<Value>(
    _ ask: () throws(FlagError) -> FlagResolution<Value>
  ) -> String {
    do throws(FlagError) {
      return "found \(line(try ask()))"
    } catch {
      return "\(error.code.rawValue): \(error.message)"
    }
  }

  @Test func aBooleanTellsWhetherTheUserMay() throws {
    let (free, pro) = (try Flags.source(), try Flags.source(Flags.ada))
    #expect(line(try free.boolean("csv-export")) == "TARGETING_MATCH denied false")
    #expect(line(try pro.boolean("csv-export")) == "TARGETING_MATCH allowed true")
    #expect(line(try pro.boolean("exports")) == "TARGETING_MATCH allowed true")
    #expect(line(try pro.boolean("bills")) == "TARGETING_MATCH allowed true")
    #expect(line(try free.boolean("about")) == "STATIC allowed true")
    #expect(line(try free.boolean("seats")) == "STATIC allowed true")
    #expect(line(try pro.boolean("maps")) == "DISABLED denied false")
    #expect(line(try free.boolean("calls")) == "DISABLED denied false")
    #expect(line(try free.boolean("share")) == "UNKNOWN denied false")
    #expect(line(try free.boolean("bills")) == "UNKNOWN denied false")
  }

  @Test func aRolloutSplits() throws {
    let source = try Flags.source()
    var answers: Set<Bool> = []
    for user in 1...40 {
      let found = try source.boolean("night-mode", in: FlagContext(targetingKey: "user-\(user)"))
      #expect(found.reason == .split)
      answers.insert(try #require(found.value as Bool?))
    }
    #expect(answers == [true, false])
  }

  @Test func aNumberIsAValueOrWhatIsLeft() throws {
    let (free, pro) = (try Flags.source(), try Flags.source(Flags.ada))
    #expect(line(try free.integer("history")) == "TARGETING_MATCH 7 days 604800")
    #expect(line(try pro.integer("history")) == "TARGETING_MATCH 30 days 2592000")
    #expect(line(try pro.integer("files")) == "TARGETING_MATCH unlimited \(Int64.max)")
    #expect(line(try pro.double("files")) == "TARGETING_MATCH unlimited inf")
    #expect(line(try free.double("files")) == "TARGETING_MATCH 5 GB 5000000000.0")
    #expect(line(try pro.integer("discount")) == "TARGETING_MATCH 12.5% 1250")
    #expect(line(try pro.double("discount")) == "TARGETING_MATCH 12.5% 12.5")
    #expect(line(try pro.integer("bills")) == "TARGETING_MATCH allowed \(Int64.max)")
    let used = FlagContext(attributes: ["bills": .integer(460)])
    #expect(line(try free.integer("bills", in: used)) == "TARGETING_MATCH allowed 40")
    // A whole number may come as one with a fraction.
    let asDouble = FlagContext(attributes: ["bills": .double(460)])
    #expect(line(try free.double("bills", in: asDouble)) == "TARGETING_MATCH allowed 40.0")
    #expect(line(try free.integer("seats", in: used)) == "STATIC allowed \(Int64.max)")
  }

  @Test func whatIsNotKnownIsTheDefault() throws {
    let free = try Flags.source()
    #expect(line(try free.integer("bills")) == "DEFAULT - none")
    #expect(line(try free.integer("calls")) == "DEFAULT - none")
  }

  @Test func aTextIsTheValueOfASetting() throws {
    let (free, pro) = (try Flags.source(), try Flags.source(Flags.ada))
    #expect(line(try free.string("quality")) == "TARGETING_MATCH low low")
    #expect(line(try pro.string("quality")) == "TARGETING_MATCH high high")
    #expect(line(try free.string("history")) == "TARGETING_MATCH 7 days 7 days")
    #expect(line(try pro.string("files")) == "TARGETING_MATCH unlimited unlimited")
    #expect(line(try pro.string("colours")).hasPrefix("SPLIT "))
  }

  @Test func anObjectIsTheWholeDecision() throws {
    let found = try Flags.source(Flags.ada).object("bills")
    guard case .structure(let decision)? = found.value,
      case .structure(let quota)? = decision["quota"]
    else {
      Issue.record("no structure: \(found)")
      return
    }
    #expect(decision["outcome"] == .string("allowed"))
    #expect(decision["waysIn"] == .list([]))
    #expect(quota["used"] == .integer(499))
    #expect(quota["limit"] == .null)
  }

  @Test func oldPurchasesAreStale() throws {
    var old = Flags.ada
    old.asOf = Instant("2026-02-20")
    let source = try Flags.source(old)
    #expect(line(try source.boolean("csv-export")) == "STALE denied false")
    #expect(line(try source.integer("history")) == "STALE 7 days 604800")
  }

  @Test func theMetadataSayWhichRule() throws {
    let found = try Flags.source().boolean("csv-export")
    #expect(found.metadata["rule"] == "csv-export requires pro")
    #expect(found.metadata["place"] == "Flags.gate:26")
    #expect(found.metadata["reason"] == "not-held")
    #expect(found.metadata["outcome"] == "denied")
    #expect(found.metadata["policy"] == "Flags")
    #expect(found.metadata["fingerprint"]?.hasPrefix("sha256:") == true)
    #expect(found.metadata["validUntil"] == nil)
    let pro = try Flags.source(Flags.ada).boolean("csv-export")
    #expect(pro.metadata["rule"] == nil)
    // Until the purchase data is too old.
    #expect(pro.metadata["validUntil"] == "2026-03-04T08:00:00Z")
  }

  @Test func anUnknownFlagNamesTheNearest() throws {
    let source = try Flags.source()
    #expect(
      fault { () throws(FlagError) in try source.boolean("csv-exprot") }
        == "FLAG_NOT_FOUND: the policy Flags has no target called `csv-exprot`; did you mean `csv-export`?"
    )
    #expect(
      fault { () throws(FlagError) in try source.string("nothing-like-it") }
        == "FLAG_NOT_FOUND: the policy Flags has no target called `nothing-like-it`")
    #expect(fault { () throws(FlagError) in try source.object("") }.hasPrefix("FLAG_NOT_FOUND"))
  }

  @Test func anotherTypeIsAMismatch() throws {
    let source = try Flags.source()
    let faults = [
      fault { () throws(FlagError) in try source.boolean("history") },
      fault { () throws(FlagError) in try source.integer("csv-export") },
      fault { () throws(FlagError) in try source.integer("exports") },
      fault { () throws(FlagError) in try source.double("quality") },
      fault { () throws(FlagError) in try source.string("bills") },
    ]
    for fault in faults { #expect(fault.hasPrefix("TYPE_MISMATCH: `"), "\(fault)") }
  }

  @Test func aRolloutNeedsAUser() throws {
    let source = try Flags.source()
    #expect(
      fault { () throws(FlagError) in try source.boolean("night-mode") }
        == "TARGETING_KEY_MISSING: the rollout `trial` needs to know the user: set a targeting key")
    #expect(
      fault { () throws(FlagError) in try source.integer("colours") }
        .hasPrefix("TARGETING_KEY_MISSING"))
  }

  @Test func beforeAndAfterItIsNotReady() throws {
    let store = try Flags.store()
    let source = FlagSource(store)
    #expect(
      fault { () throws(FlagError) in try source.boolean("about") }.hasPrefix("PROVIDER_NOT_READY"))
    _ = source.open()
    #expect(line(try source.boolean("about")) == "STATIC allowed true")
    source.close()
    #expect(
      fault { () throws(FlagError) in try source.boolean("about") }.hasPrefix("PROVIDER_NOT_READY"))
  }

  @Test func aPolicyThatDoesNotCompileIsFatal() throws {
    let source = FlagSource(
      PolicyStore(try Policy(source: "csv-export requires", name: "Bad.gate")))
    guard case .failed(let reason) = source.open() else {
      Issue.record("it opened")
      return
    }
    #expect(reason.contains("Bad.gate:1:"))
    #expect(
      fault { () throws(FlagError) in try source.boolean("about") } == "PROVIDER_FATAL: \(reason)")
  }
}
