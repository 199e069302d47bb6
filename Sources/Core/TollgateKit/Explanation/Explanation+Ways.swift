import TollgateCompiler
import TollgateRuntime
import TollgateWords

extension Explanation {
  /// Every way in, numbered. The products of one plan share a number; the plans are in the order of
  /// the decision.
  func wayLines(_ inquiry: Inquiry) -> [String] {
    guard decision.outcome != .allowed else { return [] }
    let groups = wayGroups
    let areMore = details.flags.contains(.moreWaysIn)
    guard !groups.isEmpty || areMore else {
      return ["", words("Ways in: none.", "解锁方式：无。")]
    }
    var lines = ["", words("Ways in", "解锁方式")]
    for (index, group) in groups.enumerated() {
      let text = self.lines(group, inquiry)
      lines.append("  \(index + 1). " + text[0])
      lines += text.dropFirst().map { "     - " + $0 }
    }
    if areMore {
      lines.append(
        groups.isEmpty
          ? words(
            "  not all combinations of products were tried",
            "  未能尝试所有商品组合")
          : words("  … and more combinations of products", "  ……以及更多商品组合"))
    }
    return lines
  }

  /// The ways in as people read them. Who paused a subscription resumes it first.
  var wayGroups: [WayGroup] {
    let resumed = decision.inquiry?.productsToResume(from: decision.outcome) ?? []
    return resumed.map { .resume(product: $0) } + WayGroup.groups(of: details.waysIn, texts)
  }

  /// A line for the way, and one for each of several products to choose from.
  private func lines(_ group: WayGroup, _ inquiry: Inquiry) -> [String] {
    switch group {
    case .other(let way): return [words(way)]
    case .resume(let product):
      return [words("resume the subscription \(label(product))", "恢复订阅\(label(product))")]
    case .buy(let plan, let sets):
      let choices = sets.map(words(_:))
      let opens = opens(sets[0], inquiry)
      guard choices.count > 1 else {
        return [words("buy \(choices[0])", "购买\(choices[0])") + opens]
      }
      let goal = plan ?? words("one of these", "以下之一")
      return [words("buy \(goal)", "购买\(goal)") + opens] + choices
    }
  }

  private func words(_ way: WayIn) -> String {
    switch way {
    case .refresh(let missing): return refreshing(missing)
    case .buy(let offers): return words(offers)
    case .fixPayment(let product):
      return words("fix the payment for \(label(product))", "处理\(label(product))的付款问题")
    case .trialEnds(let product, let end):
      let name = label(product)
      return words(
        "wait until the trial of \(name) ends at \(time.exact(end)), and is paid for",
        "等到\(name)的试用期于 \(time.exact(end)) 结束并付费")
    case .wait(let until):
      return words("wait until \(time.exact(until))", "等到 \(time.exact(until))")
    case .reduce(let meter, let amount): return reduction(of: meter, by: amount)
    }
  }

  /// `refresh the purchases: ask the store again, and report `members``
  private func refreshing(_ missing: MissingData) -> String {
    let allowances = missing.allowances.map { words("the allowance of `\($0)`", "`\($0)` 的额度") }
    let all = (missing.usage + missing.facts).map { "`\($0)`" } + allowances
    let names = words(and(all), "\(all.joined(separator: "、"))")
    let store = words("refresh the purchases: ask the store again", "刷新购买记录：重新查询商店")
    if all.isEmpty { return store }
    return missing.purchases
      ? words("\(store), and report \(names)", "\(store)，并上报 \(names)")
      : words("report \(names)", "上报 \(names)")
  }

  /// `reduce bills by 1`, `free up 5 GB of storage`, `get back 1 heart`. Things that a meter
  /// counts may be deleted, ended or sent away; only their name is known here.
  func reduction(of meter: String, by amount: Int64, isSentence: Bool = false) -> String {
    let index = decision.inquiry.flatMap { $0.graph.names.meter(meter, in: $0.graph.parts) }
    let things = texts.things(amount, ofMeter: index)
    let text: String
    if let index, let graph = decision.inquiry?.graph, graph[meter: index].refill != nil {
      text = words("get back \(things)", "恢复 \(things)")
    } else if texts.unit(ofMeter: index) == .count {
      let (name, number) = (index.map(texts.name(ofMeter:)) ?? meter, AmountText.grouped(amount))
      text = words("reduce \(name) by \(number)", "减少 \(things)")
    } else {
      text = freeing(amount, of: index, things)
    }
    guard isSentence else { return text }
    return words("\(text.prefix(1).uppercased())\(text.dropFirst()).", "\(text)。")
  }

  /// Of a byte or a second nobody speaks: one beyond a round amount is “more than” it.
  private func freeing(_ amount: Int64, of meter: Int32?, _ things: String) -> String {
    let isSmall = [.bytes, .seconds].contains(texts.unit(ofMeter: meter))
    let below = texts.quantity(amount - 1, ofMeter: meter)
    if isSmall, amount == 1 {
      let name = meter.map(texts.name(ofMeter:)) ?? ""
      return words("free up some \(name)", "释放一些\(name)")
    }
    if isSmall, below.utf8.count < texts.quantity(amount, ofMeter: meter).utf8.count {
      let round = texts.things(amount - 1, ofMeter: meter)
      return words("free up more than \(round)", "释放超过 \(round)")
    }
    return words("free up \(things)", "释放 \(things)")
  }

  /// `Annual (annual): 12 CNY per year and Space (space): 3 USD per month`
  private func words(_ offers: [Offer]) -> String {
    let one = offers.count == 1 && WayIn.buy(offers).isAfterTrial ? [opensLater] : []
    let told = offers.map {
      label($0.product) + words(": ", "：") + price(of: $0) + noted(beginning(of: $0) + one)
    }.joined(separator: words(" and ", " 和 "))
    return one.isEmpty ? told + afterTrial([offers]) : told
  }

  /// `free trial: 7 days`: the trial and the introductory price that this user is offered.
  private func beginning(of offer: Offer) -> [String] {
    guard let product = texts.product(named: offer.product),
      product.hasTrial || product.introduction != nil, let inquiry = decision.inquiry,
      let index = inquiry.graph.names.products[offer.product],
      inquiry.prepared.isOffered(trialOf: index)
    else { return [] }
    var parts = texts.trial(of: product).map { [words("free trial: \($0)", "免费试用 \($0)")] } ?? []
    let shown = offer.price(in: currency)?.currency
    if let introduction = texts.introduction(of: product, only: shown) {
      parts.append(words("introductory price: \(introduction)", "新用户优惠：\(introduction)"))
    }
    return parts
  }

  /// The targets that a purchase would open for this user. In a large policy it is left out: it would cost
  /// more than the answer.
  private func opens(_ offers: [Offer], _ inquiry: Inquiry) -> String {
    let graph = inquiry.graph
    guard graph.parts.targets.count * details.waysIn.count <= 10_000 else { return "" }
    let products = offers.compactMap { graph.names.products[$0.product] }
    // A way in opens what was asked for, also where it was asked for more than one of it.
    let asked = (graph.members(of: decision.target) ?? []).map { $0.index }
    let opened = Set(inquiry.opened(byBuying: products)).union(asked).sorted()
    guard opened.count > asked.count else { return "" }
    let names = graph.runs(of: opened).map { run in
      let first = graph.parts.targets[Int(run.lowerBound)].name
      if run.count == 1 { return first }
      return first + ".." + graph.parts.targets[Int(run.upperBound)].name
    }
    let shown = names.prefix(8).joined(separator: words(", ", "、"))
    let more = names.count > 8 ? words(" and more", "等") : ""
    return words("; opens \(shown)\(more)", "；可解锁 \(shown)\(more)")
  }

  private func price(of offer: Offer) -> String {
    if let price = offer.price(in: currency) { return texts.words(price) }
    return offer.isPriceOnRequest
      ? texts.priceOnRequest : words("price in the store", "价格以商店为准")
  }

  private func label(_ product: String) -> String {
    name(product, label: texts.label(ofProduct: product))
  }

  /// The reminder that is due, and a prompt that was dismissed.
  var promptLines: [String] {
    var lines: [String] = []
    if let reminder = details.reminder {
      let text = texts.text(of: reminder, decision: decision)
      let level = reminder.isProminent ? words("prominent", "强提示") : words("gentle", "轻提示")
      lines.append("")
      lines.append(
        words("Reminder \(reminder.id) (\(level))", "提醒 \(reminder.id)（\(level)）")
          + (text.map { words(": ", "：") + $0 } ?? "") + snoozed(reminder.snoozedUntil))
    }
    if let prompt = details.prompt, prompt.snoozedUntil != nil {
      lines.append("")
      lines.append(words("Prompt \(prompt.id)", "提示 \(prompt.id)") + snoozed(prompt.snoozedUntil))
    }
    return lines
  }

  private func snoozed(_ until: Instant?) -> String {
    guard let until else { return "" }
    let instant = time.exact(until)
    return words("; dismissed, comes back at \(instant)", "；已关闭，\(instant) 后再次出现")
  }
}

/// Ways in as people read them: the ways to buy that bring the same plan are one. Data keeps them
/// apart and in their own order.
enum WayGroup {
  /// Sets of products that bring the same; the plan's name if they bring something with a name.
  case buy(plan: String?, [[Offer]])
  /// A subscription that the user paused, and that is enough again once it goes on.
  case resume(product: String)
  /// A way that is not a purchase.
  case other(WayIn)

  /// The groups, each at the place of its first way.
  static func groups(of ways: [WayIn], _ texts: Texts) -> [WayGroup] {
    var groups: [WayGroup] = []
    var places: [[PlanContents]: Int] = [:]
    let ways = texts.simple(ways) { way in
      if case .buy(let offers) = way { offers.map { $0.product } } else { [] }
    }
    for way in ways {
      guard case .buy(let offers) = way else {
        groups.append(.other(way))
        continue
      }
      let contents = offers.map { PlanContents(of: $0, texts) }
      if let place = places[contents], case .buy(let plan, let sets) = groups[place] {
        groups[place] = .buy(plan: plan, sets + [offers])
      } else {
        places[contents] = groups.count
        let names = contents.compactMap { $0.name(texts) }
        let plan = names.count == contents.count ? names : []
        groups.append(.buy(plan: plan.isEmpty ? nil : texts.list(plan), [offers]))
      }
    }
    return groups
  }
}

/// The contents of a product: products with the same contents are the same plan, paid differently.
private struct PlanContents: Hashable {
  private var grants: [Int32] = []
  private var adds: [Product.Addition] = []
  /// A product that brings nothing is a plan of its own.
  private var product = ""

  init(of offer: Offer, _ texts: Texts) {
    guard let found = texts.product(named: offer.product),
      !found.grants.isEmpty || !found.adds.isEmpty
    else {
      product = offer.product
      return
    }
    grants = found.grants.sorted()
    adds = found.adds.sorted {
      ($0.meter, $0.amount, $0.window?.code ?? 0) < ($1.meter, $1.amount, $1.window?.code ?? 0)
    }
  }

  /// `Pro`, `Pro and 10 GB of storage`; `nil` if it brings nothing.
  func name(_ texts: Texts) -> String? {
    let parts =
      grants.map(texts.name(ofEntitlement:))
      + adds.map { texts.words($0) }
    return parts.isEmpty ? nil : texts.list(parts)
  }
}

extension Texts {
  /// Without the sets of products that join two plans of one ladder, which nobody buys together,
  /// where a set that does not stands beside them. Data keeps every minimal set.
  func simple<Item>(_ items: [Item], _ products: (Item) -> [String]) -> [Item] {
    let isSimpleBought = items.contains { item in
      let set = products(item)
      return !set.isEmpty && plans(in: set) < 2
    }
    return isSimpleBought ? items.filter { plans(in: products($0)) < 2 } : items
  }

  /// How many of these products are plans: they grant a tier that not everybody has.
  private func plans(in products: [String]) -> Int {
    products.reduce(0) { count, name in
      let isPlan = product(named: name)?.grants.contains { isTier($0) } ?? false
      return count + (isPlan ? 1 : 0)
    }
  }

  private func isTier(_ entitlement: Int32) -> Bool {
    (graph?.parts.entitlements[Int(entitlement)].rank ?? 0) > 0
  }
}

extension Explanation {
  /// The entitlements that a requirement asks to be paid for, and that the user has in a trial.
  static func inTrial(
    _ index: NodeIndex, _ evaluation: inout Evaluation<NoObserver>
  ) -> [String] {
    switch evaluation.graph[node: index] {
    case .paid(let entitlement):
      let isTried = evaluation.value(index) == .no && evaluation.held(entitlement) == .yes
      return isTried ? [evaluation.graph[entitlement: entitlement].name] : []
    case .all(let children), .any(let children):
      return Array(evaluation.graph[children]).flatMap { inTrial($0, &evaluation) }
    default: return []
    }
  }
}
