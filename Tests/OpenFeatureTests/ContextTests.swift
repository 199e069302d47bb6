import Synchronization
import Testing
import TollgateKit
import TollgateOpenFeature
import TollgateRuntime
import TollgateTesting

/// What the attributes of a context mean, and what is wrong with some.
@Suite struct ContextTests {
  private func answer(_ flag: String, _ attributes: [String: FlagValue]) throws -> Bool? {
    try Flags.source().boolean(flag, in: FlagContext(attributes: attributes)).value
  }

  @Test func attributesAreFactsByTheirName() throws {
    #expect(try answer("share", ["platform": .string("web")]) == false)
    #expect(try answer("share", ["platform": .string("ios")]) == true)
    #expect(try answer("diary", ["beta-tester": .boolean(true)]) == false)
    #expect(try answer("diary", ["beta-tester": .string("no")]) == true)
    #expect(try answer("layout", ["installed": .string("2026-02-01")]) == true)
    #expect(try answer("layout", ["installed": .date(Flags.now)]) == false)
    #expect(try answer("archive", ["first-version": .string("2.0.1")]) == true)
    #expect(try answer("import", ["first-build": .integer(2016)]) == false)
    #expect(try answer("import", ["first-build": .double(2017)]) == true)
  }

  @Test func attributesAreCountersByTheirName() throws {
    #expect(try answer("bills", ["bills": .integer(499)]) == true)
    #expect(try answer("bills", ["bills": .integer(500)]) == false)
    #expect(try answer("bills", ["bills": .structure(["total": .integer(500)])]) == false)
  }

  @Test func theContextGoesBeforeTheStore() throws {
    var snapshot = Snapshot(usage: ["bills": Usage(500)], facts: ["platform": .choice("web")])
    snapshot.subject = "ada"
    let source = try Flags.source(snapshot)
    let context = FlagContext(
      targetingKey: "ada", attributes: ["bills": .integer(10), "platform": .string("ios")])
    #expect(try source.boolean("bills").value == false)
    #expect(try source.boolean("bills", in: context).value == true)
    #expect(try source.boolean("share", in: context).value == true)
  }

  @Test(
    "whatever an attribute of another name holds",
    arguments: [
      FlagValue.null, .double(.nan), .list([.integer(1)]), .structure([:]), .string("x"),
    ])
  func others(_ value: FlagValue) throws {
    #expect(try answer("about", ["session": value, "os": value]) == true)
  }

  @Test(
    "an attribute that cannot be read",
    arguments: [
      ("platform", FlagValue.integer(3)), ("platform", .list([.string("ios")])),
      ("installed", .string("yesterday")), ("installed", .boolean(true)),
      ("beta-tester", .string("maybe")), ("first-version", .string("new")),
      ("first-build", .double(.nan)), ("first-build", .double(.infinity)),
      ("first-build", .double(1.5)), ("first-build", .integer(-1)),
      ("bills", .double(.nan)), ("bills", .double(-.infinity)), ("bills", .double(0.5)),
      ("bills", .double(1e300)), ("bills", .integer(-1)), ("bills", .string("many")),
      ("bills", .boolean(true)), ("bills", .list([])),
      ("bills", .structure(["total": .double(.nan)])),
    ])
  func unreadable(_ name: String, _ value: FlagValue) throws {
    do {
      let found = try answer("about", [name: value])
      Issue.record("answered \(String(describing: found))")
    } catch let error as FlagError {
      #expect(error.code == .invalidContext)
      #expect(error.message.contains(name), "\(error.message)")
    }
  }

  @Test func purchasesOfOneUserOpenNothingForAnother() throws {
    let source = try Flags.source(Flags.ada)
    #expect(try source.boolean("csv-export", in: FlagContext(targetingKey: "ada")).value == true)
    do {
      _ = try source.boolean("csv-export", in: FlagContext(targetingKey: "bob"))
      Issue.record("answered")
    } catch {
      #expect(error.code == .invalidContext)
    }
  }

  @Test func theObserverIsTold() throws {
    final class Observer: DecisionObserver {
      let told = Mutex<[String]>([])
      func decided(_ event: DecisionEvent) {
        told.withLock {
          $0.append("\(event.subject ?? "") \(event.decision.target) \(event.usage)")
        }
      }
    }
    let observer = Observer()
    let store = try Flags.store(observer: observer)
    let source = FlagSource(store)
    _ = source.open()
    _ = try source.boolean("about", in: FlagContext(targetingKey: "ada"))
    #expect(observer.told.withLock { $0 } == ["ada about [:]"])
  }

  @Test func changesAreTold() async throws {
    let clock = TestClock(Flags.now)
    let store = try Flags.store(Snapshot(subject: "ada", asOf: Flags.now), clock: clock)
    let source = FlagSource(store)
    _ = source.open()
    source.use(FlagContext(targetingKey: "ada", attributes: ["bills": .integer(499)]))
    let (changes, told) = AsyncStream.makeStream(of: FlagChange.self)
    source.follow { told.yield($0) }
    var iterator = changes.makeAsyncIterator()
    store.update(Flags.ada)
    let bought = try #require(await iterator.next())
    #expect(Set(bought.flags).isSuperset(of: ["csv-export", "bills", "history"]))
    #expect(!bought.flags.contains("about"))
    #expect(bought.isStale == nil)
    // Only by the clock.
    await clock.untilAwaited()
    clock.set(Flags.now.advanced(by: 4 * 86_400_000))
    let old = try #require(await iterator.next())
    #expect(old.flags.contains("csv-export"))
    #expect(old.isStale == true)
    source.close()
  }
}
