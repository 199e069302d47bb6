import TollgatePurchases
import TollgateSyntax
import TollgateTesting

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
