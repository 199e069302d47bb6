import TollgateRuntime

extension WitnessedCase {
  /// How many subjects are tried.
  private static let tries = 200_000

  /// A subject whose buckets lie where those of a witness do, or as many of them as can be found.
  static func subject(of witness: Witness) -> (subject: String?, isFaithful: Bool) {
    var wishes: [(rollout: String, buckets: ClosedRange<Int64>)] = []
    for (index, variable) in witness.space.variables.enumerated()
    where variable.quantity.kind == .bucket {
      let place = Int32(index)
      if witness.isMissing(place) { return (nil, true) }
      // Where all or none are in, any bucket does.
      wishes.append(
        (witness.terms.rollouts[Int(variable.quantity.a)], witness.cell[place] ?? 0...9_999))
    }
    guard !wishes.isEmpty else { return (nil, true) }
    var best = (subject: "user-1", count: -1)
    for number in 1...tries {
      let subject = "user-\(number)"
      var count = 0
      for wish in wishes {
        let bucket = Murmur3.bucket(rollout: wish.rollout, subject: subject)
        if wish.buckets.contains(Int64(bucket)) { count += 1 }
      }
      if count > best.count { best = (subject, count) }
      if count == wishes.count { return (subject, true) }
    }
    return (best.subject, false)
  }
}
