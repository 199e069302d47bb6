/// The order of the reads of one thing by several tasks: what was read before never takes the place
/// of what was read later.
package final class ReadOrder: Sendable {
  private let last = Locked<(begun: Int, taken: Int)>((0, 0))

  package init() {}

  /// Begins a read.
  package func begin() -> Int {
    last.withLock { last in
      last.begun += 1
      return last.begun
    }
  }

  /// Whether the result of a read may be taken: none that began later was.
  package func takes(_ read: Int) -> Bool {
    last.withLock { last in
      last.taken = max(last.taken, read)
      return last.taken == read
    }
  }
}
