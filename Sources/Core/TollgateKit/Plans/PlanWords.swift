import TollgateRuntime
import TollgateWords

/// Puts the cells of a comparison into words.
struct PlanWords: Bilingual {
  private let graph: RuleGraph
  private let texts: Texts
  private let listings: Listings
  private let clauses: ClauseWords
  var language: Language { texts.language }

  /// - Parameter listings: The words of its prices.
  init(_ listings: Listings) {
    self.listings = listings
    graph = listings.graph
    texts = listings.texts
    clauses = ClauseWords(ClauseReader(graph: graph), texts)
  }

  /// A condition in words: `if platform is not web`. One of many parts only names what it depends
  /// on.
  func condition(_ condition: OpenCondition) -> String {
    let clause = clauses.reader.clause(condition)
    let leaves = clause.leaves
    guard leaves.count > 6 else {
      let text = clauses.words(clause)
      return words("if \(text)", "条件：\(text)")
    }
    var names: [String] = []
    for name in leaves.map(clauses.subject) where !names.contains(name) { names.append(name) }
    let shown = list(Array(names.prefix(6)))
    let more = names.count > 6 ? words(" and more", "等") : ""
    return words("depending on \(shown)\(more)", "取决于\(shown)\(more)")
  }

  /// An answer: `included`, `500`.
  ///
  /// - Parameter setting: The setting whose value it is.
  func text(_ answer: PlanCells.Answer, setting: SettingIndex? = nil) -> String {
    orPerhaps(text(answer, setting), answer.perhaps)
  }

  /// An answer, until when it is so, and what is so from then on: `unlimited until 2026-12-01, then
  /// 500`.
  func text(
    _ answer: PlanCells.Answer, until: Instant?, then: String?, setting: SettingIndex? = nil
  ) -> String {
    let text = text(answer, setting: setting)
    guard let until, let then else { return text }
    let time = texts.time.dateOrTime(until)
    return words("\(text) until \(time), then \(then)", "\(text)，至 \(time)；此后\(then)")
  }

  /// The answer in the trial beside the one after it: `included; in the trial not included`.
  func text(_ text: String, inTrial trial: String) -> String {
    words("\(text); in the trial \(trial)", "\(text)；试用期内\(trial)")
  }

  private func text(_ answer: PlanCells.Answer, _ setting: SettingIndex?) -> String {
    let text = content(answer, setting)
    if answer.uses.isEmpty { return text }
    // What ends it is the meter that it takes from.
    return answer.content == .unlimited
      ? self.text(answer.uses)
      : words("\(text), \(self.text(answer.uses))", "\(text)，\(self.text(answer.uses))")
  }

  /// The amounts that a use takes: `4 credits each`, `1 credit for each 1,000`.
  func text(_ uses: [PlanCells.Answer.Use]) -> String {
    let once = uses.filter { $0.each == nil }.map { things($0) }
    var parts = uses.compactMap { use in
      use.each.map { (things: things(use), each: $0) }
    }.map { words("\($0.things) for each \($0.each)", "每 \($0.each) 消耗\($0.things)") }
    if !once.isEmpty { parts.append(words("\(list(once)) each", "每次\(list(once))")) }
    return parts.joined(separator: words(", ", "，"))
  }

  private func things(_ use: PlanCells.Answer.Use) -> String {
    let taken = use.taken
    guard let meter = graph.names.meter(taken.meter, in: graph.parts) else { return "" }
    let things = texts.things(taken.amount, ofMeter: meter)
    return use.isMost ? words("up to \(things)", "最多\(things)") : things
  }

  private func content(_ answer: PlanCells.Answer, _ setting: SettingIndex?) -> String {
    if let setting, let value = answer.value {
      return text(answer.content, texts.words(value, of: setting))
    }
    return switch answer.content {
    case .value: ""
    case .included: words("included", "包含")
    case .warned: words("included, with a warning", "包含（会有提醒）")
    case .excluded: words("not included", "不包含")
    case .depends(let condition): condition
    case .limited(let limits): limits.map { $0.text }.joined(separator: words("; ", "；"))
    case .unlimited: words("unlimited", "不限量")
    }
  }

  /// A value of a setting, with what it depends on.
  private func text(_ content: PlanTable.Cell.Content, _ value: String) -> String {
    switch content {
    case .depends(let condition): words("\(value) \(condition)", "\(value)（\(condition)）")
    case .warned: words("\(value), with a warning", "\(value)（会有提醒）")
    case .included, .excluded, .limited, .unlimited, .value: value
    }
  }

  // MARK: Steps that may count

  /// `10, or 100 if platform is web`
  private func orPerhaps(_ text: String, _ perhaps: [PlanTable.Perhaps]) -> String {
    guard !perhaps.isEmpty else { return text }
    let more = or(perhaps.map { $0.text })
    return words("\(text), or \(more)", "\(text)，或\(more)")
  }

  func perhaps(
    _ value: SettingValue, of setting: SettingIndex, _ condition: String
  ) -> PlanTable.Perhaps {
    var choice: String?
    if case .choice(let name, _) = value { choice = name }
    return perhaps(value.number, choice, texts.words(value, of: setting), condition)
  }

  /// - Parameter amount: `nil` for unlimited.
  func perhaps(
    _ amount: Int64?, ofMeter meter: MeterIndex?, _ window: Window, _ condition: String
  ) -> PlanTable.Perhaps {
    let text = amount.map { over(texts.quantity($0, ofMeter: meter), window) }
    return perhaps(amount, nil, text ?? words("unlimited", "不限量"), condition)
  }

  private func perhaps(
    _ amount: Int64?, _ choice: String?, _ text: String, _ condition: String
  ) -> PlanTable.Perhaps {
    PlanTable.Perhaps(
      amount: amount, choice: choice, condition: condition,
      text: words("\(text) \(condition)", "\(text)（\(condition)）"))
  }

  // MARK: Limits

  /// A limit that binds, in words.
  func limit(
    _ quota: Quota, meter: MeterIndex?, condition: String?, isSoft: Bool,
    written: String? = nil, perhaps: [PlanTable.Perhaps], beyond: PlanTable.Beyond? = nil,
    rollover: PlanTable.Rollover? = nil
  ) -> PlanTable.Limit {
    let amount = written ?? amount(quota, meter)
    var text = quota.isUndecided ? amount : over(texts.counted(amount, per: meter), quota.window)
    text = orPerhaps(text, perhaps)
    if let condition { text = words("\(text) \(condition)", "\(text)（\(condition)）") }
    if isSoft { text += words(" (only a warning)", "（仅提醒）") }
    if let rollover { text += words("; \(rollover.text)", "；\(rollover.text)") }
    if let beyond { text += words(", then \(beyond.text)", "；超出后 \(beyond.text)") }
    return PlanTable.Limit(
      amount: written == nil ? quota.limit : nil, isUndecided: quota.isUndecided,
      window: quota.window,
      condition: condition, isSoft: isSoft, perhaps: perhaps, beyond: beyond,
      rollover: rollover, text: text)
  }

  /// How a limit goes on for money.
  ///
  /// - Parameter condition: The condition under which it does, in words; nil if always.
  func beyond(
    _ overage: Overage, meter: MeterIndex?, condition: String?
  ) -> PlanTable.Beyond {
    var text = listings.words(overage, ofMeter: meter)
    if let condition { text = words("\(text) \(condition)", "\(text)（\(condition)）") }
    return PlanTable.Beyond(
      prices: overage.prices, most: overage.most, condition: condition, text: text)
  }

  /// How what is unused of a limit rolls over.
  ///
  /// - Parameter condition: The condition under which it does, in words; nil if always.
  func rollover(
    _ rollover: Rollover, of limit: Int64?, meter: MeterIndex?, condition: String?
  ) -> PlanTable.Rollover {
    var text = texts.words(rollover, ofMeter: meter)
    if let condition { text = words("\(text) \(condition)", "\(text)（\(condition)）") }
    let most: Int64? =
      switch rollover.most {
      case .all: nil
      case .quantity(let most): most
      case .share(let share): limit?.wholeShare(share)
      }
    return PlanTable.Rollover(most: most, condition: condition, text: text)
  }

  /// `400 for each of seats`
  func each(_ amount: Int64, ofMeter meter: MeterIndex?, _ source: Ladder.Source) -> String {
    texts.each(texts.quantity(amount, ofMeter: meter), source)
  }

  /// `2 days for each of seats`
  func each(_ value: SettingValue, of setting: SettingIndex, _ source: Ladder.Source) -> String {
    texts.each(texts.words(value, of: setting), source)
  }

  func quantity(_ amount: Int64, ofMeter meter: MeterIndex?) -> String {
    texts.quantity(amount, ofMeter: meter)
  }

  func value(_ value: SettingValue, of setting: SettingIndex) -> String {
    texts.words(value, of: setting)
  }

  /// `16 TB, or 5 TB for each of users if that is more`
  func either(_ fixed: String, _ rising: String, ifLess: Bool) -> String {
    ifLess
      ? words("\(fixed), or \(rising) if that is less", "\(fixed)，或\(rising)（取较小者）")
      : words("\(fixed), or \(rising) if that is more", "\(fixed)，或\(rising)（取较大者）")
  }

  private func amount(_ quota: Quota, _ meter: MeterIndex?) -> String {
    if quota.isUndecided { return words("not decided yet", "尚未确定") }
    guard let limit = quota.limit else { return words("set for each account", "按账户而定") }
    return texts.quantity(limit, ofMeter: meter)
  }
}

/// Asks the engine what a plan opens, and puts the answer into a cell.
struct PlanCells {
  private let graph: RuleGraph
  private let words: PlanWords
  private let patience: Patience

  init(_ listings: Listings, patience: Patience = Patience()) {
    graph = listings.graph
    self.patience = patience
    words = PlanWords(listings)
  }

  /// An answer; for a setting, with its value and what is perhaps better.
  struct Answer: Equatable {
    var content: PlanTable.Cell.Content
    var value: SettingValue?
    var perhaps: [PlanTable.Perhaps] = []
    var uses: [Use] = []

    /// An amount that one use takes at most.
    struct Use: Equatable {
      var taken: TakenAmount
      /// In words, where it is taken for each so many of a meter that are begun: `1,000`.
      var each: String?
      /// Whether some uses take less, by something that is not known of the plan.
      var isMost = false
    }
  }

  /// The answers about a target for each of these users, and until when they are valid. The plans
  /// have no end, so time changes the same for all users. Once the time of the table is over, fewer.
  ///
  /// - Parameter trials: The same users while a trial of the plan runs, where that may differ.
  func row(
    of target: Int32, for users: [PreparedSnapshot], inTrial trials: [PreparedSnapshot?] = [],
    at now: Instant
  ) -> [PlanTable.Cell] {
    guard let first = users.first.map({ beginning($0, of: target) }) else { return [] }
    let inquiry = graph.decide(Target(index: target), for: first, at: now).inquiry
    let later = inquiry?.turningPoints ?? []
    let setting = graph.setting(of: target)
    let unit = setting.flatMap { graph.parts.settings[Int($0)].kind.unit }
    return users.indices.compactMap { place in
      guard patience.isLeft else { return nil }
      let user = users[place]
      let answer = answer(target, user, now)
      var change: (until: Instant, answer: Answer)?
      for instant in later where change == nil {
        let next = self.answer(target, user, instant)
        if next != answer { change = (instant, next) }
      }
      let then = change.map { words.text($0.answer, setting: setting) }
      var text = words.text(answer, until: change?.until, then: then, setting: setting)
      let inTrial = trials.isEmpty ? nil : trials[place].map { self.answer(target, $0, now) }
      let other = inTrial == answer ? nil : inTrial.map { words.text($0, setting: setting) }
      if let other { text = words.text(text, inTrial: other) }
      return PlanTable.Cell(
        answer: answer.content, until: change?.until, then: then, text: text,
        value: answer.value, perhaps: answer.perhaps, uses: answer.uses.map { $0.taken },
        inTrial: other, unit: unit)
    }
  }

  private func answer(_ target: Int32, _ user: PreparedSnapshot, _ now: Instant) -> Answer {
    let user = beginning(user, of: target)
    let decision = graph.decide(Target(index: target), for: user, at: now)
    guard let inquiry = decision.inquiry else { return Answer(content: .excluded) }
    let limits = inquiry.subject.meter == nil ? nil : amount(inquiry)
    if let limits, inquiry.subject.takers.isEmpty { return Answer(content: limits) }
    var answer = Answer(content: content(of: decision, inquiry))
    if let limits {
      // What it takes has to be there, too.
      switch answer.content {
      case .excluded: break
      case .depends where limits == .unlimited: break
      default: answer.content = limits
      }
    }
    if answer.content != .excluded { answer.uses = uses(decision, of: target) }
    if let setting = inquiry.subject.setting, answer.content != .excluded {
      let value = graph.value(of: Target(index: target), for: user, at: now)
      if answer.content == .included, let value { answer.content = .value(value) }
      answer.value = value
      if case .value = answer.content, let written = written(Limit(setting: setting), inquiry) {
        // How much it is depends on how many there are: the value would be that of the fewest.
        answer.content = .depends(on: written)
        answer.value = nil
      }
      answer.perhaps = PossibleSteps(inquiry, Limit(setting: setting), words).list
    }
    return answer
  }

  /// The amounts that one use of a target takes of a user who may have it, and their words; nil if
  /// it takes nothing.
  func taken(
    by target: Int32, _ user: PreparedSnapshot, at now: Instant
  ) -> (uses: [TakenAmount], text: String)? {
    let uses = answer(target, user, now).uses
    return uses.isEmpty ? nil : (uses.map { $0.taken }, words.text(uses))
  }

  private func uses(_ decision: Decision, of target: Int32) -> [Answer.Use] {
    let uses = graph.uses[target].map { graph[use: $0] }
    var evaluation = decision.inquiry?.evaluation()
    return decision.uses.map { taken in
      let amounts = graph.names.meter(taken.meter, in: graph.parts).flatMap {
        evaluation?.taken(from: $0)
      }
      let isMost = amounts.map { $0.sure < $0.possible } ?? false
      // Of several statements, one that takes it once is read for all.
      let each = uses.filter { graph[meter: $0.meter].name == taken.meter }.map { $0.each }
      guard let first = each.first, each.allSatisfy({ $0 == first }) else {
        return Answer.Use(taken: taken, isMost: isMost)
      }
      // Where it is for each so many, some begin none, which is no lesser amount.
      return Answer.Use(
        taken: taken,
        each: first.map { words.quantity($0, ofMeter: graph.parts.targets[Int(target)].meter) },
        isMost: first == nil && isMost)
    }
  }

  /// The user before anything was taken from the meters that a target uses: a plan includes what its
  /// first use may have.
  private func beginning(_ user: PreparedSnapshot, of target: Int32) -> PreparedSnapshot {
    var meters = Set(graph.uses[target].map { graph[use: $0].meter })
    guard !meters.isEmpty else { return user }
    if let own = graph.parts.targets[Int(target)].meter { meters.insert(own) }
    let counters = graph.rules(of: Target(index: target)).compactMap { rule in
      graph[rule: rule].limit.flatMap { limit in
        limit.meter.flatMap { meters.contains($0) ? limit.counter : nil }
      }
    }
    return graph.prepareOnce(user, counting: counters.map { ($0, Counter(0)) })
  }

  private func content(of decision: Decision, _ inquiry: Inquiry) -> PlanTable.Cell.Content {
    switch decision.outcome {
    case .allowed: return .included
    case .warned: return .warned
    case .denied:
      let residue = OpenCondition.allowing(inquiry)
      return residue == .no ? .excluded : .depends(on: words.condition(residue))
    }
  }

  /// The limits of a meter that bind.
  private func amount(_ inquiry: Inquiry) -> PlanTable.Cell.Content {
    var evaluation = inquiry.reasoning()
    var limits: [PlanTable.Limit] = []
    for index in inquiry.subject.rules where evaluation.binds(index) {
      let rule = graph.parts.rules[Int(index)]
      guard let limit = rule.limit, limit.meter == inquiry.subject.meter else { continue }
      let isSoft = evaluation.value(rule.soft) == .yes
      let residue = OpenCondition.binding(rule, isSoft: isSoft, inquiry)
      let found = words.limit(
        inquiry.quota(of: limit), meter: limit.meter,
        condition: residue == .yes ? nil : words.condition(residue),
        isSoft: isSoft, written: written(limit, inquiry),
        perhaps: PossibleSteps(inquiry, limit, words).list,
        beyond: beyond(index, limit, inquiry), rollover: rollover(index, limit, inquiry))
      PlanCells.add(found, to: &limits)
    }
    guard !limits.isEmpty else { return .unlimited }
    var fold = RuleFold()
    for (place, limit) in limits.enumerated() where limit.isNothing {
      fold.fail(at: place, isSoft: limit.isSoft)
    }
    return fold.outcome == .denied ? .excluded : .limited(limits)
  }

  /// The limit as it is written, where it is for each of something: `400 for each of seats`; with the
  /// fixed one that is more for who has few: `16 TB, or 5 TB for each of users if that is more`.
  private func written(_ limit: Limit, _ inquiry: Inquiry) -> String? {
    guard let index = graph.ladder(of: limit), let source = graph[ladder: index].source else {
      return nil
    }
    let ladder = graph.parts.ladders[Int(index)]
    var evaluation = inquiry.evaluation()
    var each: Int64?
    var fixed: Int64?
    func isBetter(_ quantity: Int64, than other: Int64?) -> Bool {
      other.map { ladder.isSmallerBetter ? quantity < $0 : quantity > $0 } ?? true
    }
    func look(_ quantity: Int64, isEach: Bool) {
      if isBetter(quantity, than: isEach ? each : fixed) {
        if isEach { each = quantity } else { fixed = quantity }
      }
    }
    if case .quantity(let base) = ladder.base { look(base, isEach: ladder.isBaseEach) }
    for (step, place) in zip(ladder.steps, graph[ladder: index].steps)
    where evaluation.counts(step: place) == .yes {
      guard case .quantity(let quantity) = step.value else { return nil }
      look(quantity, isEach: step.isEach)
    }
    guard let each else { return nil }
    func text(_ quantity: Int64, isEach: Bool) -> String {
      if case .setting(let setting) = limit.kind {
        let value = graph.value(.quantity(quantity), of: setting)
        return isEach ? words.each(value, of: setting, source) : words.value(value, of: setting)
      }
      return isEach
        ? words.each(quantity, ofMeter: limit.meter, source)
        : words.quantity(quantity, ofMeter: limit.meter)
    }
    // How many there are at least: so many are sold, or none where that is not known.
    let least = evaluation.quantity(each, isEach: true, of: graph[ladder: index]) ?? 0
    let rising = text(each, isEach: true)
    guard let fixed, fixed > 0, isBetter(fixed, than: least) else { return rising }
    return words.either(text(fixed, isEach: false), rising, ifLess: ladder.isSmallerBetter)
  }

  /// How a limit goes on for money in this plan; nil if it does not.
  private func beyond(_ rule: RuleIndex, _ limit: Limit, _ inquiry: Inquiry) -> PlanTable.Beyond? {
    guard let overage = graph.overage(of: rule) else { return nil }
    let condition = OpenCondition.reading(overage.requirement, inquiry)
    guard condition != .no else { return nil }
    return words.beyond(
      overage, meter: limit.meter, condition: condition == .yes ? nil : words.condition(condition))
  }

  /// How what is unused of a limit rolls over in this plan; nil if it does not.
  private func rollover(
    _ rule: RuleIndex, _ limit: Limit, _ inquiry: Inquiry
  ) -> PlanTable.Rollover? {
    guard let rollover = graph.rollover(of: rule) else { return nil }
    let condition = OpenCondition.reading(rollover.requirement, inquiry)
    guard condition != .no else { return nil }
    return words.rollover(
      rollover, of: inquiry.quota(of: limit).limit, meter: limit.meter,
      condition: condition == .yes ? nil : words.condition(condition))
  }

  /// Of several limits that count over the same and bind alike, only the least says something.
  private static func add(_ limit: PlanTable.Limit, to limits: inout [PlanTable.Limit]) {
    let alike = limits.firstIndex {
      $0.window == limit.window && $0.condition == limit.condition && $0.isSoft == limit.isSoft
        && ($0.amount == nil) == (limit.amount == nil) && $0.isUndecided == limit.isUndecided
        && $0.perhaps.isEmpty && limit.perhaps.isEmpty && $0.beyond == nil && limit.beyond == nil
        && $0.rollover == nil && limit.rollover == nil
    }
    guard let alike else { return limits.append(limit) }
    if let amount = limit.amount, amount < limits[alike].amount ?? .max { limits[alike] = limit }
  }
}

extension PlanTable.Limit {
  /// Whether it surely lets nothing pass.
  fileprivate var isNothing: Bool {
    amount == 0 && condition == nil && perhaps.isEmpty && beyond == nil
  }
}
