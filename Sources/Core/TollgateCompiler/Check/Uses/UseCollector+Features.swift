import TollgateRuntime
import TollgateSyntax

extension UseCollector {
  /// The features and series of a policy that declares none, in the order of their first use.
  func enterUsedFeatures() {
    guard !draft.names.declaredKinds.contains(.feature) else { return }
    let runs = features.joinedRuns()
    var members = NameTable()
    for run in runs { members.enter(series(run, 0)) }
    _ = members.settleSeries()
    var singles = features.singles.filter { single in
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

  private func enterUsed(_ name: NameSyntax) {
    let index = draft.policy.features.count
    guard enterUse(name, .feature, index) else { return }
    draft.policy.features.append(CheckedFeature(name: used(name), span: name.span))
  }

  private func enterUsed(_ run: FeatureUses.Run) {
    let series = series(run, Int32(draft.policy.features.count))
    guard run.last - run.first < Draft.mostSeriesMembers else {
      draft.report(.size(.series(draft.targets.title(series), run.last - run.first)), at: run.span)
      draft.hasUnreadSeries = true
      return
    }
    draft.names.enter(series)
    draft.policy.features.append(
      CheckedFeature(
        name: CheckedName(text: draft.targets.title(series), span: run.span, isDeclared: false),
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
