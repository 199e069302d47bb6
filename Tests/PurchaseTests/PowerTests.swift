import TestSupport
import Testing
import TollgateKit
import TollgatePurchases

/// A file journal on a drive that loses power or fails at any operation.
@Suite struct PowerTests {
  private static let count = 35 * Cases.factor

  private func open(_ drive: Drive) throws -> FileJournal {
    try FileJournal(Drive.Disk(drive: drive), path: "the drive")
  }

  /// The next append: one entry or several; some replace others.
  private func batch(_ number: Int, _ random: inout Naive.SplitMix64) -> [JournalEntry] {
    (0..<random.within(1...4)).map { index in
      random.chance(50)
        ? .finished("\(number)-\(index)")
        : .confirmed(account: "\(index)", History.day(number))
    }
  }

  @Test("whatever power is lost at, all that was added is there, and of what was not, all or none")
  func power() async throws {
    var torn = 0
    for seed in 0..<UInt64(Self.count) {
      var random = Naive.SplitMix64(seed: seed)
      let drive = Drive()
      var known: [JournalEntry] = []
      var number = 0
      for _ in 0..<4 {
        drive.failsAfter = random.below(25)
        var last: [JournalEntry] = []
        do {
          let journal = try open(drive)
          for _ in 0..<6 {
            number += 1
            last = batch(number, &random)
            try await journal.append(last)
            (known, last) = (known + last, [])
            if random.chance(25) { try await journal.compact() }
          }
        } catch {}
        drive.losePower(&random)
        let opened = try open(drive)
        torn += opened.repair.isClean ? 0 : 1
        let told = JournalState(replaying: await opened.entries())
        let whole = JournalState(replaying: known + last)
        #expect(told == JournalState(replaying: known) || told == whole, "seed \(seed)")
        if told == whole { known += last }
      }
    }
    #expect(torn > Self.count / 10, "something was torn")
  }

  @Test("what cannot be added because the drive is full is not there, and what is added next is")
  func full() async throws {
    var (failed, closed) = (0, 0)
    for seed in 0..<UInt64(Self.count) {
      var random = Naive.SplitMix64(seed: seed)
      let drive = Drive()
      drive.staysBroken = false
      var journal = try open(drive)
      var known: [JournalEntry] = []
      for number in 0..<12 {
        if random.chance(30) { drive.failsAfter = random.below(4) }
        let last = batch(number, &random)
        do {
          try await journal.append(last)
          known += last
          if random.chance(30) { try await journal.compact() }
        } catch {
          failed += 1
        }
        #expect(
          JournalState(replaying: await journal.entries()) == JournalState(replaying: known),
          "seed \(seed)")
      }
      drive.failsAfter = nil
      do {
        try await journal.append([.finished("end")])
        known.append(.finished("end"))
      } catch {
        closed += 1
      }
      drive.losePower(&random)
      journal = try open(drive)
      let told = JournalState(replaying: await journal.entries())
      #expect(told == JournalState(replaying: known), "seed \(seed)")
    }
    #expect(failed > Self.count / 2)
    #expect(closed == 0, "one failure is no reason to give up")
  }
}
