import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a history line by line, and reports every mistake.
struct HistoryReader {
  /// The longest file, in bytes, and the most steps.
  static let longest = 1 << 20
  static let mostSteps = 1000
  /// The longest time from the first to the last step.
  static let farthest = StorePeriod.years(20)

  let source: Source
  var problems = HistoryProblems()
  var settings: [(span: Span, setting: History.Setting)] = []
  /// The steps; clauses in the policy's language are not read yet.
  var steps: [Draft] = []
  private var now: Instant?

  /// A step as written in the file.
  struct Draft {
    var span: Span
    var at: Instant
    var action: Action
    /// The products named in it.
    var products: [String]

    enum Action {
      case nothing
      case read(History.Action)
      /// `given`, `check` or `expect`, with the rest of the line in the policy's language.
      case clause(Clause, Span)
    }
  }

  /// A step in the policy's language, by its first word.
  enum Clause: String {
    case given, check, expect
  }

  init(_ source: Source) {
    self.source = source
  }

  mutating func read() {
    var line: [Token] = []
    for token in Lexer.tokens(of: source) {
      if token.kind == .newline {
        read(line)
        line = []
      } else if !token.kind.isBlank {
        line.append(token)
      }
    }
    read(line)
    if steps.isEmpty, problems.isEmpty {
      problems.add(
        "the history has no steps", Span(0, 0), help: "begin with a line such as `at 2026-01-31`")
    }
  }

  private mutating func read(_ tokens: [Token]) {
    guard !tokens.isEmpty else { return }
    if let bad = tokens.first(where: { !source.isUTF8($0.span) }) {
      return problems.add("invalid characters: the file is not UTF-8 here", bad.span)
    }
    var words = LineWords(tokens, in: source)
    if !readSetting(&words) { readStep(&words) }
    if let problem = words.problem {
      problems.add(problem.headline, problem.span, help: problem.help)
    }
  }

  private mutating func readStep(_ words: inout LineWords) {
    let span = words.span
    readTime(&words)
    guard words.problem == nil else { return }
    guard let now else {
      return words.fail(
        "the first step needs a time", span, help: "begin with a line such as `at 2026-01-31`")
    }
    let action = words.isAtEnd ? Draft.Action.nothing : readAction(&words)
    guard words.problem == nil, let action else { return }
    if steps.count == HistoryReader.mostSteps {
      return words.fail("a history has at most \(HistoryReader.mostSteps) steps", span)
    }
    steps.append(Draft(span: span, at: now, action: action, products: words.names))
  }

  /// `at 2026-03-01` or `after 1 month`, if the line begins so.
  private mutating func readTime(_ words: inout LineWords) {
    let start = words.place
    var next: Instant?
    if words.accept("at") {
      next = words.instant()
    } else if words.accept("after") {
      let period = words.period()
      guard words.problem == nil else { return }
      guard let now else {
        return words.fail(
          "the first step cannot begin with `after`", start,
          help: "begin with a line such as `at 2026-01-31`")
      }
      next = period.instant(after: now)
    }
    guard words.problem == nil, let next else { return }
    if let now, next < now {
      return words.fail("`\(next.shortText)` is before `\(now.shortText)`", start)
    }
    let first = steps.first?.at ?? next
    if next > HistoryReader.farthest.instant(after: first) {
      return words.fail("a history lasts at most 20 years", start)
    }
    now = next
  }

  // MARK: Before the first step

  /// Whether the line is a setting.
  private mutating func readSetting(_ words: inout LineWords) -> Bool {
    let setting: History.Setting
    let span = words.span
    switch words.word {
    case "product":
      words.advance()
      guard let product = readProduct(&words) else { return true }
      setting = product
    case "grace":
      words.advance()
      let period = words.period()
      let isPaidOnly = words.accept("paid")
      if isPaidOnly { words.expect("to", "paid", "only") }
      setting = .grace(period, isPaidOnly ? .paidToPaid : .allRenewals)
    case "retry":
      words.advance()
      setting = .retry(words.period())
    case "sandbox":
      words.advance()
      setting = .sandbox
    default: return false
    }
    words.expectEnd()
    if words.problem == nil, now != nil {
      words.fail("this belongs before the first step", span)
    }
    if words.problem == nil { settings.append((span, setting)) }
    return true
  }

  /// `product P renews every 1 month`, `lasts 3 months`, `is consumable`, `is for ever`
  private func readProduct(_ words: inout LineWords) -> History.Setting? {
    let name = words.name()
    if words.accept("renews") {
      words.expect("every")
      return .product(name, .subscription, words.period())
    }
    if words.accept("lasts") { return .product(name, .nonRenewing, words.period()) }
    if words.accept("is") {
      if words.accept("consumable") { return .product(name, .consumable, nil) }
      words.expect("for", "ever")
      return .product(name, .nonConsumable, nil)
    }
    words.fail(
      "say how `\(name)` is sold", words.place,
      help: "write `renews every 1 month`, `lasts 3 months`, `is consumable` or `is for ever`")
    return nil
  }
}

extension Source {
  /// Whether a part is valid UTF-8.
  fileprivate func isUTF8(_ span: Span) -> Bool {
    String(bytes: bytes[span.start..<span.end], encoding: .utf8) != nil
  }
}

extension HistoryReader {
  /// Every step begins with one of these words.
  private static let verbs = [
    "accept", "approve", "ask", "billing", "buy", "cancel", "check", "decline", "expect", "given",
    "go", "raise", "refund", "relaunch", "restore", "reverse", "share", "status", "switch",
    "uncancel", "unshare", "verification",
  ]

  /// The action in the rest of a line; nil if there is none.
  func readAction(_ words: inout LineWords) -> Draft.Action? {
    let span = words.place
    let verb = words.word ?? ""
    words.advance()
    if verb == "check", let place = words.place(ofAny: ["allowed", "warned", "denied"]) {
      words.fail(
        "`check` only asks, without an expectation", place,
        help: "write `expect` instead")
      return nil
    }
    if let clause = Clause(rawValue: verb) { return .clause(clause, words.rest) }
    let action = readOfProduct(verb, &words) ?? readOther(verb, &words)
    guard let action else {
      let near = EditDistance.nearest(to: verb, among: HistoryReader.verbs)
      words.fail(
        "no step begins with `\(verb)`", span,
        help: near.map { "did you mean `\($0)`?" }
          ?? "a step begins with \(HistoryReader.verbs.joined(separator: ", "))")
      return nil
    }
    words.expectEnd()
    return .read(action)
  }

  /// Reads an action on a product.
  private func readOfProduct(_ verb: String, _ words: inout LineWords) -> History.Action? {
    switch verb {
    case "buy": return .buy(words.name())
    case "ask":
      words.expect("for")
      return .ask(words.name())
    case "approve": return .approve(words.name())
    case "cancel": return .cancel(words.name())
    case "uncancel": return .uncancel(words.name())
    case "share": return .share(words.name())
    case "unshare": return .unshare(words.name())
    case "refund":
      let product = words.name()
      return .refund(product, percent: words.isAtEnd ? 100 : words.percent())
    case "reverse":
      words.expect("refund", "of")
      return .reverseRefund(words.name())
    case "switch": return readSwitch(&words)
    case "accept":
      words.expect("price", "of")
      return .acceptPrice(words.name())
    case "decline":
      guard words.accept("price") else { return .decline(words.name()) }
      words.expect("of")
      return .declinePrice(words.name())
    case "raise":
      words.expect("price", "of")
      let product = words.name()
      return .raisePrice(product, words.accept("to") ? words.money() : nil)
    default: return nil
    }
  }

  /// `switch A to B`, `switch A to B at renewal`
  private func readSwitch(_ words: inout LineWords) -> History.Action {
    let old = words.name()
    words.expect("to")
    let new = words.name()
    if words.accept("at") {
      words.expect("renewal")
      return .switchPlan(from: old, to: new, atOnce: false)
    }
    _ = words.accept("now")
    return .switchPlan(from: old, to: new, atOnce: true)
  }

  private func readOther(_ verb: String, _ words: inout LineWords) -> History.Action? {
    switch verb {
    case "billing":
      let fails = words.accept("fails")
      if !fails { words.expect("recovers") }
      let product = words.accept("for") ? words.name() : nil
      return fails ? .fail(product) : .recover(product)
    case "go":
      let isOnline = words.accept("online")
      if !isOnline { words.expect("offline") }
      return .network(isOnline: isOnline)
    case "verification": return readVerification(&words)
    case "restore": return .restore
    case "relaunch": return .relaunch
    case "status": return .status
    default: return nil
    }
  }

  private func readVerification(_ words: inout LineWords) -> History.Action {
    if words.accept("works") { return .verification(.works(.device)) }
    if words.accept("fails") { return .verification(.refuses(.signature)) }
    if words.accept("is") {
      words.expect("unavailable")
    } else {
      words.fail("expected `works`, `fails` or `is unavailable` here", words.place)
    }
    return .verification(.unavailable(.networkError))
  }
}
