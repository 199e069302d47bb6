import TollgateRuntime
import TollgateSyntax

/// A policy while it is checked: the meaning of its names, what has been read so far, and all
/// mistakes. A part that is wrong is left out, so that nothing follows from it.
final class Draft {
  let pages: PolicyPages
  let source: Source
  /// The tokens of the page that is checked.
  var tokens: [Token] = []
  /// The checked policy, without its rules.
  var policy = CheckedPolicy()
  var names = NameTable()
  private(set) var mistakes: [(span: Span, mistake: Mistake)] = []
  /// The names in the lines that could not be read: they may have been declared there.
  var unreadNames: Set<String> = []
  /// Whether a series could not be read; then any feature may have been its member.
  var hasUnreadSeries = false
  /// Names that have been reported as confusable.
  var confusing: Set<String> = []
  /// The names beyond ASCII by what they look like.
  var skeletons: [String: String] = [:]
  /// The choices of each fact by name, made when first asked for.
  var choiceIndices: [Int: [String: Int64]] = [:]
  /// The packs of each meter: the first one.
  var packs: [Int32: Span] = [:]
  /// The first limit of each meter that has packs.
  private var packLimits: [Int32: (window: Window, span: Span)] = [:]
  /// Products that are `only with` a name that is not declared.
  var unknownPartners: Set<String> = []
  /// How many more entries the lists of the graph may have.
  private var budget = Draft.mostEntries

  /// How many entries the lists of a graph may have in all: members of groups, rules of targets,
  /// and the like.
  private static let mostEntries = 20_000_000
  static let mostSeriesMembers: Int64 = 1_000_000
  static let mostTargets = 4_000_000

  init(_ pages: PolicyPages) {
    self.pages = pages
    source = pages.source
    noteUnread(pages.diagnostics)
  }

  /// The meaning of a name, if it is not a member of a series.
  func entry(_ name: String, isProduct: Bool = false) -> NameTable.Entry? {
    // Passed as `inout`, the table is read where it is; else each of its parts would be retained.
    func entry(in names: inout NameTable) -> NameTable.Entry? {
      names.entry(name, isProduct: isProduct)
    }
    return entry(in: &names)
  }

  /// Reports a limit with another window than the one before it: a pack is used up over one.
  func checkPacks(of meter: NameSyntax, _ index: Int32, _ window: Window, at span: Span) {
    guard let pack = packs[index] else { return }
    guard let first = packLimits[index] else {
      packLimits[index] = (window, span)
      return
    }
    guard first.window != window else { return }
    let mistake = CountingMistake.packOfTwoWindows(meter.text, pack: pack, limit: first.span)
    report(.counting(mistake), at: span)
  }

  func report(_ mistake: Mistake, at span: Span) {
    mistakes.append((span, mistake))
  }

  /// Counts entries of the graph; false, with a report, when there are too many.
  func spend(_ amount: Int, at span: Span) -> Bool {
    guard budget > 0 else { return false }
    budget -= max(amount, 0)
    if budget > 0 { return true }
    report(.size(.work), at: span)
    return false
  }
}

/// The jobs that others ask something of.
extension Draft {
  var expressions: ExpressionChecker { ExpressionChecker(draft: self) }
  var targets: TargetFinder { TargetFinder(draft: self) }
}
