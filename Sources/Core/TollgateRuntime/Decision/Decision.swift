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
  /// Warned: it goes beyond a limit, and costs money.
  case overage
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
  /// The user has it in a trial, and the rule asks for what is paid for.
  case inTrial = "in-trial"
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
///   case .trialEnds(let product, let end): show("\(product) is paid for from \(end) on")
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
  /// Wait until the trial of this product ends at this instant, and is paid for from then on.
  case trialEnds(product: String, at: Instant)
  /// Wait until this instant.
  case wait(until: Instant)
  /// Delete so much of this meter's total, in its unit.
  case reduce(meter: String, by: Int64)
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
  /// The name of the meter: the target itself, or one that its use takes from.
  public let meter: String
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
  /// How many further uses of the target fit under all limits; for a meter that takes from no other,
  /// what remains. Nil if no limit binds, or if that is not known.
  public let uses: Int64?
  /// How far this user may go beyond the limit for money; nil for who may not.
  public let beyond: Beyond?
  /// The window that the limit counts over.
  public let window: Usage.Window
  /// How much of the limit was carried from earlier windows, in the meter's unit.
  public let carried: Int64
  /// When the counter falls next, by itself.
  public let resets: Instant?
  /// Whether no limit binds this user.
  public let isUnlimited: Bool

  /// How far one may go beyond a limit for money.
  public struct Beyond: Sendable, Hashable {
    /// The greatest value that may be reached, in the meter's unit; nil if there is none.
    public let upTo: Int64?

    init?(_ beyond: RoomBeyond) {
      switch beyond {
      case .none: return nil
      case .upTo(let most): upTo = most
      case .unlimited: upTo = nil
      }
    }
  }
}

/// An amount that a use takes from a meter.
///
/// ```swift
/// for taken in gate.decision(.csvExport).uses { show("\(taken.amount) \(taken.meter)") }
/// ```
public struct TakenAmount: Sendable, Hashable {
  /// The name of the meter.
  public let meter: String
  /// The amount at most, in the meter's unit.
  public let amount: Int64
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

extension PreparedSnapshot {
  /// Whether purchases would count now if they had been confirmed lately.
  package func isStale(at now: Instant) -> Bool {
    let now = max(now.milliseconds, floor)
    return now >= input.staleAt
      && grants.contains { grant in grant.counts.contains { $0.contains(now) } }
  }

  /// The same snapshot with purchases that are never too old: as it is if the store still says so.
  package var believed: PreparedSnapshot { with(input: input.with(staleAt: .max)) }
}

extension Decision {
  /// The decision if the store still says so; nil if no purchase is too old.
  package var believed: Decision? {
    guard prepared.isStale(at: now) else { return nil }
    return prepared.graph.decide(target, ask: ask, for: prepared.believed, at: now)
  }
}

// Decisions and their parts as a `print` shows them: in English, names as the policy has them. The
// kit has the sentences for people.
extension Decision: CustomStringConvertible {
  /// The target, the outcome and the reason: `bills: denied (limit-reached)`.
  public var description: String { "\(target): \(verdict)" }
}

extension Decision: Hashable {
  /// Whether two decisions answer the same question alike: target, question, outcome, reason,
  /// figures, rules that fail, ways in, prompt, reminder, and how long it is valid. The time at which
  /// they were made does not count.
  ///
  /// It works out everything that a decision says, as ``details`` does.
  public static func == (a: Decision, b: Decision) -> Bool {
    guard a.target == b.target, a.ask == b.ask, a.outcome == b.outcome, a.reason == b.reason,
      a.isClockBehind == b.isClockBehind
    else { return false }
    if a.prepared === b.prepared, a.now == b.now { return true }
    return a.details == b.details
  }

  /// Hashes the target, the question and the answer in short.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(ask)
    hasher.combine(outcome)
    hasher.combine(reason)
  }
}

extension WayIn: CustomStringConvertible {
  /// The way in words: `buy annual (12 USD per year)`, `wait until 2026-03-01T00:00:00Z`.
  public var description: String {
    switch self {
    case .refresh(let data): return "report or refresh \(data)"
    case .fixPayment(let product): return "fix the payment of \(product)"
    case .buy(let offers):
      var names: [String] = []
      for offer in offers { names.append(offer.description) }
      return "buy " + names.joined(separator: " and ") + (isAfterTrial ? ", after its trial" : "")
    case .trialEnds(let product, let end):
      return "wait until the trial of \(product) ends at \(end)"
    case .wait(let instant): return "wait until \(instant)"
    case .reduce(let meter, let amount): return "reduce \(meter) by \(amount)"
    }
  }
}

extension Quota: CustomStringConvertible {
  /// The figures in the meter's unit: `449 of 500 per day used, 51 left`.
  public var description: String {
    var text = used.map { "\($0)" } ?? "an unknown amount"
    if let limit { text += " of \(limit)" }
    if let name = window.name { text += " per \(name)" }
    text += " used"
    if isUnlimited { text += ", unlimited" }
    if isUndecided { text += ", the limit is not decided yet" }
    if let over, over > 0 {
      text += ", \(over) over"
    } else if let remaining {
      text += ", \(remaining) left"
    }
    if let beyond { text += beyond.upTo.map { ", for money up to \($0)" } ?? ", more for money" }
    return resets.map { "\(text), falls at \($0)" } ?? text
  }
}

extension Prompt: CustomStringConvertible {
  /// The target and how it is presented: `bills: paywall`.
  public var description: String {
    let text = "\(id): \(presentation)" + (isDismissible ? "" : ", cannot be dismissed")
    return snoozedUntil.map { "\(text), dismissed until \($0)" } ?? text
  }
}

extension MissingData: CustomStringConvertible {
  /// The missing data: `the purchases, the fact installed, the usage of bills/day`.
  public var description: String {
    var parts = purchases ? ["the purchases"] : []
    for name in facts { parts.append("the fact \(name)") }
    for name in usage { parts.append("the usage of \(name)") }
    for name in allowances { parts.append("the allowance of \(name)") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension RulePlace: CustomStringConvertible {
  /// The place and the rule: `Shop.gate:12: bills > 500 requires pro`.
  public var description: String { "\(file):\(line): \(rule)" }
}

extension Blocker: CustomStringConvertible {
  /// The rule that fails with its place and reason:
  /// `Shop.gate:12: bills > 500 requires pro (not-held)`.
  public var description: String {
    let note = charge.map { ", \($0)" } ?? (isSoft ? ", only warns" : "")
    return "\(file):\(line): \(rule) (\(reason.rawValue)\(note))"
  }
}

extension SettingState: CustomStringConvertible {
  /// The value that the user surely has, and the better ones that can be bought:
  /// `7 days; 30 days with annual`.
  public var description: String {
    var text = value.description
    if possible != value { text += ", perhaps \(possible)" }
    for step in better { text += "; \(step)" }
    return text
  }
}

extension SettingState.Better: CustomStringConvertible {
  /// The value and what brings it: `30 days with annual or lifetime`.
  public var description: String {
    var sets: [String] = []
    for set in products { sets.append(set.joined(separator: " and ")) }
    return "\(value) with " + sets.joined(separator: " or ")
  }
}

extension Decision.Details: CustomStringConvertible {
  /// The parts line by line; those that say nothing are left out.
  public var description: String {
    var lines: [String] = []
    if let value { lines.append("value: \(value)") }
    if let quota { lines.append("quota: \(quota)") }
    for blocker in blockers { lines.append("fails: \(blocker)") }
    for way in waysIn { lines.append("way in: \(way)") }
    for name in instead { lines.append("instead: \(name)") }
    if let reminder { lines.append("reminder: \(reminder)") }
    if let prompt { lines.append("prompt: \(prompt)") }
    if let validUntil { lines.append("valid until: \(validUntil)") }
    for flag in flags { lines.append("flag: \(flag.rawValue)") }
    return lines.isEmpty ? "nothing more" : lines.joined(separator: "\n")
  }
}

extension Decision {
  /// How it was made: things to know about it.
  public var flags: [Flag] {
    var flags: [Flag] = isClockBehind ? [.clockBehind] : []
    let areMoreWays = outcome != .allowed && inquiry?.waysIn(from: outcome).areMore == true
    if areMoreWays || inquiry?.settingState?.areMore == true { flags.append(.moreWaysIn) }
    return flags
  }

  /// For a meter, or for what takes from one, the limit and how much is left.
  public var quota: Quota? { inquiry?.quota(of: verdict) }

  /// The amounts that this use takes from meters, at most: of each meter once, in the order of the
  /// policy; empty where it takes nothing.
  public var uses: [TakenAmount] {
    guard let inquiry, !inquiry.subject.takers.isEmpty else { return [] }
    var evaluation = inquiry.evaluation()
    return inquiry.taken(&evaluation).map {
      TakenAmount(meter: inquiry.graph[meter: $0.meter].name, amount: $0.amount)
    }
  }

  /// For a setting, its value, whatever the outcome.
  public var value: SettingState? { inquiry?.settingState }

  /// Every rule that fails, in the order of the source.
  public var blockers: [Blocker] {
    guard outcome != .allowed, let inquiry else { return [] }
    var evaluation = inquiry.evaluation()
    return inquiry.blockers(inquiry.standings(&evaluation), reason, &evaluation)
  }

  /// Every way to turn a denial into a use, or to be rid of a warning: refresh, fix a payment,
  /// buy (fewest products first, then the cheaper), wait, delete some of what is used.
  public var waysIn: [WayIn] { inquiry?.waysIn(from: outcome).ways ?? [] }

  /// The reminder that is due: of an end, else of an amount.
  public var reminder: DueReminder? {
    guard let inquiry else { return nil }
    var evaluation = inquiry.evaluation()
    return inquiry.reminder(after: outcome, &evaluation)
  }

  /// How the app presents a denial or a warning.
  public var prompt: Prompt? {
    guard outcome != .allowed, let inquiry, let position = inquiry.answer.position else {
      return nil
    }
    return inquiry.prompt(of: inquiry.subject.rule(at: position), for: reason)
  }

  /// The first later instant at which the outcome would differ, or the value of a setting, if the
  /// snapshot stayed as it is; nil if never. Until then the decision is valid.
  public var validUntil: Instant? {
    guard let inquiry else { return nil }
    var evaluation = inquiry.evaluation()
    return inquiry.validUntil(outcome, Readings(of: inquiry), &evaluation)
      .map(Instant.init(milliseconds:))
  }
}

extension Decision {
  /// Everything about a decision at once: what the properties of the same names say, worked out
  /// together, which costs about half of asking for one after another.
  public var details: Details {
    guard let inquiry else {
      return Details(
        flags: isClockBehind ? [.clockBehind] : [], quota: nil, blockers: [], waysIn: [],
        reminder: nil, prompt: nil, validUntil: nil, instead: [], value: nil)
    }
    var evaluation = inquiry.evaluation()
    let readings = Readings(of: inquiry)
    let validUntil = inquiry.validUntil(outcome, readings, &evaluation)
    var standings = outcome == .allowed ? [] : inquiry.standings(&evaluation)
    let (waysIn, areMore) = inquiry.waysIn(
      from: outcome, past: &standings, readings, validUntil: validUntil, &evaluation)
    var flags: [Flag] = isClockBehind ? [.clockBehind] : []
    let value = inquiry.settingState
    if areMore || value?.areMore == true { flags.append(.moreWaysIn) }
    return Details(
      flags: flags, quota: inquiry.quota(of: verdict),
      blockers: inquiry.blockers(standings, reason, &evaluation), waysIn: waysIn,
      reminder: inquiry.reminder(after: outcome, &evaluation),
      prompt: standings.fold.deciding.flatMap { place in
        inquiry.prompt(of: standings[place].index, for: reason)
      },
      validUntil: validUntil.map(Instant.init(milliseconds:)),
      instead: outcome == .denied ? inquiry.instead(of: standings) : [], value: value)
  }

  /// The parts of a decision beyond its verdict.
  public struct Details: Sendable, Hashable {
    /// How it was made: things to know about it.
    public let flags: [Flag]
    /// For a meter, the limit and how much is left.
    public let quota: Quota?
    /// Every rule that fails, in the order of the source.
    public let blockers: [Blocker]
    /// Every way to turn a denial into a use, or to be rid of a warning.
    public let waysIn: [WayIn]
    /// The reminder that is due: of an end, else of an amount.
    public let reminder: DueReminder?
    /// How the app presents a denial or a warning.
    public let prompt: Prompt?
    /// The first later instant at which the outcome would differ if the snapshot stayed as it is.
    public let validUntil: Instant?
    /// The targets to use in place of the denied one, by name; empty unless denied.
    public let instead: [String]
    /// For a setting, its value, whatever the outcome.
    public let value: SettingState?
  }
}

extension Decision {
  /// The targets that the user may use in place of the denied one: those after `instead use` of the
  /// rules that stand in the way, of those that this user may use now, by name. Empty unless
  /// denied.
  public var instead: [String] {
    guard outcome == .denied, let inquiry, !inquiry.graph.parts.insteads.isEmpty else { return [] }
    var evaluation = inquiry.evaluation()
    return inquiry.instead(of: inquiry.standings(&evaluation))
  }
}

extension Inquiry {
  /// The targets to use in place of a denied use: each is asked for by itself, as a new
  /// use, with the same facts and usage.
  func instead(of standings: [RuleStanding]) -> [String] {
    guard !graph.parts.insteads.isEmpty else { return [] }
    let now = Instant(milliseconds: now)
    var seen: Set<Int32> = []
    var names: [String] = []
    for standing in standings where standing.fails && !standing.isSoft {
      for target in graph.instead(of: standing.index) where seen.insert(target).inserted {
        guard target != subject.target,
          graph.isAllowed(Target(index: target), for: prepared, at: now)
        else { continue }
        let name = graph.name(ofTarget: target)
        if name != self.name { names.append(name) }
      }
    }
    return names
  }
}
