import TollgateRuntime

/// Made-up subjects on both sides of every rollout of a policy, as far as they are found.
struct Subjects {
  /// A subject, and the rollouts that it is in.
  struct Subject {
    let name: String
    let rollouts: Set<Int32>
  }

  private(set) var all: [Subject] = []
  private static let most = 64
  /// How many are looked at anyway, and how many where a rollout has few in it or few outside.
  private static let few = 200
  private static let many = 30_000

  init(_ graph: RuleGraph) {
    let rollouts = graph.parts.rollouts
    guard !rollouts.isEmpty else { return }
    var known: Set<Set<Int32>> = []
    var sides: Set<Int32> = []
    let wanted = rollouts.reduce(0) { $0 + ($1.share > 0 ? 1 : 0) + ($1.share < 10_000 ? 1 : 0) }
    for number in 1...Subjects.many / rollouts.count + Subjects.few {
      if number > Subjects.few, sides.count == wanted || known.count >= Subjects.most { return }
      let name = "user-\(number)"
      var isIn: Set<Int32> = []
      for (index, rollout) in rollouts.enumerated() {
        let bucket = Murmur3.bucket(rollout: rollout.name, subject: name)
        if bucket < rollout.share { isIn.insert(Int32(index)) }
        sides.insert(bucket < rollout.share ? Int32(index) : ~Int32(index))
      }
      guard known.count < Subjects.most, known.insert(isIn).inserted else { continue }
      all.append(Subject(name: name, rollouts: isIn))
    }
  }
}
