/// Finds the sets of products whose purchase makes the value of a setting better.
///
/// From the present value on, the minimal sets that reach a better one are searched, as for any
/// purchase; the least of their values is listed with its sets, and the next search is for more.
struct SettingSearch {
  private let inquiry: Inquiry
  private let setting: SettingIndex
  private(set) var found: [(value: Ladder.Value, sets: [BitSet])] = []
  private(set) var areMore = false

  init(_ inquiry: Inquiry, _ setting: SettingIndex) {
    self.inquiry = inquiry
    self.setting = setting
    var evaluation = inquiry.evaluation()
    var value = evaluation.value(of: setting)
    var rest = PurchaseSearch.mostListed
    while let ask = ask(beyond: value) {
      let sets = sets(enoughFor: ask)
      guard let least = sets.first?.value else { return }
      let next = sets.dropFirst().reduce(least) { isBetter($0, than: $1.value) ? $1.value : $0 }
      let listed = sets.filter { $0.value == next }.map { $0.set }
      found.append((next, Array(listed.prefix(rest))))
      if listed.count > rest || areMore { areMore = true }
      rest -= listed.count
      guard rest > 0 else {
        areMore = areMore || !isLast(next, sets)
        return
      }
      value = next
    }
  }

  /// Whether no set of a search is better than a value.
  private mutating func isLast(_ value: Ladder.Value, _ sets: [(set: BitSet, value: Ladder.Value)])
    -> Bool
  {
    guard let ask = ask(beyond: value) else { return true }
    return self.sets(enoughFor: ask).isEmpty
  }

  /// An ask for anything better than a value; nil if nothing is.
  private func ask(beyond value: Ladder.Value) -> Ask? {
    let kind = inquiry.graph.parts.settings[Int(setting)]
    guard case .quantity(let quantity) = value else { return nil }
    if inquiry.graph[ladder: kind.ladder].isSmallerBetter {
      return quantity > 0 ? Ask(.reaching(quantity - 1)) : nil
    }
    if kind.kind == .choice {
      return quantity + 1 < kind.choices.count ? Ask(.reaching(quantity + 1)) : nil
    }
    return quantity < .max ? Ask(.reaching(quantity + 1)) : Ask(.reachingUnlimited)
  }

  private func isBetter(_ a: Ladder.Value, than b: Ladder.Value) -> Bool {
    let ladder = inquiry.graph[ladder: inquiry.graph.ladders.ofSettings[Int(setting)]]
    switch b {
    case .unlimited: return false
    case .quantity(let quantity): return !ladder.isWithin(a, .quantity(quantity))
    }
  }

  /// The minimal sets that are enough for an ask, in the order in which they are listed, each with
  /// its value.
  private mutating func sets(enoughFor ask: Ask) -> [(set: BitSet, value: Ladder.Value)] {
    let graph = inquiry.graph
    let rule = graph.parts.settings[Int(setting)].rule
    var subject = inquiry.subject
    subject.rules = [rule]
    let question = Inquiry(
      prepared: inquiry.prepared, subject: subject, ask: ask,
      now: inquiry.asked)
    var evaluation = question.evaluation()
    var standings = question.standings(&evaluation)
    // Any rule that fails keeps a warning, also one that is soft.
    let search = PurchaseSearch(question, from: .warned, first: 0, past: &standings, &evaluation)
    if search.areMore { areMore = true }
    let catalog = ProductCatalog(of: question)
    return search.found.map { set in
      evaluation.input = catalog.after(buying: set).input
      return (set, evaluation.value(of: setting))
    }
  }
}

extension Inquiry {
  /// The state of a setting for this user; nil for any other target.
  package var settingState: SettingState? {
    guard let setting = subject.setting else { return nil }
    var evaluation = evaluation()
    let search = SettingSearch(self, setting)
    return SettingState(
      value: graph.value(evaluation.value(of: setting), of: setting),
      possible: graph.value(evaluation.value(of: setting, counting: .unknown), of: setting),
      better: search.found.map { found in
        SettingState.Better(
          value: graph.value(found.value, of: setting),
          products: found.sets.map { set in set.map { graph[product: $0].name } })
      },
      kind: graph.parts.settings[Int(setting)].kind, areMore: search.areMore)
  }
}
