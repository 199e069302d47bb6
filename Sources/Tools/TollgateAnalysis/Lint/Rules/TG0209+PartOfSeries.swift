import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let partOfSeries = LintRule(
    DiagnosticPage(
      "TG0209", "members of a series that no rule mentions", level: .warning,
      what: "Rules gate some members of a series, and no rule mentions others of it.",
      why: "A member that no rule mentions is open to everybody: a range that ends too early "
        + "gives the rest away.",
      avoid: "series L1..L18\nL1..L8 requires nothing\nL9..L17 requires pro\n",
      prefer: "series L1..L18\nL1..L8 requires nothing\nL9..L18 requires pro\n",
      exceptions: "A series of which no member is gated is `TG0211`. Members that are meant to be "
        + "open say `requires nothing`."
    )
  ) { pass in
    for gap in SeriesGap.all(in: pass) where gap.isGated {
      pass.report(
        "no rule mentions \(gap.words), while others of its series are gated",
        at: gap.feature.name.span, "open to everybody: \(gap.names)",
        help: ["add a rule for the rest, or say `\(gap.names) requires nothing`"])
    }
  }
}

/// The members of a series, or the feature, that no rule mentions.
struct SeriesGap: Sendable {
  var feature: CheckedFeature
  /// The targets that no rule mentions; never empty.
  var missing: TargetSet
  /// Whether a rule gates another member of the series.
  var isGated: Bool

  /// Every feature and series that rules leave open by not speaking of it, or of all of it.
  static func all(in pass: LintPass) -> [SeriesGap] {
    var mentioned: [Range<Int32>] = []
    var gated: [Range<Int32>] = []
    for rule in pass.policy.rules {
      guard case .targets(let targets) = rule.subject else { continue }
      mentioned += targets.ranges
      if case .requiresNothing = rule.effect { continue }
      gated += targets.ranges
    }
    // What takes from a meter is gated by the limits of that.
    for uses in pass.policy.uses {
      mentioned += uses.targets.ranges
      gated += uses.targets.ranges
    }
    let everything = TargetSet([0..<pass.policy.featureTargetCount])
    let missing = everything.subtracting(TargetSet(mentioned)).ranges
    let closed = TargetSet(gated).ranges
    var gaps: [SeriesGap] = []
    for feature in pass.policy.features {
      let part = overlap(of: missing, with: feature.targets)
      guard !part.isEmpty else { continue }
      let isGated = !overlap(of: closed, with: feature.targets).isEmpty
      gaps.append(SeriesGap(feature: feature, missing: TargetSet(part), isGated: isGated))
    }
    return gaps
  }

  /// The parts of ascending ranges that lie in a range.
  private static func overlap(
    of ranges: [Range<Int32>], with range: Range<Int32>
  ) -> [Range<Int32>] {
    var low = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
    var parts: [Range<Int32>] = []
    while low < ranges.count, ranges[low].lowerBound < range.upperBound {
      parts.append(ranges[low].clamped(to: range))
      low += 1
    }
    return parts
  }

  /// The names as a rule would list them: `L4, L9..L12`.
  var names: String {
    guard let series = feature.series else { return feature.name.text }
    var names: [String] = []
    for range in missing.ranges {
      let first = series.first + Int64(range.lowerBound - feature.targets.lowerBound)
      let last = series.first + Int64(range.upperBound - 1 - feature.targets.lowerBound)
      let name = series.prefix + String(first)
      names.append(first == last ? name : "\(name)..\(series.prefix)\(last)")
    }
    return names.joined(separator: ", ")
  }

  /// The names in backquotes; of many ranges the first, and how many members there are.
  var words: String {
    missing.ranges.count <= 3 ? "`\(names)`" : "\(missing.count) members of `\(feature.name.text)`"
  }
}
