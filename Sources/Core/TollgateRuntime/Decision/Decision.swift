/// The answer to "can this user do X?", with the reason, every way in, and how long it holds.
///
/// ```swift
/// let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
/// print(decision)  // bills: denied (limit-reached)
/// for way in decision.waysIn { print(way) }  // buy annual (12 USD per year)
/// if let end = decision.validUntil { print("until \(end)") }
/// ```
///
/// The ``Verdict`` is known at once. Everything else is worked out when it is asked for, by the
/// same evaluation, so an answer and its explanation never disagree.
public struct Decision: Sendable {
  /// The outcome, the reason and the figures of the quota.
  public let verdict: Verdict
  /// The name that was asked for where it is not one target.
  private let name: String?
  package let prepared: PreparedSnapshot
  package let ask: Ask
  let now: Instant

  init(
    _ verdict: Verdict, of name: String? = nil, ask: Ask, for prepared: PreparedSnapshot,
    at now: Instant
  ) {
    self.verdict = verdict
    self.name = name
    self.prepared = prepared
    self.ask = ask
    self.now = now
  }

  /// The target as it was asked for.
  public var target: String {
    name ?? verdict.target.map { prepared.graph.name(ofTarget: $0) } ?? ""
  }

  /// Whether the use is allowed, warned about or denied.
  public var outcome: Outcome { verdict.outcome }

  /// Why: the reason of the first failing rule that is not soft; or why it is allowed.
  public var reason: Reason { verdict.reason }

  /// Whether the clock is more than 5 minutes behind what the snapshot has seen: the time that it
  /// has seen counts then.
  public var isClockBehind: Bool { verdict.isClockBehind }

  /// The question, with all that the answer depends on; nil for a name that the policy does
  /// not know.
  package var inquiry: Inquiry? {
    let graph = prepared.graph
    let subject: AskedTarget? =
      if let name { graph.subject(name) } else { verdict.target.map { graph.subject($0) } }
    guard let subject else { return nil }
    return Inquiry(prepared: prepared, subject: subject, ask: ask, now: now)
  }

  /// Whether the use may go ahead: it is allowed, or only warned about.
  public var isAllowed: Bool { outcome != .denied }

  /// The outcome of a decision.
  public enum Outcome: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
    /// Every rule about the target holds.
    case allowed
    /// Only rules that are soft now fail.
    case warned
    /// A rule fails.
    case denied
  }

  /// Something to know about how a decision was made.
  public enum Flag: String, Sendable, Hashable, CaseIterable {
    /// The clock is more than 5 minutes behind what the snapshot has seen.
    case clockBehind = "clock-behind"
    /// There are more sets of products that would open the target than are listed.
    case moreWaysIn = "more-ways-in"
  }
}

/// Why a decision is what it is, or why a rule fails.
///
/// ```swift
/// switch decision.reason {
/// case .stale, .unknownUsage, .unknownFact: refresh()
/// case .onHold: show("Your last payment failed.")
/// default: show(decision.message(in: "en").text)
/// }
/// ```
public enum Reason: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  /// Allowed: the user has something that opens it.
  case granted
  /// Allowed: a limit binds this user, and is not reached.
  case withinLimit = "within-limit"
  /// Allowed: no rule asks for anything.
  case ungated
  /// It is switched off.
  case off
  /// How much is free is still open.
  case undecided
  /// A purchase that would open it is on hold or paused.
  case onHold = "on-hold"
  /// A purchase that would open it is not paid yet.
  case pending
  /// The limit is reached.
  case limitReached = "limit-reached"
  /// A purchase that would open it was refunded or revoked.
  case revoked
  /// A purchase that would open it is over.
  case expired
  /// The user has something that the rule excludes.
  case excluded
  /// The user does not have what it requires.
  case notHeld = "not-held"
  /// The purchase data is too old to be believed.
  case stale
  /// How much is used is not known.
  case unknownUsage = "unknown-usage"
  /// A fact is not known.
  case unknownFact = "unknown-fact"
  /// The policy does not know the target.
  case undeclared
}

extension Reason {
  /// Whether a rule fails only as far as is known: data is missing or too old.
  package var isUnknown: Bool { self == .stale || self == .unknownUsage || self == .unknownFact }
}

/// A way to turn a denial into a use, or to be rid of a warning.
///
/// ```swift
/// for way in decision.waysIn {
///   switch way {
///   case .buy(let offers): show(offers.map(\.product))
///   case .wait(let end): show("Or wait until \(end)")
///   case .reduce(let meter, let amount): show("Or delete \(amount) \(meter)")
///   case .refresh, .fixPayment: refresh()
///   }
/// }
/// ```
public enum WayIn: Sendable, Hashable {
  /// Ask the store again, or report what is missing: something is unknown or old.
  case refresh(MissingData)
  /// Fix the payment of this product.
  case fixPayment(product: String)
  /// Buy these products together.
  case buy([Offer])
  /// Wait until this instant.
  case wait(until: Instant)
  /// Delete so much of this meter's total, in its unit.
  case reduce(meter: String, by: Int64)
}

/// A product, with its price if the policy knows it. Its texts are read when somebody asks for them.
///
/// ```swift
/// for case .buy(let offers) in decision.waysIn {
///   for offer in offers { show(offer.product, offer.price(in: "EUR") ?? "price on request") }
/// }
/// ```
public struct Offer: Sendable {
  private let graph: RuleGraph
  private let index: ProductIndex

  init(_ index: ProductIndex, in graph: RuleGraph) {
    self.graph = graph
    self.index = index
  }

  /// The product's name in the policy.
  public var product: String { graph[product: index].name }

  /// Its first price; without one, the store has it, or it is on request.
  public var price: Price? { graph[product: index].price }

  /// Its prices in other currencies.
  public var otherPrices: [Price] { graph[product: index].otherPrices }

  /// Whether its price is on request: it is negotiated.
  public var isPriceOnRequest: Bool { graph[product: index].isPriceOnRequest }

  /// Its price in a currency, an ISO 4217 code; without one in that currency the first.
  public func price(in currency: String?) -> Price? { graph[product: index].price(in: currency) }
}

extension Offer: Hashable {
  /// Whether two offers say the same.
  public static func == (a: Offer, b: Offer) -> Bool {
    if a.graph === b.graph { return a.index == b.index }
    return a.product == b.product && a.price == b.price && a.otherPrices == b.otherPrices
      && a.isPriceOnRequest == b.isPriceOnRequest
  }

  /// Hashes the name of the product.
  public func hash(into hasher: inout Hasher) { hasher.combine(product) }
}

/// How much of a meter there is and how much is left.
///
/// ```swift
/// if let quota = gate.quota(of: .bills), let limit = quota.limit, let used = quota.used {
///   show(progress: Double(used) / Double(limit))
///   show(quota.remaining == 0 ? "none left" : "\(quota.remaining ?? 0) left")
/// }
/// ```
public struct Quota: Sendable, Hashable {
  /// The limit, allowance added, in the meter's unit; nil for unlimited, undecided or unknown.
  public let limit: Int64?
  /// Whether how much is free is still open.
  public let isUndecided: Bool
  /// How much is used; nil if it is unknown.
  public let used: Int64?
  /// How much more was asked for.
  public let requested: Int64?
  /// How much is left, never below 0.
  public let remaining: Int64?
  /// How much of what is used lies beyond the limit, never below 0; nil where ``remaining`` is.
  public let over: Int64?
  /// The window that the limit counts over.
  public let window: Usage.Window
  /// When the counter falls next, by itself.
  public let resets: Instant?
  /// Whether no limit binds this user.
  public let isUnlimited: Bool
}

/// A reminder that is due.
///
/// ```swift
/// let decision = gate.decision(.bills)
/// if let reminder = decision.reminder, reminder.snoozedUntil == nil {
///   banner(gate.text(of: reminder, in: decision) ?? reminder.id)
///   gate.dismiss(reminder)  // once the user closes it
/// }
/// ```
public struct DueReminder: Sendable, Hashable {
  /// Its id: `METER@Q`, with a window `METER@Q/day`.
  public let id: String
  /// The value from which it is due, in the meter's unit.
  public let at: Int64
  /// Whether it is prominent rather than gentle.
  public let isProminent: Bool
  /// Until when it was dismissed.
  public let snoozedUntil: Instant?
  package let rule: Int32
  package let reminder: Int
  /// The value after the decision.
  package let value: Int64
}

/// How the app presents a denial or a warning.
///
/// ```swift
/// if let prompt = gate.decision(.csvExport).prompt, prompt.snoozedUntil == nil {
///   show(prompt.presentation == "paywall" ? gate.paywall(for: .csvExport).title : "Not yet")
///   if prompt.isDismissible { gate.dismiss(prompt) }
/// }
/// ```
public struct Prompt: Sendable, Hashable {
  /// Its id: the name of the target.
  public let id: String
  /// How it is presented: `prompt`, `paywall`, or a name that the app knows.
  public let presentation: String
  /// Whether the person may dismiss it.
  public let isDismissible: Bool
  /// Until when it was dismissed.
  public let snoozedUntil: Instant?
}
