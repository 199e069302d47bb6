import TollgateRuntime
import TollgateSyntax

/// Gives a tree its meaning: names become indices, literals values. It says which job comes after
/// which; each job is a type of its own, and all of them work on one draft.
struct Checker {
  let draft: Draft

  init(_ pages: PolicyPages) {
    draft = Draft(pages)
  }

  /// Finds the meaning of each name, and reads what is declared about it.
  func checkNames() {
    let declarations = DeclarationChecker(draft: draft)
    draft.policy.features.reserveCapacity(draft.pages.featureCount)
    draft.names.reserve(draft.pages.featureCount)
    declarations.enterDeclarations()
    var uses = UseCollector(draft)
    uses.enterUses()
    uses.enterUsedFeatures()
    declarations.settleFeatures()
    draft.checkConfusables()
    declarations.checkDeclarations()
  }

  /// The statements that are checked one by one, when all declarations are known.
  static let statements: StatementKinds = [
    .grants, .rules, .scenarios, .claims, .otherThings, .broken, .withClauses,
  ]

  /// Checks the statements of a page, and returns its rules.
  func check(_ page: PolicySyntax) -> [CheckedRule] {
    draft.tokens = page.tokens
    let rules = RuleChecker(draft: draft)
    let scenarios = ScenarioChecker(draft: draft)
    let places = ClausePlaces(draft: draft)
    var checked: [CheckedRule] = []
    checked.reserveCapacity(page.statements.count)
    for statement in page.statements {
      places.check(statement)
      switch statement.kind {
      case .rule(let rule):
        if let rule = rules.check(rule, of: statement) { checked.append(rule) }
      case .setting(let setting):
        if let rule = rules.check(setting, of: statement) { checked.append(rule) }
      case .grant(let grant): rules.check(grant, of: statement)
      case .uses(let uses): UsesChecker(draft: draft).check(uses, of: statement)
      case .scenario(let title): scenarios.check(title, of: statement)
      case .claim(let claim): scenarios.check(claim, of: statement)
      case .valueClaim(let claim): scenarios.check(claim, of: statement)
      case .use(let path): checkUse(path)
      case .broken: checkClauses(ofUnread: statement)
      default: break
      }
    }
    return checked
  }

  /// Reports a `use` statement that brings no file.
  private func checkUse(_ path: TextSyntax) {
    let fault: UseFault?
    if let layout = draft.source.layout {
      fault = layout.fault(at: path.span.start)
    } else {
      fault = UsedPath.fault(alone: path.value)
    }
    // A path that cannot be read has its own message.
    let isRead = !draft.pages.diagnostics.contains { finding in
      finding.span.start >= path.span.start && finding.span.start < path.span.end
    }
    if let fault, isRead { draft.report(.use(.file(fault, path.value)), at: path.span) }
  }

  /// Checks what needs all statements.
  func checkReferences() {
    DeclarationChecker(draft: draft).checkReferences()
    UsesChecker(draft: draft).checkAll()
  }

  /// Whether nothing is wrong so far.
  var isSound: Bool { draft.mistakes.isEmpty && draft.pages.diagnostics.isEmpty }

  /// The checked policy, without its rules.
  var policy: CheckedPolicy { draft.policy }

  /// All that is wrong, in the order of the text.
  var diagnostics: [Diagnostic] { draft.diagnostics() }

  /// The clauses below a line that could not be read. Their statement is not known, but
  /// their own mistakes are reported.
  private func checkClauses(ofUnread statement: StatementSyntax) {
    let name = CheckedName(text: "", span: statement.span, isDeclared: false)
    var product = CheckedProduct(name: name, span: statement.span)
    let declarations = DeclarationChecker(draft: draft)
    for clause in statement.clauses { declarations.read(clause, into: &product) }
    var rule = CheckedRule(
      subject: .targets(TargetSet()), subjectSpan: statement.span, effect: .off(statement.span),
      row: SourceRow(0), text: "", span: statement.span)
    RuleChecker(draft: draft).checkClauses(of: statement, nil, into: &rule)
    _ = ScenarioChecker(draft: draft).readClauses(of: statement)
  }
}
