/// The time of a description: once it is over, no further entry is begun.
final class Patience {
  private let hasTime: () -> Bool
  /// Whether an entry was left out.
  private(set) var hasEnded = false

  init(_ hasTime: @escaping () -> Bool = { true }) {
    self.hasTime = hasTime
  }

  /// Whether there is time for another entry.
  var isLeft: Bool {
    if !hasEnded, !hasTime() { hasEnded = true }
    return !hasEnded
  }
}
