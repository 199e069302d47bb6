import TollgateRuntime
import TollgateSyntax

/// Gives a tree its meaning: names become indices, literals values. What is wrong is collected as
/// faults, and what a fault touches is left out, so that nothing follows from it.
struct Checker {
  let syntax: PolicySyntax
  let source: Source
  var policy = CheckedPolicy()
  var names = NameTable()
  var faults: [(span: Span, fault: Fault)] = []
  /// The names in what could not be read: they may have been declared there.
  var unreadNames: Set<String> = []
  /// Whether a series could not be read; then any feature may have been its member.
  var hasUnreadSeries = false
  /// Names that have been reported as confusable.
  var confusing: Set<String> = []
  /// Who looks like a plain name without being it: skeletons of names beyond ASCII.
  var skeletons: [String: String] = [:]
  /// How much more may be written out: members of groups, rules of targets, and the like.
  var budget = Checker.mostWork
  /// Meters whose unit nobody has said yet.
  var unitless: Set<Int32> = []
  /// The choices of facts that nobody declared.
  var usedChoices: Set<UsedChoice> = []
  /// The choices of each fact by name, made when first asked for.
  var choiceIndices: [Int: [String: Int64]] = [:]
  /// Which features, and ranges of them, are used where none is declared.
  var featureUses = FeatureUses()

  /// How many entries the lists of a graph may have in all.
  static let mostWork = 20_000_000
  static let mostSeriesMembers: Int64 = 1_000_000
  static let mostTargets = 4_000_000

  init(_ parsed: Parsed) {
    syntax = parsed.syntax
    source = parsed.syntax.source
    noteUnread(parsed.diagnostics)
  }

  /// Everything in order: what names there are, what they stand for, then each statement.
  mutating func check() -> CheckedPolicy {
    enterDeclarations()
    enterUses()
    settleFeatures()
    checkConfusables()
    checkDeclarations()
    for statement in syntax.statements {
      checkClausePlaces(statement)
      check(statement)
    }
    checkReferences()
    return policy
  }

  mutating func report(_ fault: Fault, at span: Span) {
    faults.append((span, fault))
  }

  /// Takes so much out of the budget; false, with a report, when it is used up.
  mutating func spend(_ amount: Int, at span: Span) -> Bool {
    guard budget > 0 else { return false }
    budget -= max(amount, 0)
    if budget > 0 { return true }
    report(.size(.work), at: span)
    return false
  }

  private mutating func check(_ statement: StatementSyntax) {
    switch statement.kind {
    case .grant(let grant): checkGrant(grant, of: statement)
    case .rule(let rule): checkRule(rule, of: statement)
    case .scenario(let title): checkScenario(title, of: statement)
    case .claim(let claim): checkClaim(claim, of: statement)
    case .broken: checkClausesOfUnread(statement)
    default: break
    }
  }
}
