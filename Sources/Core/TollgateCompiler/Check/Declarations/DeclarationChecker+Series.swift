import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// `series L1..L18 "Lessons"`
  func enterSeries(
    _ first: NameSyntax, _ last: NameSyntax, _ label: LabelSyntax?, of statement: StatementSyntax
  ) {
    let label = draft.label(label)
    draft.names.declaredKinds.insert(.feature)
    guard let (low, high) = draft.targets.members(first, last) else {
      draft.hasUnreadSeries = true
      return
    }
    let span = first.span.joined(last.span)
    let title = "\(low.prefix)\(low.number)..\(low.prefix)\(high.number)"
    guard high.number - low.number < Draft.mostSeriesMembers else {
      draft.report(.size(.series(title, high.number - low.number)), at: span)
      draft.hasUnreadSeries = true
      return
    }
    draft.names.enter(
      NameTable.Series(
        prefix: low.prefix, first: low.number, last: high.number,
        index: Int32(draft.policy.features.count), span: span, isDeclared: true))
    draft.policy.features.append(
      CheckedFeature(
        name: CheckedName(text: title, span: span, isDeclared: true),
        label: label,
        series: CheckedFeature.SeriesMembers(
          prefix: low.prefix, first: low.number, last: high.number),
        span: statement.span))
  }

  /// Gives the features their targets, after those that are just used were entered.
  func settleFeatures() {
    for (later, earlier) in draft.names.settleSeries() {
      draft.report(
        .name(
          .seriesOverlap(draft.targets.title(later), draft.targets.title(earlier), earlier.span)),
        at: later.span)
    }
    reportMembersDeclaredApart()
    var next: Int32 = 0
    for index in draft.policy.features.indices {
      let series = draft.policy.features[index].series
      let count = series.map { Int32($0.last - $0.first + 1) } ?? 1
      guard Int(next) + Int(count) <= Draft.mostTargets else {
        draft.report(.size(.targets(Draft.mostTargets)), at: draft.policy.features[index].name.span)
        // Targets that do not exist cannot be checked.
        for rest in index..<draft.policy.features.count {
          draft.policy.features[rest].targets = next..<next
        }
        return
      }
      draft.policy.features[index].targets = next..<next + count
      next += count
    }
  }

  /// A name that is declared and also the name of a series' member.
  private func reportMembersDeclaredApart() {
    guard !draft.names.series.isEmpty else { return }
    for entry in draft.names.entries where entry.kind != .product {
      guard let member = SeriesName.ifAny(entry.name), let series = draft.names.series(of: member),
        entry.isDeclared || series.isDeclared
      else { continue }
      draft.names.dispute(entry.name, isProduct: false)
      let isLater = entry.span.start > series.span.start
      draft.report(
        .name(
          .isMember(
            entry.name, series: draft.targets.title(series), isLater ? series.span : entry.span)),
        at: isLater ? entry.span : series.span)
    }
  }

}
