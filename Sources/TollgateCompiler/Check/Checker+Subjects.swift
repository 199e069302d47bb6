import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// The targets of a subject without meters; nothing if a part of it stands for nothing.
  mutating func features(_ subject: SubjectSyntax) -> TargetSet? {
    guard let items = targets(subject.items, orMeters: false),
      let exceptions = targets(subject.exceptions, orMeters: false)
    else { return nil }
    return rest(items, without: exceptions, of: subject)
  }

  /// The targets of an expectation or a claim, meters among them.
  mutating func targets(_ subject: SubjectSyntax) -> TargetSet? {
    guard let items = targets(subject.items, orMeters: true),
      let exceptions = targets(subject.exceptions, orMeters: true)
    else { return nil }
    return rest(items, without: exceptions, of: subject)
  }

  private mutating func rest(
    _ items: TargetSet, without exceptions: TargetSet, of subject: SubjectSyntax
  ) -> TargetSet? {
    guard !exceptions.isEmpty, !items.isEmpty else { return items }
    let rest = items.subtracting(exceptions)
    if rest.isEmpty { report(.range(.nothingLeft), at: subject.span) }
    return rest
  }

  /// The targets of a list; every item of it is looked at, also behind one that is wrong.
  mutating func targets(_ items: [SubjectItemSyntax], orMeters: Bool) -> TargetSet? {
    if items.count == 1 {
      guard let targets = targets(items[0], orMeters: orMeters),
        spend(targets.ranges.count, at: items[0].span)
      else { return nil }
      return targets
    }
    var ranges: [Range<Int32>] = []
    var isWhole = true
    for item in items {
      guard let targets = targets(item, orMeters: orMeters) else {
        isWhole = false
        continue
      }
      ranges += targets.ranges
      guard spend(targets.ranges.count, at: item.span) else { return nil }
    }
    return isWhole ? TargetSet(ranges) : nil
  }

  private mutating func targets(_ item: SubjectItemSyntax, orMeters: Bool) -> TargetSet? {
    switch item {
    case .everything: return TargetSet([0..<policy.featureTargetCount])
    case .range(let first, let last): return range(first, last)
    case .name(let name): return targets(name, orMeters: orMeters)
    }
  }

  private static let targets: [NameKind] = [.feature, .group]
  private static let targetsOrMeters: [NameKind] = [.feature, .group, .meter]

  private mutating func targets(_ name: NameSyntax, orMeters: Bool) -> TargetSet? {
    if !names.series.isEmpty, names.entry(name.text) == nil,
      let member = SeriesName.ifAny(name.text), let series = names.series(of: member)
    {
      return TargetSet([targets(series, member.number, member.number)])
    }
    let wanted = orMeters ? Checker.targetsOrMeters : Checker.targets
    guard let entry = resolve(name, anyOf: wanted) else { return nil }
    switch entry.kind {
    case .feature: return TargetSet([policy.features[Int(entry.index)].targets])
    case .meter:
      let target = policy.target(ofMeter: entry.index)
      return TargetSet([target..<target + 1])
    default: return policy.groups[Int(entry.index)].members
    }
  }

  /// `L9..L14`: it lies inside one series.
  private mutating func range(_ first: NameSyntax, _ last: NameSyntax) -> TargetSet? {
    guard let (low, high) = members(first, last) else { return nil }
    if let series = names.series(of: low), high.number <= series.last {
      return TargetSet([targets(series, low.number, high.number)])
    }
    if hasUnreadSeries { return nil }
    let near = (names.series[low.prefix] ?? []).prefix(8).map { (title($0), $0.span) }
    let range = "\(low.prefix)\(low.number)..\(low.prefix)\(high.number)"
    report(
      .range(.outside(range, prefix: low.prefix, nearest: near)),
      at: first.span.joined(last.span))
    return nil
  }

  private func targets(
    _ series: NameTable.Series, _ first: Int64, _ last: Int64
  ) -> Range<Int32> {
    let all = policy.features[Int(series.index)].targets
    // There are none when the policy has too many; that has been said.
    guard !all.isEmpty else { return all }
    let start = all.lowerBound + Int32(first - series.first)
    return start..<start + Int32(last - first + 1)
  }
}
