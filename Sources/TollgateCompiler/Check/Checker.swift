import TollgateRuntime
import TollgateSyntax

/// Gives a tree its meaning: names become indices, literals values. What is wrong is collected as
/// faults, and what a fault touches is left out, so that nothing follows from it.
struct Checker: ~Copyable {
  let pages: PolicyPages
  let source: Source
  /// The tokens of the page that is checked.
  var tokens: [Token] = []
  /// What the policy says, but for its rules.
  var policy = CheckedPolicy()
  /// The rules of the page that is checked.
  var rules: [CheckedRule] = []
  var names = NameTable()
  var faults: [(span: Span, fault: Mistake)] = []
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
  /// The products of which a partner is not known: it may lead out of a circle.
  var unknownPartners: Set<String> = []
  /// The rule that is checked.
  var checkedRule: RuleSyntax?
  /// Which features, and ranges of them, are used where none is declared.
  var featureUses = FeatureUses()

  /// How many entries the lists of a graph may have in all.
  static let mostWork = 20_000_000
  static let mostSeriesMembers: Int64 = 1_000_000
  static let mostTargets = 4_000_000

  init(_ pages: PolicyPages) {
    self.pages = pages
    source = pages.source
    noteUnread(pages.diagnostics)
  }

  /// What names there are, and what is declared about what they stand for.
  mutating func checkNames() {
    policy.features.reserveCapacity(pages.featureCount)
    names.reserve(pages.featureCount)
    enterDeclarations()
    enterUses()
    settleFeatures()
    checkConfusables()
    checkDeclarations()
  }

  /// The statements that are looked at one by one, when all declarations are known.
  static let statements: StatementKinds = [
    .grants, .rules, .scenarios, .claims, .broken, .withClauses,
  ]

  /// Checks the statements of a page, and gives back its rules.
  mutating func check(_ page: PolicySyntax) -> [CheckedRule] {
    tokens = page.tokens
    rules = []
    rules.reserveCapacity(page.statements.count)
    for statement in page.statements {
      checkClausePlaces(statement)
      check(statement)
    }
    return rules
  }

  /// Whether nothing is wrong so far.
  var isSound: Bool { faults.isEmpty && pages.diagnostics.isEmpty }

  mutating func report(_ fault: Mistake, at span: Span) {
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
