import TollgateRuntime
import TollgateSyntax

/// Enters what is declared, and reads what the declarations say about it.
struct DeclarationChecker {
  let draft: Draft

  /// Reads the rest of the declarations, when all names are known.
  func checkDeclarations() {
    checkHeader()
    checkIncludes()
    checkFacts()
    for statement in draft.pages.statements([.products, .entitlements, .rollouts, .withClauses]) {
      switch statement.kind {
      case .product(let product): checkProduct(product, of: statement)
      case .entitlements(let list):
        checkBenefits(of: list.map { $0.declaration }, .entitlement, statement)
      case .meters(let meters): checkClauses(of: meters, statement)
      case .features(let list): checkBenefits(of: list, .feature, statement)
      case .rollout(let rollout, let share):
        guard let share = draft.percentage(share, most: 10_000) else { continue }
        guard let index = draft.own(rollout.name, .rollout) else { continue }
        draft.policy.rollouts[index].share = Int32(share)
      default: break
      }
    }
    checkGroups()
  }

  private func checkHeader() {
    var first: [StatementName: Span] = [:]
    for statement in draft.pages.statements(.header) {
      guard let name = StatementName(statement.kind) else { continue }
      if draft.source.fileIndex(at: statement.span.start) > 0 {
        draft.report(.use(.header(name)), at: statement.span)
        continue
      }
      switch statement.kind {
      case .policy(let name, let label):
        let label = draft.label(label)
        if first[.policy] == nil {
          draft.policy.name = name.text
          draft.policy.nameSpan = name.span
          draft.policy.label = label
        }
      case .trust(let length):
        let duration = draft.duration(length)
        if first[.trust] == nil { draft.policy.trust = duration }
      case .snooze(let length):
        let duration = draft.duration(length, orZero: true)
        if first[.snooze] == nil { draft.policy.promptSnooze = duration }
      default: continue
      }
      if let span = first[name] {
        draft.report(.clause(.statementTwice(name, span)), at: statement.span)
      } else {
        first[name] = statement.span
      }
    }
  }

  private func checkBenefits(
    of list: [DeclarationSyntax], _ kind: NameKind, _ statement: StatementSyntax
  ) {
    guard list.count == 1 else { return }
    let benefits = statement.clauses.compactMap { clause -> CheckedLabel? in
      guard case .benefit(let label) = clause.kind else { return nil }
      return draft.label(label)
    }
    guard let index = draft.own(list[0].name, kind) else { return }
    if kind == .feature {
      draft.policy.features[index].benefits = benefits
    } else {
      draft.policy.entitlements[index].benefits = benefits
    }
  }
}

extension DeclarationChecker {
  /// Reads `includes`, looks for cycles, and works out what each entitlement gives.
  func checkIncludes() {
    for statement in draft.pages.statements(.entitlements) {
      guard case .entitlements(let list) = statement.kind else { continue }
      for entitlement in list {
        let includes = draft.references(entitlement.includes, .entitlement)
        guard let index = draft.own(entitlement.declaration.name, .entitlement) else { continue }
        draft.policy.entitlements[index].includes = includes
        if let last = includes.last {
          draft.policy.entitlements[index].span = draft.policy.entitlements[index].span.joined(
            last.span)
        }
      }
    }
    let cycles = Cycles(draft.policy.entitlements.map { $0.includes.map { $0.index } })
    for cycle in cycles.cycles {
      reportCircle(.includes, cycle) { index in
        (draft.policy.entitlements[index].name, draft.policy.entitlements[index].includes)
      }
    }
    // Every tier gives those below it: all of that is counted before any of it is made.
    for (index, entitlement) in draft.policy.entitlements.enumerated()
    where entitlement.rank != nil {
      guard draft.spend(index + 1, at: entitlement.name.span) else { return }
    }
    for index in cycles.order { close(index) }
  }

  /// Reports a circle of things, each by its name and what it points to.
  func reportCircle(
    _ kind: NameMistake.Cycle, _ circle: [Int], _ thing: (Int) -> (CheckedName, [Reference])
  ) {
    var names: [String] = []
    var spans: [Span] = []
    for (place, index) in circle.enumerated() {
      let (name, references) = thing(index)
      let next = Int32(circle[(place + 1) % circle.count])
      names.append(name.text)
      for reference in references where reference.index == next { spans.append(reference.span) }
    }
    draft.report(.name(.cycle(kind, names, spans)), at: spans.first ?? Span(0, 0))
  }

  /// Itself, the tiers below it, and what those that it includes give.
  private func close(_ index: Int) {
    let entitlement = draft.policy.entitlements[index]
    if entitlement.rank != nil {
      draft.policy.entitlements[index].gives = Array(0...Int32(index))
      return
    }
    var gives = [Int32(index)]
    for include in entitlement.includes {
      let more = draft.policy.entitlements[Int(include.index)].gives
      guard draft.spend(more.count, at: include.span) else { return }
      gives += more
    }
    gives.sort()
    for given in gives where given != draft.policy.entitlements[index].gives.last {
      draft.policy.entitlements[index].gives.append(given)
    }
  }
}

extension DeclarationChecker {
  /// Reads the values that facts have when the app does not report them.
  func checkFacts() {
    for statement in draft.pages.statements(.facts) {
      guard case .fact(let fact) = statement.kind, let value = fact.otherwise,
        let index = draft.own(fact.declaration.name, .fact)
      else { continue }
      if case .broken = fact.type { continue }
      draft.policy.facts[index].otherwise = otherwise(value, of: index)
    }
  }

  private func otherwise(_ value: ValueSyntax, of index: Int) -> CheckedValue? {
    let fact = draft.policy.facts[index]
    switch (fact.type, value) {
    case (.choice, .name(let name)):
      return draft.choice(name, of: Int32(index)).map { .integer($0) }
    case (.yesOrNo, .name(let name)) where name.text == "yes" || name.text == "no":
      return .integer(name.text == "yes" ? 1 : 0)
    case (.date, .literal(let literal)):
      return draft.instant(literal).map { .integer($0.milliseconds) }
    case (.version, .literal(let literal)): return draft.version(literal).map { .version($0) }
    case (.number, .literal(let literal)): return draft.count(literal).map { .integer($0) }
    default:
      draft.report(.fact(.otherwise(fact.type)), at: value.span)
      return nil
    }
  }

}

extension DeclarationChecker {
  /// Finds the members of all groups: first which groups a group contains, so that a cycle is
  /// found, then the members, the inner groups before the outer ones.
  func checkGroups() {
    var items: [[SubjectItemSyntax]] = Array(repeating: [], count: draft.policy.groups.count)
    for statement in draft.pages.statements(.groups) {
      guard case .group(let group, let list) = statement.kind else { continue }
      if let index = draft.own(group.name, .group) {
        items[index] = list
      } else {
        // Declared twice: what it names is still looked at.
        _ = draft.targets.targets(list, TargetFinder.featuresAndGroups)
      }
    }
    let edges = items.map { list in list.compactMap { innerGroup($0)?.index } }
    let cycles = Cycles(edges)
    for cycle in cycles.cycles {
      reportCircle(.groups, cycle) { index in
        (draft.policy.groups[index].name, items[index].compactMap { innerGroup($0) })
      }
    }
    for index in cycles.order {
      let members =
        draft.targets.targets(items[index], TargetFinder.featuresAndGroups) ?? TargetSet()
      guard draft.spend(members.count, at: draft.policy.groups[index].name.span) else { return }
      draft.policy.groups[index].members = members
    }
  }

  private func innerGroup(_ item: SubjectItemSyntax) -> Reference? {
    guard case .name(let name) = item, let entry = draft.entry(name.text),
      entry.kind == .group
    else { return nil }
    return Reference(entry.index, name.span)
  }
}

extension DeclarationChecker {
  /// Reads the clauses below meters; they are for all of the list.
  func checkClauses(of meters: [MeterSyntax], _ statement: StatementSyntax) {
    guard !statement.clauses.isEmpty else { return }
    var windowsSpan: Span?
    var refillSpan: Span?
    var beginSpan: Span?
    var otherWindows: Span?
    for clause in statement.clauses {
      switch clause.kind {
      case .countedPer(let name):
        each(meters) { $0.countedPer = name.text }
      case .countedForEver: each(meters) { $0.isCountedForEver = true }
      case .windows(let windows):
        windowsSpan = clause.span
        if windows != .followCalendar { otherWindows = clause.span }
        each(meters) { $0.windows = Meter.Windows(windows) }
      case .windowsBegin(let time, let zone):
        beginSpan = clause.span
        if let begin = begin(time, zone) { each(meters) { $0.begin = begin } }
      case .refills(let amount, let interval):
        refillSpan = clause.span
        read(amount, every: interval, at: clause.span, of: meters)
      default: break
      }
    }
    if let refillSpan, let windowsSpan = windowsSpan ?? beginSpan {
      draft.report(.counting(.refillsBesideWindows(windowsSpan)), at: refillSpan)
    } else if let beginSpan, let otherWindows {
      draft.report(.counting(.beginBesideWindows(otherWindows)), at: beginSpan)
    }
  }

  /// `20:00 in "Asia/Shanghai"`; nil for midnight where the user is, and with a report.
  private func begin(_ time: LiteralSyntax, _ zone: TextSyntax?) -> Meter.Begin? {
    let parts = time.numeral.utf8.split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int32(String(decoding: Array($0), as: UTF8.self)) }
    let isTime =
      parts.count == 2 && numbers.count == 2 && numbers[0] < 24 && numbers[1] < 60
      && parts.allSatisfy { $0.count == 2 }
    if !isTime { draft.report(.literal(.timeOfDay), at: time.span) }
    if let zone, !TimeZoneNames.contains(zone.value) {
      draft.report(.literal(.timeZone(zone.value)), at: zone.span)
      return nil
    }
    guard isTime else { return nil }
    let minute = numbers[0] * 60 + numbers[1]
    if minute == 0, zone == nil { return nil }
    return Meter.Begin(minute: minute, zone: zone?.value ?? "")
  }

  private func each(_ meters: [MeterSyntax], _ body: (inout CheckedMeter) -> Void) {
    for meter in meters {
      guard let index = draft.own(meter.declaration.name, .meter) else { continue }
      body(&draft.policy.meters[index])
    }
  }

  private func read(
    _ amount: LiteralSyntax, every interval: LiteralSyntax, at span: Span, of meters: [MeterSyntax]
  ) {
    let interval = draft.duration(interval)
    for meter in meters {
      guard let index = draft.own(meter.declaration.name, .meter) else { continue }
      draft.policy.meters[index].refillSpan = span
      // One report is enough for a list of meters.
      guard let value = draft.quantity(amount, of: Int32(index)) else { return }
      guard value > 0 else { return draft.report(.literal(.zero(.count)), at: amount.span) }
      guard let interval else { return }
      draft.policy.meters[index].refill = Meter.Refill(amount: value, interval: interval)
    }
  }
}

extension Meter.Windows {
  fileprivate init(_ syntax: WindowsSyntax) {
    switch syntax {
    case .followCalendar: self = .calendar
    case .followSubscription: self = .subscription
    case .beginWithFirstUse: self = .firstUse
    case .roll: self = .roll
    }
  }
}

extension DeclarationChecker {
  /// Reads the clauses of a product.
  func checkProduct(_ product: DeclarationSyntax, of statement: StatementSyntax) {
    let own = draft.own(product.name, .product)
    var checked: CheckedProduct
    if let own {
      checked = draft.policy.products[own]
    } else {
      // Declared twice: its clauses are still read for mistakes of their own.
      checked = CheckedProduct(name: declared(product.name), span: statement.span)
    }
    for clause in statement.clauses { read(clause, into: &checked) }
    // The price that it begins may stand below it.
    for clause in statement.clauses {
      if case .introductoryPrice(let price, let lasting) = clause.kind {
        read(introductory: price, lasting: lasting, clause, into: &checked)
      }
    }
    if let own { draft.policy.products[own] = checked }
  }

  /// Reads one clause; those that belong elsewhere are reported elsewhere.
  func read(_ clause: ClauseSyntax, into product: inout CheckedProduct) {
    switch clause.kind {
    case .soldAs(let id, let store): read(id, store, into: &product)
    case .grants(let list):
      let known = Set(product.grants.map { $0.index })
      product.grants += draft.references(list, .entitlement).filter { !known.contains($0.index) }
    case .adds(let amount, let meter, let window):
      read(amount, to: meter, per: window, into: &product)
    case .addsPack(let amount, let meter): read(amount, to: meter, isPack: true, into: &product)
    case .price(let price): read(price, clause, into: &product)
    case .trial(let length): read(trial: length, into: &product)
    case .sharedWithFamily: product.isSharedWithFamily = true
    case .sharedWithPeople(let count):
      product.isSharedWithFamily = true
      product.mostSharing = draft.count(count, atLeast: 2, .people)
    case .recommended: product.isRecommended = true
    case .benefit(let label):
      if let label = draft.label(label) { product.benefits.append(label) }
    case .grace(let length):
      product.grace = draft.duration(length)
      product.graceSpan = clause.span
    case .onlyWith(let list):
      product.onlyWith = draft.references(list, .product)
      let isKnown = list.allSatisfy { draft.entry($0.text, isProduct: true) != nil }
      if !isKnown { draft.unknownPartners.insert(product.name.text) }
    case .notWith(let list): read(notWith: list, into: &product)
    case .notForSale: product.isForSale = false
    case .forSale(let sale): read(sale, clause, into: &product)
    default: break
    }
  }

  private func read(
    _ id: TextSyntax, _ store: NameSyntax?, into product: inout CheckedProduct
  ) {
    let name = store?.text ?? ""
    if let store { draft.checkScripts(of: store) }
    if let earlier = product.stores[name] {
      draft.report(.clause(.storeTwice(name, earlier)), at: store?.span ?? id.span)
      return
    }
    product.stores[name] = id.span
    // Without an id nothing is sold; a text that is not closed has been reported.
    guard id.value.contains(where: { $0 != " " }) else {
      if id.span.end - id.span.start > 1 { draft.report(.clause(.storeIDEmpty), at: id.span) }
      return
    }
    product.storeIDs.append(CheckedProduct.StoreID(id: id.value, store: name, span: id.span))
  }

  private func read(
    _ amount: LiteralSyntax, to meter: NameSyntax, per window: WindowSyntax? = nil,
    isPack: Bool = false, into product: inout CheckedProduct
  ) {
    // A pack is for a meter: what is left of it is counted.
    if !isPack, let setting = draft.entry(meter.text), setting.kind == .setting {
      return read(amount, toSetting: meter, per: window, into: &product)
    }
    guard let entry = draft.resolve(meter, .meter),
      let quantity = draft.quantity(amount, of: entry.index)
    else { return }
    let over = window.flatMap { draft.window($0) }
    if window != nil, over == nil { return }
    let same = product.adds.filter { isPack || $0.window == over } + product.packs
    if let earlier = same.first(where: { $0.meter == entry.index }) {
      draft.report(.clause(.meterTwice(meter.text, earlier.span)), at: meter.span)
      return
    }
    let addition = CheckedProduct.Addition(
      meter: entry.index, amount: quantity, window: over,
      span: amount.span.joined(window?.span ?? meter.span))
    guard isPack else { return product.adds.append(addition) }
    product.packs.append(addition)
    draft.packs[entry.index] = draft.packs[entry.index] ?? addition.span
  }

  private func read(notWith list: [NameSyntax], into product: inout CheckedProduct) {
    var known = Set(product.notWith.map { $0.index })
    for reference in draft.references(list, .product) {
      if draft.policy.products[Int(reference.index)].name == product.name {
        draft.report(.name(.heldApartFromItself(product.name.text)), at: reference.span)
      } else if known.insert(reference.index).inserted {
        product.notWith.append(reference)
      }
    }
  }
}

extension DeclarationChecker {
  /// Looks at all products together: for circles of `only with` that nobody can enter, and ids
  /// sold twice.
  func checkReferences() {
    checkStoreIDs()
    // The node after all products is a partner that is not known.
    let unknown = Int32(draft.policy.products.count)
    var edges = draft.policy.products.map { product in
      let isKnown = !draft.unknownPartners.contains(product.name.text)
      return product.onlyWith.map { $0.index } + (isKnown ? [] : [unknown])
    }
    edges.append([])
    for cycle in Cycles(edges).closed {
      reportCircle(.onlyWith, cycle) { index in
        (draft.policy.products[index].name, draft.policy.products[index].onlyWith)
      }
    }
  }

  /// Where an id is sold: in one store, or, if none is named, in any.
  private struct Sale: Hashable {
    var id: String
    var store: String?
  }

  private func checkStoreIDs() {
    var sales: [Sale: (product: Int, span: Span)] = [:]
    for (index, product) in draft.policy.products.enumerated() {
      for storeID in product.storeIDs {
        let exact = Sale(id: storeID.id, store: storeID.store)
        let nowhere = Sale(id: storeID.id, store: "")
        let anywhere = Sale(id: storeID.id, store: nil)
        let other = sales[exact] ?? sales[storeID.store.isEmpty ? anywhere : nowhere]
        if let other, other.product != index {
          draft.report(
            .name(
              .storeID(
                storeID.id, product: product.name.text,
                other: draft.policy.products[other.product].name.text, other.span)),
            at: storeID.span)
        }
        if sales[exact] == nil { sales[exact] = (index, storeID.span) }
        if sales[anywhere] == nil { sales[anywhere] = (index, storeID.span) }
        checkName(storeID, of: index)
      }
    }
  }

  /// A purchase is found by the name of its product or by its id: an id that is the name of
  /// another product would mean that product.
  private func checkName(_ storeID: CheckedProduct.StoreID, of product: Int) {
    guard let other = draft.entry(storeID.id, isProduct: true), Int(other.index) != product,
      !other.isDisputed
    else { return }
    draft.report(
      .name(
        .storeIDIsName(storeID.id, product: draft.policy.products[product].name.text, other.span)),
      at: storeID.span)
  }
}

extension DeclarationChecker {
  /// `series L1..L18 "Lessons"`
  func enterSeries(
    _ first: NameSyntax, _ last: NameSyntax, _ label: LabelSyntax?, of statement: StatementSyntax
  ) {
    let label = draft.label(label)
    draft.names.declaredKinds.insert(.feature)
    guard let (low, high) = draft.targets.members(first, last) else {
      draft.hasUnreadSeries = true
      return
    }
    let span = first.span.joined(last.span)
    let title = "\(low.prefix)\(low.number)..\(low.prefix)\(high.number)"
    guard high.number - low.number < Draft.mostSeriesMembers else {
      draft.report(.size(.series(title, high.number - low.number)), at: span)
      draft.hasUnreadSeries = true
      return
    }
    draft.names.enter(
      NameTable.Series(
        prefix: low.prefix, first: low.number, last: high.number,
        index: Int32(draft.policy.features.count), span: span, isDeclared: true))
    draft.policy.features.append(
      CheckedFeature(
        name: CheckedName(text: title, span: span, isDeclared: true),
        label: label,
        series: CheckedFeature.SeriesMembers(
          prefix: low.prefix, first: low.number, last: high.number),
        span: statement.span))
  }

  /// Gives the features their targets, after those that are just used were entered.
  func settleFeatures() {
    for (later, earlier) in draft.names.settleSeries() {
      draft.report(
        .name(
          .seriesOverlap(draft.targets.title(later), draft.targets.title(earlier), earlier.span)),
        at: later.span)
    }
    reportMembersDeclaredApart()
    var next: Int32 = 0
    for index in draft.policy.features.indices {
      let series = draft.policy.features[index].series
      let count = series.map { Int32($0.last - $0.first + 1) } ?? 1
      guard Int(next) + Int(count) <= Draft.mostTargets else {
        draft.report(.size(.targets(Draft.mostTargets)), at: draft.policy.features[index].name.span)
        // Targets that do not exist cannot be checked.
        for rest in index..<draft.policy.features.count {
          draft.policy.features[rest].targets = next..<next
        }
        return
      }
      draft.policy.features[index].targets = next..<next + count
      next += count
    }
  }

  /// A name that is declared and also the name of a series' member.
  private func reportMembersDeclaredApart() {
    guard !draft.names.series.isEmpty else { return }
    for entry in draft.names.entries where entry.kind != .product {
      guard let member = SeriesName.ifAny(entry.name), let series = draft.names.series(of: member),
        entry.isDeclared || series.isDeclared
      else { continue }
      draft.names.dispute(entry.name, isProduct: false)
      let isLater = entry.span.start > series.span.start
      draft.report(
        .name(
          .isMember(
            entry.name, series: draft.targets.title(series), isLater ? series.span : entry.span)),
        at: isLater ? entry.span : series.span)
    }
  }

}
