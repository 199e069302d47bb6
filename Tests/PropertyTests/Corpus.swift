import Foundation
import TestSupport
import Testing
import TollgateKit

/// The random policies that all property tests share: 10 lots of 85 with 6 asks each, 5,100 cases.
/// `TOLLGATE_CASES=n` makes it n times as many.
final class Corpus: @unchecked Sendable {
  static let shared = Corpus()
  static let lots = 0..<10
  /// Those in which uses take from meters.
  static let lotsOfUses = lots.suffix(2)

  /// A random policy, and what is asked about it.
  struct Example {
    let seed: UInt64
    let value: Case
    let situations: [(snapshot: Naive.Snapshot, ask: Naive.Ask)]
    /// What the engine decides, situation by situation: several tests look at the same decision.
    let decisions: [Decision]
  }

  // Invariant: each lot is made and read under its own lock.
  private let locks = Corpus.lots.map { _ in NSLock() }
  private var made: [[Example]?] = Corpus.lots.map { _ in nil }
  private let all = NSLock()

  /// A lot, made when it is first asked for.
  func lot(_ index: Int) -> [Example] {
    locks[index].withLock {
      if let examples = all.withLock({ made[index] }) { return examples }
      let examples = Corpus.make(index)
      all.withLock { made[index] = examples }
      return examples
    }
  }

  private static func make(_ lot: Int) -> [Example] {
    (0..<85 * Cases.factor).compactMap { index in
      let seed = UInt64(lot * 1_000_000 + index)
      // Every second lot has ladders and settings.
      var generator = Naive.Generator(
        seed: seed, hasLadders: lot % 2 == 1, hasUses: lotsOfUses.contains(lot))
      let policy = generator.policy()
      do {
        let example = try Case(policy)
        let situations = (0..<6).map { _ in generator.situation(for: example.evaluator) }
        let decisions = try situations.map { try example.decide($0.ask, $0.snapshot) }
        return Example(
          seed: seed, value: example, situations: situations, decisions: decisions)
      } catch {
        Issue.record("seed \(seed) cannot be decided: \(error)\n\(policy.source())")
        return nil
      }
    }
  }
}
