import TollgateCompiler
import TollgateRuntime

extension Explanation {
  /// Every way in, numbered, in the order of the decision.
  func wayLines(_ inquiry: Inquiry) -> [String] {
    guard decision.outcome != .allowed else { return [] }
    guard !ways.isEmpty else {
      return ["", words("Ways in: none.", "解锁方式：无。")]
    }
    var lines = ["", words("Ways in", "解锁方式")]
    for (index, way) in ways.enumerated() {
      lines.append("  \(index + 1). " + words(way, inquiry))
    }
    if details.flags.contains(.moreWaysIn) {
      lines.append(words("  … and more combinations of products", "  ……以及更多商品组合"))
    }
    return lines
  }

  private func words(_ way: WayIn, _ inquiry: Inquiry) -> String {
    switch way {
    case .refresh:
      return words(
        "refresh what is known: ask the store, or report what is missing",
        "刷新信息：查询商店，或补全缺少的信息")
    case .fixPayment(let product):
      return words("fix the payment of \(label(product))", "修复 \(label(product)) 的付款")
    case .buy(let offers): return words(buying: offers, inquiry)
    case .wait(let until):
      let instant = InstantText.print(until)
      return words("wait until \(instant)", "等到 \(instant)")
    case .reduce(let meter, let amount):
      let index = inquiry.graph.names.meter(meter, in: inquiry.graph.parts) ?? -1
      let amount = texts.quantity(amount, ofMeter: index)
      return words("use less: take away \(amount) of \(meter)", "减少用量：将 \(meter) 减少 \(amount)")
    }
  }

  private func words(buying offers: [Offer], _ inquiry: Inquiry) -> String {
    let products = offers.map { label($0.product) + words(": ", "：") + words($0.price) }
    return words("buy ", "购买 ") + products.joined(separator: words(" and ", " 和 "))
      + opens(offers, inquiry)
  }

  /// What a purchase would open for this user. In a large policy it is left out: it would cost
  /// more than the answer.
  private func opens(_ offers: [Offer], _ inquiry: Inquiry) -> String {
    let graph = inquiry.graph
    guard graph.parts.targets.count * ways.count <= 10_000 else { return "" }
    let products = offers.compactMap { graph.names.products[$0.product] }
    let opened = inquiry.opened(byBuying: products)
    guard opened.count > 1 else { return "" }
    let names = graph.runs(of: opened).map { run in
      let first = graph.parts.targets[Int(run.lowerBound)].name
      if run.count == 1 { return first }
      return first + ".." + graph.parts.targets[Int(run.upperBound)].name
    }
    let shown = names.prefix(8).joined(separator: words(", ", "、"))
    let more = names.count > 8 ? words(" and more", "等") : ""
    return words("; opens \(shown)\(more)", "；可解锁 \(shown)\(more)")
  }

  private func label(_ product: String) -> String {
    name(product, label: texts.label(ofProduct: product))
  }

  /// The reminder that is due, and a prompt that was dismissed.
  var promptLines: [String] {
    var lines: [String] = []
    if let reminder = details.reminder {
      let text = texts.text(of: reminder, decision: decision)
      let level = reminder.isProminent ? words("prominent", "醒目") : words("gentle", "温和")
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
    let instant = InstantText.print(until)
    return words(", dismissed: stays away until \(instant)", "，已关闭，\(instant) 前不再出现")
  }
}
