/// A fault of a graph or a compiled file.
///
/// ```swift
/// do {
///   show(try Policy(compiled: bytes).name)
/// } catch PolicyError.damaged(_, .version(let format)) {
///   log("compile the policy again: it is in format \(format)")
/// }
/// ```
public enum GraphError: Error, Sendable, Hashable {
  /// The bytes do not begin like a compiled policy.
  case notACompiledPolicy
  /// It was written by another edition of Tollgate.
  case version(Int)
  /// It ends too early, or has bytes to spare.
  case size
  /// The bytes are not those that were written.
  case damaged
  /// It says something impossible, in this part.
  case impossible(String)
  /// Its fingerprint is not that of what it says, or a name in it would not be found.
  case notGenuine
}

extension GraphError: CustomStringConvertible {
  /// The fault, and what to do, in English.
  public var description: String {
    switch self {
    case .notACompiledPolicy: "it does not begin like one"
    case .version(let version):
      "it is written in format \(version), and this edition reads \(CompiledPolicy.version); "
        + "compile it again"
    case .size: "it is truncated or has extra bytes; compile it again"
    case .damaged: "its bytes are not those that were written; compile it again"
    case .notGenuine:
      "what it says does not fit its fingerprint; compile the policy again, and do not use this "
        + "file"
    case .impossible(let part): "it says something impossible in \(part)"
    }
  }
}

extension RuleGraph {
  /// The highest number of nodes between a rule and the last of its conditions, and how much one
  /// rule may have when nothing in it is shared. An evaluation is no deeper and no longer.
  package static let mostDepth = 512
  package static let mostSize = 1 << 20

  /// A graph of parts that refer to each other soundly; it can then be evaluated without checks.
  package convenience init(verifying parts: Parts) throws(GraphError) {
    try Verifier(parts: parts).verify()
    self.init(verified: parts, digest: SHA256.hash(parts.meaning()[...]))
  }
}

/// Checks that every index of a graph is in range, and that evaluating it ends soon.
struct Verifier {
  let parts: RuleGraph.Parts

  func verify() throws(GraphError) {
    let labels = try verify(parts.tables)
    try verifyDeclarations()
    // The lengths of labels are added up, which are in range by now.
    try verifySizes(parts.tables, labels: labels)
  }

  /// Checks all but the rules, targets and labels.
  func verifyDeclarations() throws(GraphError) {
    try verifyNames()
    let header = parts.tierCount >= 0 && parts.tierCount <= parts.entitlements.count
    try require(header && isLabel(parts.label), "the header")
    for entitlement in parts.entitlements { try require(isSound(entitlement), "an entitlement") }
    let counted = countedMeters
    for product in parts.products {
      try require(isSound(product) && areTermsSound(product, counted), "a product")
    }
    for meter in parts.meters { try require(isSound(meter), "a meter") }
    try verifyInsteads()
    for fact in parts.facts { try require(isLabel(fact.label), "a fact") }
    for rollout in parts.rollouts {
      let isShare = rollout.share >= 0 && rollout.share <= 10_000
      try require(isShare && isLabel(rollout.label), "a rollout")
    }
    try verifyNodes()
    for grant in parts.statementGrants {
      let isSound = isEntitlement(grant.entitlement) && isNode(grant.node)
      try require(isSound, "a grant")
    }
    try verifyLadders()
    for group in parts.groups {
      try require(isLabel(group.label) && all(group.members, below: parts.targets.count), "a group")
    }
    try verifyRanges()
    try verifyAmounts()
    try verifyOverages()
    try verifyRollovers()
  }

  private func verifyNodes() throws(GraphError) {
    var sizes: [Int] = []
    var depths: [Int] = []
    sizes.reserveCapacity(parts.nodes.count)
    depths.reserveCapacity(parts.nodes.count)
    // Whether months are counted from a date, or time is: no date is both.
    var countsMonths = [Bool?](repeating: nil, count: parts.facts.count)
    // Nodes have edges of their own, so all children together are not many more than there are.
    var children = 2 * parts.edges.count + parts.nodes.count
    for (index, node) in parts.nodes.enumerated() {
      guard let below = self.children(of: node, at: index) else {
        throw .impossible("a condition")
      }
      try require(isInRange(node), "a condition")
      if case .timeSince(let fact, let after) = node {
        let counts = countsMonths[Int(fact)] ?? after.isMonths
        try require(counts == after.isMonths, "a condition")
        countsMonths[Int(fact)] = counts
      }
      var size = 1
      var depth = 1
      func add(_ child: Int32) {
        size = min(size + sizes[Int(child)], RuleGraph.mostSize + 1)
        depth = max(depth, depths[Int(child)] + 1)
      }
      switch below {
      case .leaf: break
      case .one(let child): add(child)
      case .edges(let edges):
        children -= edges.count
        try require(children >= 0, "the size of a condition")
        for child in parts.edges[edges] {
          try require(child >= 0 && Int(child) < index, "a condition")
          add(child)
        }
      }
      let isSmall = size <= RuleGraph.mostSize && depth <= RuleGraph.mostDepth
      try require(isSmall, "the size of a condition")
      sizes.append(size)
      depths.append(depth)
    }
  }

  private enum Children {
    case leaf
    case one(Int32)
    case edges(Range<Int>)
  }

  /// The children of a node, each before it; nil if the node is not sound.
  private func children(of node: Node, at index: Int) -> Children? {
    func before(_ child: Int32) -> Bool { child >= 0 && Int(child) < index }
    switch node {
    case .never, .always, .timeAtLeast: return .leaf
    case .all(let children), .any(let children):
      let end = Int64(children.start) + Int64(children.count)
      guard children.start >= 0, children.count >= 0, end <= Int64(parts.edges.count)
      else { return nil }
      return .edges(children.places)
    case .not(let child): return before(child) ? .one(child) : nil
    case .statement(let grant, let condition):
      let isGrant = isIndex(grant, below: parts.statementGrants.count)
      return before(condition) && isGrant ? .one(condition) : nil
    case .entitlement(let entitlement, let giver):
      guard isEntitlement(entitlement) else { return nil }
      guard let giver else { return .leaf }
      return before(giver) ? .one(giver) : nil
    case .paid(let entitlement): return isEntitlement(entitlement) ? .leaf : nil
    case .factIs(let fact, _), .factAtLeast(let fact, _), .timeSince(let fact, _):
      return isFact(fact) ? .leaf : nil
    case .usageAtLeast(let counter, let value):
      return isMeter(counter.meter) && value >= 0 ? .leaf : nil
    case .inRollout(let rollout):
      return isIndex(rollout, below: parts.rollouts.count) ? .leaf : nil
    }
  }

  private func isSound(_ entitlement: Entitlement) -> Bool {
    isLabel(entitlement.label) && all(entitlement.benefits, below: parts.labels.count)
      && all(entitlement.gives, below: parts.entitlements.count)
  }

  private func isSound(_ meter: Meter) -> Bool {
    guard isLabel(meter.label) else { return false }
    if let begin = meter.begin {
      guard (0..<1_440).contains(begin.minute), isZone(begin.zone), meter.windows == .calendar,
        meter.refill == nil
      else { return false }
    }
    guard let refill = meter.refill else { return true }
    return refill.amount > 0 && refill.interval >= 1_000
  }

  /// Whether a text may be the name of a time zone; which there are depends on the machine.
  private func isZone(_ text: String) -> Bool {
    text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        let letter = byte | 0x20
        return (0x61...0x7A).contains(letter)
          || (0x2B...0x39).contains(byte) && byte != 0x2E
            && byte != 0x2C
          || byte == 0x5F
      }
  }

  /// The rules ascend, and all their targets are there.
  private func verifyInsteads() throws(GraphError) {
    var last = Int32(-1)
    for instead in parts.insteads {
      let isNext = instead.rule > last && isIndex(instead.rule, below: parts.tables.rules.count)
      let isSound = isNext && all(instead.targets, below: parts.tables.targets.count)
      try require(isSound, "what may be used instead")
      last = instead.rule
    }
  }

  private func isSound(_ product: Product) -> Bool {
    let count = parts.products.count
    return isLabel(product.label) && all(product.benefits, below: parts.labels.count)
      && all(product.grants, below: parts.entitlements.count)
      && product.adds.allSatisfy { isMeter($0.meter) && $0.amount >= 0 }
      && all(product.onlyWith, below: count) && all(product.notWith, below: count)
      && product.grace >= 0
  }

  /// The names of the meters, if a price counts one.
  private var countedMeters: Set<String> {
    let areCounted = parts.products.contains { product in
      product.price?.each != nil || product.otherPrices.contains { $0.each != nil }
    }
    return areCounted ? Set(parts.meters.map { $0.name }) : []
  }

  /// Whether the prices of a product, its packs and whom it is for sale to are sound.
  private func areTermsSound(_ product: Product, _ meters: Set<String>) -> Bool {
    guard product.packs.allSatisfy({ isMeter($0.meter) && $0.amount >= 0 }),
      product.price != nil || product.otherPrices.isEmpty,
      product.price == nil || !product.isPriceOnRequest,
      product.trialMonths >= 0, product.trialMonths == 0 || product.trial == nil,
      product.mostSharing >= 0, product.mostSharing == 0 || product.isSharedWithFamily
    else { return false }
    for price in product.prices where !isSound(price, meters) { return false }
    if let introduction = product.introduction, !isSound(introduction, of: product) {
      return false
    }
    guard let sale = product.sale else { return true }
    return product.isForSale && isNode(sale.requirement) && isNode(sale.inForce)
      && isNode(sale.condition)
  }

  /// Whether an introductory price is paid as the product is, in its currencies, and for a time.
  private func isSound(_ introduction: Product.Introduction, of product: Product) -> Bool {
    guard let usual = product.price, !introduction.prices.isEmpty,
      (introduction.length > 0) != (introduction.months > 0),
      introduction.length >= 0, introduction.months >= 0, isDuration(introduction.length)
    else { return false }
    switch usual.period {
    case .once, .use: return false
    case .weeks, .months: break
    }
    let currencies = introduction.prices.map { $0.currency }
    for (place, price) in introduction.prices.enumerated() {
      let isPaid = price.period == .once || usual.isPaid(inParts: price.period)
      guard isPaid, isMoney(price), !currencies[..<place].contains(price.currency),
        product.prices.contains(where: { $0.currency == price.currency })
      else { return false }
    }
    return true
  }

  private func isSound(_ price: Price, _ meters: Set<String>) -> Bool {
    switch price.period {
    case .once: break
    case .weeks(let count), .months(let count): if count < 1 { return false }
    case .use: if price.each == nil { return false }
    }
    if price.perMonth != nil, price.monthsBilled < 2 { return false }
    guard let each = price.each else { return true }
    return meters.contains(each.meter) && (each.atLeast ?? 0) >= 0 && each.of >= 1
  }

  func isSound(_ limit: Limit) -> Bool {
    if case .setting(let setting) = limit.kind {
      return limit.meter == nil && limit.window == .total
        && isIndex(setting, below: parts.settings.count)
    }
    guard let meter = limit.meter, isMeter(meter) else { return false }
    switch limit.kind {
    case .atMost(let quantity): return quantity >= 0
    case .allowance(let otherwise): return otherwise.map { $0 >= 0 } ?? true
    case .undecided, .bare: return true
    case .ladder(let ladder): return isIndex(ladder, below: parts.ladders.count)
    case .setting: return false
    }
  }

  func isSound(_ reminder: Reminder) -> Bool {
    guard isLabel(reminder.label), isDurationOrNone(reminder.snooze) else { return false }
    switch reminder.at {
    case .quantity(let quantity): return quantity >= 0
    case .share(let share): return share >= 0 && share <= 1_000_000
    case .beforeEnd(let lead): return lead.milliseconds > 0 && isDuration(lead.milliseconds)
    }
  }

  func isSound(_ need: Rule.Need) -> Bool {
    switch need {
    case .entitlement(let index): isEntitlement(index)
    case .fact(let index): isFact(index)
    }
  }

  func require(_ isSound: Bool, _ part: String) throws(GraphError) {
    if !isSound { throw .impossible(part) }
  }

  func isIndex(_ index: Int32, below count: Int) -> Bool {
    index >= 0 && Int(index) < count
  }

  private func all(_ indices: [Int32], below count: Int) -> Bool {
    indices.allSatisfy { isIndex($0, below: count) }
  }

  /// Whether a label is there, or there is none.
  func isLabel(_ index: LabelIndex?) -> Bool {
    index.map { isIndex($0, below: parts.labels.count) } ?? true
  }

  func isNode(_ index: Int32) -> Bool { isIndex(index, below: parts.nodes.count) }
  private func isFact(_ index: Int32) -> Bool { isIndex(index, below: parts.facts.count) }
  func isMeter(_ index: Int32) -> Bool { isIndex(index, below: parts.meters.count) }

  private func isEntitlement(_ index: Int32) -> Bool {
    isIndex(index, below: parts.entitlements.count)
  }
}

/// The numbers that a policy can say. Whatever is worked out with them later fits into 64 bits.
extension Verifier {
  /// The longest duration, in milliseconds: so many whole seconds as fit.
  static let mostDuration: Int64 = 9_223_372_036_854_775_000

  /// The years 1 to 9999, and the end of the last.
  static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_800_000

  func isDuration(_ milliseconds: Int64) -> Bool {
    milliseconds >= 0 && milliseconds <= Verifier.mostDuration
  }

  func isDurationOrNone(_ milliseconds: Int64?) -> Bool {
    milliseconds.map { isDuration($0) } ?? true
  }

  func verifyRanges() throws(GraphError) {
    let isHeader = isDurationOrNone(parts.trust) && isDurationOrNone(parts.promptSnooze)
    try require(isHeader, "the header")
    for (index, entitlement) in parts.entitlements.enumerated() {
      // The tiers come first, and whoever has one has itself.
      let rank = index < parts.tierCount ? Int32(index) : nil
      let isSound = entitlement.rank == rank && entitlement.gives.contains(Int32(index))
      try require(isSound, "an entitlement")
    }
    for product in parts.products {
      try require(isDuration(product.grace) && isDurationOrNone(product.trial), "a product")
      for price in product.prices { try require(isMoney(price) && isPaid(price), "a price") }
    }
    for meter in parts.meters {
      guard let refill = meter.refill else { continue }
      try require(isDuration(refill.interval), "a meter")
    }
    for fact in parts.facts { try require(isSound(fact), "a fact") }
    for grant in parts.statementGrants { try require(grant.row.number >= 0, "a grant") }
  }

  /// An amount is digits with at most one point; a currency is three capital letters.
  func isMoney(_ price: Price) -> Bool {
    let amount = Array(price.amount.utf8)
    let digits = amount.filter { $0 >= 0x30 && $0 <= 0x39 }
    let isPointed = digits.count + 1 == amount.count && amount.contains(0x2E)
    guard !digits.isEmpty, digits.count <= PlainText.nameBytes,
      digits.count == amount.count || isPointed
    else { return false }
    let currency = Array(price.currency.utf8)
    return currency.count == 3 && currency.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
  }

  /// Whether what is paid is what each of the months costs.
  private func isPaid(_ price: Price) -> Bool {
    guard let month = price.perMonth else { return true }
    var monthly = price
    monthly.amount = month
    return isMoney(monthly)
      && MoneyAmount(month).times(price.monthsBilled) == MoneyAmount(price.amount)
  }

  private func isSound(_ fact: Fact) -> Bool {
    let areVersions = fact.versions.allSatisfy { version in
      version.major >= 0 && version.minor >= 0 && version.patch >= 0
    }
    return areVersions
      && (fact.otherwise == Fact.unknown || isValue(fact.otherwise, of: fact))
  }

  /// Whether a fact can have a value, or can be compared with it.
  func isValue(_ value: Int64, of fact: Fact) -> Bool {
    switch fact.type {
    case .choice:
      // Where others are possible they are one more.
      return value >= -1 && value <= Int64(fact.choices.count)
    case .yesOrNo: return value == 0 || value == 1
    case .date: return Verifier.instants.contains(value)
    case .version: return value >= 0 && value <= Int64(fact.versions.count)
    case .number: return value >= 0
    }
  }

  /// Whether a condition compares with something that can be.
  func isInRange(_ node: Node) -> Bool {
    switch node {
    case .timeAtLeast(let instant): Verifier.instants.contains(instant)
    case .timeSince(_, .milliseconds(let after)): isDuration(after)
    case .timeSince(_, .months(let after)): (0..<Lapse.mostMonths).contains(after)
    case .factIs(let fact, let value), .factAtLeast(let fact, let value):
      isValue(value, of: parts.facts[Int(fact)])
    case .never, .always, .all, .any, .not, .statement, .entitlement, .paid, .usageAtLeast,
      .inRollout:
      true
    }
  }
}

/// Checks what the declarations call things. The texts of the tables are in one pool, which is
/// checked as a whole.
extension Verifier {
  func verifyNames() throws(GraphError) {
    try require(parts.name.isEmpty || isName(parts.name), "the header")
    try verifyDistinct(parts.entitlements.map { $0.name }, "an entitlement")
    try verifyDistinct(parts.products.map { $0.name }, "a product")
    try verifyDistinct(parts.facts.map { $0.name }, "a fact")
    for fact in parts.facts { try verifyDistinct(fact.choices, "a fact") }
    for meter in parts.meters {
      let isThing = meter.countedPer.isEmpty || isName(meter.countedPer)
      try require(isName(meter.name) && isThing, "a meter")
    }
    for setting in parts.settings {
      try verifyDistinct(setting.choices.map { $0.name }, "a setting")
    }
    for rollout in parts.rollouts { try require(isName(rollout.name), "a rollout") }
    for group in parts.groups { try require(isName(group), "a group") }
    for product in parts.products {
      let areTexts = product.storeIDs.allSatisfy { id in
        isPlain(id.id) && (id.store.isEmpty || isName(id.store))
      }
      try require(areTexts, "a product")
    }
  }

  private func verifyDistinct(_ names: [String], _ part: String) throws(GraphError) {
    try require(names.allSatisfy { isName($0) }, part)
    try require(Set(names).count == names.count, part)
  }

  func isName(_ text: String) -> Bool { PlainText.isName(Array(text.utf8)[...]) }

  func isPlain(_ text: String) -> Bool { PlainText.isPlain(Array(text.utf8)[...]) }

  /// A series is called by its first and its last member, `L1..L18`.
  private func isName(_ group: TargetGroup) -> Bool {
    let utf8 = Array(group.name.utf8)
    guard group.isSeries,
      let dots = utf8.indices.dropLast().first(where: { utf8[$0] == 0x2E && utf8[$0 + 1] == 0x2E })
    else { return isName(group.name) }
    return PlainText.isName(utf8[..<dots]) && PlainText.isName(utf8[(dots + 2)...])
  }
}
