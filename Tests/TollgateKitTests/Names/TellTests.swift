import Foundation
import Testing
import TollgateKit

/// What an app tells its gate, in its own types.
@Suite struct TellTests {
  enum Quiz: PolicyNames {
    static let policy = try! Policy(  // The text below compiles.
      source: """
        policy Quiz
        tiers free < pro
        product annual
          grants pro
        meters questions, hints, notes
        feature beta-club
        fact installed is a date
        fact visits is a number
        fact beta is yes or no
        questions > 3 per day requires pro
        hints > 3 per day requires pro
        hints > 20 per month requires pro
        notes > 100 requires pro
        beta-club is off unless beta
        beta-club is off when installed since 2026-02-01
        beta-club is off when visits > 10
        """)
  }

  private let gate = Gate<Quiz>(clock: Clock(time: at("2026-03-01T10:00Z")))

  @Test("a meter that has one window is told as one that has none")
  func oneWindow() {
    gate.set(.questions, to: 2)
    #expect(gate.allows(.questions))
    gate.set(.questions, to: 3)
    #expect(gate.decision(.questions).reason == .limitReached)
    #expect(gate.snapshot.usage["questions"]?.day?.used == 3)
  }

  @Test("a total is the most that any window has, where the policy reads no total")
  func severalWindows() {
    gate.set(.hints, to: 3)
    #expect(gate.snapshot.usage["hints"]?.day?.used == 3)
    #expect(gate.snapshot.usage["hints"]?.month?.used == 3)
    #expect(gate.snapshot.usage["hints"]?.week == nil)
    gate.set(.notes, to: 3)
    #expect(gate.snapshot.usage["notes"] == Usage(3))
  }

  @Test("a window is told by itself, with its end")
  func typedWindow() {
    gate.set(.hints, to: 19, in: .month)
    #expect(gate.decision(.hints).reason == .unknownUsage)
    gate.set(.hints, to: 3, in: .day, resets: at("2026-03-02"))
    #expect(gate.decision(.hints).reason == .limitReached)
    #expect(gate.decision(.hints).validUntil == at("2026-03-02"))
    gate.set(.hints, to: 2, in: .day)
    #expect(gate.allows(.hints))
    // The end stays as it was told.
    #expect(gate.snapshot.usage["hints"]?.day?.resets == at("2026-03-02"))
    #expect(gate.snapshot.usage["hints"]?.total == nil)
  }

  @Test("an end that is past does not undo what is told")
  func pastEnd() {
    gate.update { $0.usage["questions"] = Usage(day: Counter(1, resets: at("2026-03-01T00:00Z"))) }
    gate.set(.questions, to: 3)
    #expect(gate.decision(.questions).reason == .limitReached)
    #expect(gate.snapshot.usage["questions"]?.day?.resets == nil)
  }

  @Test("numbers, dates and truth are taken as an app has them")
  func values() throws {
    let notes = Array(repeating: "", count: 99)
    gate.set(.notes, to: notes.count)
    #expect(gate.allows(.notes, reaching: notes.count + 1))
    #expect(!gate.allows(.notes, reaching: notes.count + 2))
    #expect(!gate.allows(.notes, adding: notes.count))
    #expect(gate.allows(.notes, adding: 1))
    #expect(!gate.allows(.notes, reaching: 101))
    #expect(!gate.can(.betaClub))
    gate.set(.beta, to: true)
    gate.set(.visits, to: notes.count / 10)
    gate.set(.installed, to: Date(timeIntervalSince1970: 0))
    #expect(gate.can(.betaClub))
    gate.set(.visits, to: 11)
    #expect(!gate.can(.betaClub))
    gate.set(.visits, to: Int64(10))
    gate.set(.installed, to: .now)
    #expect(gate.snapshot.facts["installed"] != .date(at("1970-01-01")))
    gate.set(.installed, to: Instant(milliseconds: 0))
    #expect(gate.snapshot.facts["installed"] == .date(at("1970-01-01")))
    #expect(gate.can(.betaClub))
  }

  @Test("a grant has a typed product")
  func grants() {
    gate.update { $0.grants = [Grant(product: .annual, until: at("2027-01-01"))] }
    #expect(gate.snapshot.grants == [Grant(product: "annual", until: at("2027-01-01"))])
    #expect(Grant(entitlement: EntitlementName<Quiz>("pro")) == Grant(entitlement: "pro"))
    #expect(gate.allows(.questions))
  }
}

extension FeatureName where Names == TellTests.Quiz {
  fileprivate static var betaClub: Self { Self("beta-club") }
}

extension MeterName where Names == TellTests.Quiz {
  fileprivate static var questions: Self { Self("questions") }
  fileprivate static var hints: Self { Self("hints") }
  fileprivate static var notes: Self { Self("notes") }
}

extension ProductName where Names == TellTests.Quiz {
  fileprivate static var annual: Self { Self("annual") }
}

extension FactName where Names == TellTests.Quiz, Value == Instant {
  fileprivate static var installed: Self { Self("installed") }
}

extension FactName where Names == TellTests.Quiz, Value == Int64 {
  fileprivate static var visits: Self { Self("visits") }
}

extension FactName where Names == TellTests.Quiz, Value == Bool {
  fileprivate static var beta: Self { Self("beta") }
}

/// A clock that shows one time.
private struct Clock: StoreClock {
  let time: Instant

  func now() -> Instant { time }

  func sleep(until instant: Instant) async throws { try await Task.sleep(nanoseconds: 1_000_000) }
}

private func at(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: 0) }
