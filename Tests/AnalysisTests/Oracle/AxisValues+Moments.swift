import TollgateRuntime

extension AxisValues {
  /// Representatives of now and all date facts together: every order of the instants that matter.
  ///
  /// The least `now` of a region is an instant of the policy, a date's instant plus a distance, or
  /// the beginning of time; given it, the least date is one of its own instants, the beginning of
  /// time, or so near to now that a distance is not reached yet.
  static func moments(
    _ readings: PolicyReadings, _ graph: RuleGraph, _ extent: Extent
  ) -> [Moment] {
    let facts = Set(readings.dateBounds.keys).union(readings.distances.keys).sorted()
    var nows: Set<Int64> = readings.instants.union([beginning])
    for fact in facts {
      let dates = (readings.dateBounds[fact] ?? []).union([beginning])
      for date in dates {
        for distance in readings.distances[fact] ?? [] {
          nows.insert(distance.end(after: date))
          // A later day may come to the end of the same month.
          let next = (date.flooredDivision(by: 86_400_000) + 1) * 86_400_000
          if distance.isMonths { nows.insert(distance.end(after: next)) }
        }
      }
    }
    var known: Set<[Bool?]> = []
    var moments: [Moment] = []
    for now in nows.sorted() {
      var found = [Moment(now: now, dates: [:])]
      for fact in facts {
        let canMiss = graph.parts.facts[Int(fact)].otherwise == Fact.unknown
        let values = dates(of: fact, at: now, readings, canMiss: extent == .all && canMiss)
        found = found.flatMap { moment in
          values.map { value in
            var longer = moment
            longer.dates[fact] = value
            return longer
          }
        }
        guard found.count < 5_000 else { return moments + found }
      }
      for moment in found where known.insert(answers(at: moment, readings)).inserted {
        moments.append(moment)
      }
    }
    return moments
  }

  /// 0001-01-01
  static let beginning: Int64 = -62_135_596_800_000

  private static func dates(
    of fact: Int32, at now: Int64, _ readings: PolicyReadings, canMiss: Bool
  ) -> [Int64?] {
    var values = (readings.dateBounds[fact] ?? []).union([beginning])
    for distance in readings.distances[fact] ?? [] {
      switch distance {
      case .milliseconds(let span): values.insert(now - span + 1)
      case .months(let count):
        let day: Int64 = 86_400_000
        let time = now - now.flooredDivision(by: day) * day
        let base = Lapse.months(-count).end(after: now).flooredDivision(by: day)
        for days in base - 3...base + 4 {
          values.formUnion([days * day, days * day + time, days * day + time + 1])
        }
      }
    }
    let known: [Int64?] = values.filter { $0 >= beginning }.sorted()
    return canMiss ? known + [nil] : known
  }

  /// What every comparison with time comes to.
  private static func answers(at moment: Moment, _ readings: PolicyReadings) -> [Bool?] {
    var answers: [Bool?] = readings.instants.sorted().map { moment.now >= $0 }
    for (fact, bounds) in readings.dateBounds.sorted(by: { $0.key < $1.key }) {
      for bound in bounds.sorted() { answers.append(moment.dates[fact].map { $0 >= bound }) }
    }
    for (fact, distances) in readings.distances.sorted(by: { $0.key < $1.key }) {
      for distance in distances.sorted(by: { $0.count < $1.count }) {
        answers.append(moment.dates[fact].map { moment.now >= distance.end(after: $0) })
      }
    }
    return answers
  }
}
