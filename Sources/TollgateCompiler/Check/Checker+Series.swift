import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// `series L1..L18 "Lessons"`
  mutating func enterSeries(
    _ first: NameSyntax, _ last: NameSyntax, _ label: LabelSyntax?, of statement: StatementSyntax
  ) {
    let label = self.label(label)
    names.declaredKinds.insert(.feature)
    guard let (low, high) = members(first, last) else {
      hasUnreadSeries = true
      return
    }
    let span = first.span.joined(last.span)
    let title = "\(low.prefix)\(low.number)..\(low.prefix)\(high.number)"
    guard high.number - low.number < Checker.mostSeriesMembers else {
      report(.size(.series(title, high.number - low.number)), at: span)
      hasUnreadSeries = true
      return
    }
    names.enter(
      NameTable.Series(
        prefix: low.prefix, first: low.number, last: high.number,
        index: Int32(policy.features.count), span: span, isDeclared: true))
    policy.features.append(
      CheckedFeature(
        name: CheckedName(text: title, span: span, isDeclared: true),
        label: label,
        series: CheckedFeature.SeriesMembers(
          prefix: low.prefix, first: low.number, last: high.number),
        span: statement.span))
  }

  /// The two ends of a range: of one prefix, the lesser first. One that runs backwards is
  /// reported and then taken as it was meant.
  mutating func members(
    _ first: NameSyntax, _ last: NameSyntax
  ) -> (SeriesName, SeriesName)? {
    guard let low = member(first), let high = member(last) else { return nil }
    let span = first.span.joined(last.span)
    if low.prefix != high.prefix {
      report(.range(.otherPrefix(low.prefix, high.prefix)), at: span)
      return nil
    }
    if low.number > high.number {
      report(.range(.reversed(first: first.text, last: last.text)), at: span)
      return (high, low)
    }
    return (low, high)
  }

  private mutating func member(_ name: NameSyntax) -> SeriesName? {
    do throws(SeriesName.ParseError) {
      return try SeriesName(name.text)
    } catch {
      switch error {
      case .noNumber: report(.range(.noNumber(name.text)), at: name.span)
      case .leadingZero: report(.range(.leadingZero(name.text)), at: name.span)
      case .tooLarge: report(.literal(.tooLarge), at: name.span)
      }
      return nil
    }
  }

  /// Gives the features their targets, after those that are just used were entered.
  mutating func settleFeatures() {
    enterUsedFeatures()
    for (later, earlier) in names.settleSeries() {
      report(
        .name(.seriesOverlap(title(later), title(earlier), earlier.span)), at: later.span)
    }
    reportMembersDeclaredApart()
    var next: Int32 = 0
    for index in policy.features.indices {
      let series = policy.features[index].series
      let count = series.map { Int32($0.last - $0.first + 1) } ?? 1
      guard Int(next) + Int(count) <= Checker.mostTargets else {
        report(.size(.targets(Checker.mostTargets)), at: policy.features[index].name.span)
        // Nothing can be said about targets that are not there.
        for rest in index..<policy.features.count { policy.features[rest].targets = next..<next }
        return
      }
      policy.features[index].targets = next..<next + count
      next += count
    }
  }

  func title(_ series: NameTable.Series) -> String {
    "\(series.prefix)\(series.first)..\(series.prefix)\(series.last)"
  }

  /// A name that is declared and also the name of a series' member.
  private mutating func reportMembersDeclaredApart() {
    guard !names.series.isEmpty else { return }
    for entry in names.entries where entry.kind != .product {
      guard let member = SeriesName.ifAny(entry.name), let series = names.series(of: member),
        entry.isDeclared || series.isDeclared
      else { continue }
      names.dispute(entry.name, isProduct: false)
      let isLater = entry.span.start > series.span.start
      report(
        .name(.isMember(entry.name, series: title(series), isLater ? series.span : entry.span)),
        at: isLater ? entry.span : series.span)
    }
  }

  /// The features and series of a policy that declares none, in the order of their first use.
  private mutating func enterUsedFeatures() {
    guard !names.declaredKinds.contains(.feature) else { return }
    let runs = featureUses.joinedRuns()
    var members = NameTable()
    for run in runs { members.enter(series(run, 0)) }
    _ = members.settleSeries()
    var singles = featureUses.singles.filter { single in
      SeriesName.ifAny(single.name.text).flatMap { members.series(of: $0) } == nil
    }[...]
    for run in runs {
      while let single = singles.first, single.order < run.order {
        singles.removeFirst()
        enterUsed(single.name)
      }
      enterUsed(run)
    }
    for single in singles { enterUsed(single.name) }
  }

  private mutating func enterUsed(_ name: NameSyntax) {
    let index = policy.features.count
    guard enterUse(name, .feature, index) else { return }
    policy.features.append(
      CheckedFeature(
        name: CheckedName(text: name.text, span: name.span, isDeclared: false), span: name.span))
  }

  private mutating func enterUsed(_ run: FeatureUses.Run) {
    let series = series(run, Int32(policy.features.count))
    guard run.last - run.first < Checker.mostSeriesMembers else {
      report(.size(.series(title(series), run.last - run.first)), at: run.span)
      hasUnreadSeries = true
      return
    }
    names.enter(series)
    policy.features.append(
      CheckedFeature(
        name: CheckedName(text: title(series), span: run.span, isDeclared: false),
        series: CheckedFeature.SeriesMembers(
          prefix: run.prefix, first: run.first, last: run.last),
        span: run.span))
  }

  private func series(_ run: FeatureUses.Run, _ index: Int32) -> NameTable.Series {
    NameTable.Series(
      prefix: run.prefix, first: run.first, last: run.last, index: index, span: run.span,
      isDeclared: false)
  }
}
