/// Lines that are still to be read: the cheapest first, and of one cost the one that came first.
struct Agenda {
  /// The cost that a line may have.
  private static let most = 40
  private var lines = [[Reworder.State]](repeating: [], count: Agenda.most + 1)
  /// How many lines of each cost are done.
  private var done = [Int](repeating: 0, count: Agenda.most + 1)
  private var cheapest = 0

  mutating func append(_ line: Reworder.State) {
    let cost = max(0, line.cost)
    guard cost <= Agenda.most else { return }
    lines[cost].append(line)
    cheapest = min(cheapest, cost)
  }

  mutating func next() -> Reworder.State? {
    while cheapest <= Agenda.most {
      let index = done[cheapest]
      if index < lines[cheapest].count {
        done[cheapest] += 1
        return lines[cheapest][index]
      }
      cheapest += 1
    }
    return nil
  }
}
