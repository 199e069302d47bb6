import TollgateRuntime
import TollgateSyntax

/// Finds the targets that names, ranges and groups stand for.
struct TargetFinder {
  let draft: Draft

  /// The targets of a subject without meters; nil if a part of it is unknown.
  func features(_ subject: SubjectSyntax) -> TargetSet? {
    let wanted = TargetFinder.featuresAndGroups
    return targets(subject, orSettings(wanted), except: wanted)
  }

  /// The targets of an expectation or a claim, meters and settings among them.
  func targets(_ subject: SubjectSyntax) -> TargetSet? {
    let wanted = orSettings(TargetFinder.targetsOrMeters)
    return targets(subject, wanted, except: wanted)
  }

  /// The targets of a subject: of kinds that are wanted, except for some of others.
  func targets(
    _ subject: SubjectSyntax, _ wanted: [NameKind], except unwanted: [NameKind]
  ) -> TargetSet? {
    guard let items = targets(subject.items, wanted),
      let exceptions = targets(subject.exceptions, unwanted)
    else { return nil }
    guard !exceptions.isEmpty, !items.isEmpty else { return items }
    let rest = items.subtracting(exceptions)
    if rest.isEmpty { draft.report(.range(.nothingLeft), at: subject.span) }
    return rest
  }

  /// The targets of a list; every item is checked, also after a wrong one.
  func targets(_ items: [SubjectItemSyntax], _ wanted: [NameKind]) -> TargetSet? {
    if items.count == 1 {
      guard let targets = targets(items[0], wanted),
        draft.spend(targets.ranges.count, at: items[0].span)
      else { return nil }
      return targets
    }
    var ranges: [Range<Int32>] = []
    var isWhole = true
    for item in items {
      guard let targets = targets(item, wanted) else {
        isWhole = false
        continue
      }
      ranges += targets.ranges
      guard draft.spend(targets.ranges.count, at: item.span) else { return nil }
    }
    return isWhole ? TargetSet(ranges) : nil
  }

  private func targets(_ item: SubjectItemSyntax, _ wanted: [NameKind]) -> TargetSet? {
    switch item {
    case .everything: return TargetSet([0..<draft.policy.featureTargetCount])
    case .range(let first, let last): return range(first, last)
    case .name(let name): return targets(name, wanted)
    }
  }

  static let featuresAndGroups: [NameKind] = [.feature, .group]
  private static let targetsOrMeters: [NameKind] = [.feature, .group, .meter]

  /// These kinds, and settings in a policy that has some.
  private func orSettings(_ kinds: [NameKind]) -> [NameKind] {
    draft.policy.settings.isEmpty ? kinds : kinds + [.setting]
  }

  private func targets(_ name: NameSyntax, _ wanted: [NameKind]) -> TargetSet? {
    if !draft.names.series.isEmpty, draft.entry(name.text) == nil,
      let member = SeriesName.ifAny(name.text), let series = draft.names.series(of: member)
    {
      return TargetSet([targets(series, member.number, member.number)])
    }
    guard let entry = draft.resolve(name, anyOf: wanted) else { return nil }
    switch entry.kind {
    case .feature: return TargetSet([draft.policy.features[Int(entry.index)].targets])
    case .meter:
      let target = draft.policy.target(ofMeter: entry.index)
      return TargetSet([target..<target + 1])
    case .setting:
      let target = draft.policy.target(ofSetting: entry.index)
      return TargetSet([target..<target + 1])
    default: return draft.policy.groups[Int(entry.index)].members
    }
  }

  /// `L9..L14`: it lies inside one series.
  private func range(_ first: NameSyntax, _ last: NameSyntax) -> TargetSet? {
    guard let (low, high) = members(first, last) else { return nil }
    if let series = draft.names.series(of: low), high.number <= series.last {
      return TargetSet([targets(series, low.number, high.number)])
    }
    if draft.hasUnreadSeries { return nil }
    let near = (draft.names.series[low.prefix] ?? []).prefix(8).map { (title($0), $0.span) }
    let range = "\(low.prefix)\(low.number)..\(low.prefix)\(high.number)"
    draft.report(
      .range(.outside(range, prefix: low.prefix, nearest: near)),
      at: first.span.joined(last.span))
    return nil
  }

  private func targets(
    _ series: NameTable.Series, _ first: Int64, _ last: Int64
  ) -> Range<Int32> {
    let all = draft.policy.features[Int(series.index)].targets
    // There are none when the policy has too many, which has been reported.
    guard !all.isEmpty else { return all }
    let start = all.lowerBound + Int32(first - series.first)
    return start..<start + Int32(last - first + 1)
  }

  /// The two ends of a range: of one prefix, the lesser first. One that runs backwards is
  /// reported and then taken as it was meant.
  func members(
    _ first: NameSyntax, _ last: NameSyntax
  ) -> (SeriesName, SeriesName)? {
    guard let low = member(first), let high = member(last) else { return nil }
    let span = first.span.joined(last.span)
    if low.prefix != high.prefix {
      draft.report(.range(.otherPrefix(low.prefix, high.prefix)), at: span)
      return nil
    }
    if low.number > high.number {
      draft.report(.range(.reversed(first: first.text, last: last.text)), at: span)
      return (high, low)
    }
    return (low, high)
  }

  private func member(_ name: NameSyntax) -> SeriesName? {
    do throws(SeriesName.ParseError) {
      return try SeriesName(name.text)
    } catch {
      switch error {
      case .noNumber: draft.report(.range(.noNumber(name.text)), at: name.span)
      case .leadingZero: draft.report(.range(.leadingZero(name.text)), at: name.span)
      case .tooLarge: draft.report(.literal(.tooLarge), at: name.span)
      }
      return nil
    }
  }

  func title(_ series: NameTable.Series) -> String {
    "\(series.prefix)\(series.first)..\(series.prefix)\(series.last)"
  }
}
