import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// A paywall as text, in English or Simplified Chinese.
struct PaywallText {
  private let paywall: Paywall
  private let words: TableWords

  init(_ paywall: Paywall) {
    self.paywall = paywall
    words = TableWords(paywall.locale)
  }

  var text: String {
    var lines = [paywall.title.isEmpty ? words.words("Paywall", "付费墙") : paywall.title]
    if let refresh = paywall.refresh { lines += ["", refresh] }
    if let target = paywall.target { lines += ["", headline(target)] + details(target) }
    for product in sorted { lines += [""] + self.lines(product) }
    if paywall.products.isEmpty {
      lines += ["", words.words("The policy sells nothing.", "此策略没有商品。")]
    }
    return lines.map(Escape.line).joined(separator: "\n") + "\n"
  }

  /// The products that open the target alone come first, in the order of the ways to buy.
  private var sorted: [Paywall.Product] {
    let first = (paywall.target?.sets ?? []).filter { $0.count == 1 }.flatMap { $0 }
    let all = paywall.products
    return first.compactMap { name in all.first { $0.listing.name == name } }
      + all.filter { !first.contains($0.listing.name) }
  }

  private func headline(_ target: Paywall.Target) -> String {
    let outcome =
      switch target.outcome {
      case .allowed: words.words("open", "已开放")
      case .warned: words.words("open, with a warning", "已开放，但有提醒")
      case .denied: words.words("locked", "已锁定")
      }
    let label = target.label == target.name ? target.name : "\(target.label) (\(target.name))"
    return "\(label)\(words.words(": ", "："))\(outcome)"
  }

  private func details(_ target: Paywall.Target) -> [String] {
    var lines = target.message.map { ["  “\($0)”"] } ?? []
    let sets = target.sets.map { names in names.map(label).joined(separator: " + ") }
    if !sets.isEmpty {
      let more = target.areMore ? words.words(", and more", "等") : ""
      let list = sets.joined(separator: words.words(" or ", "或")) + more
      lines.append("  \(words.words("Buy ", "购买："))\(list)")
    }
    return lines
  }

  private func label(_ name: String) -> String {
    paywall.products.first { $0.listing.name == name }?.listing.label ?? name
  }

  private func lines(_ product: Paywall.Product) -> [String] {
    let listing = product.listing
    var title = "\(listing.label)\(words.words(": ", "："))\(listing.priceText.text)"
    if listing.isRecommended { title += words.words(" (recommended)", "（推荐）") }
    var lines = [title, "  " + state(product)]
    lines += (listing.terms + listing.benefits).map { "  " + $0 }
    let separator = words.words(", ", "、")
    func add(_ english: String, _ chinese: ChineseText, _ list: [String]) {
      guard !list.isEmpty else { return }
      lines.append("  \(words.words(english, chinese))\(list.joined(separator: separator))")
    }
    let later = product.opensAfterTrial
    add("opens ", "解锁：", product.opens.filter { !later.contains($0) }.map { $0.label })
    add("opens after the trial ", "试用期后解锁：", later.map { $0.label })
    let raised =
      product.raises.map { ($0.label, $0.text) } + product.improves.map { ($0.label, $0.text) }
    let raises = raised.map { label, text in
      words.words("\(label) to \(text)", "\(label)（\(text)）")
    }
    add("raises ", "提高上限：", raises)
    let takes = product.takes.map { taking in
      words.words(
        "\(taking.targets.label) (\(taking.text))", "\(taking.targets.label)（\(taking.text)）")
    }
    add("a use takes: ", "使用消耗：", takes)
    add("replaces ", "替换：", product.replaces.map(label))
    return lines
  }

  private func state(_ product: Paywall.Product) -> String {
    switch product.state {
    case .owned: words.words("owned", "已拥有")
    case .covered where product.isPurchasable:
      words.words("included for now in what the user has; for sale", "目前已包含在现有权益中；可购买")
    case .covered: words.words("included in what the user has", "已包含在现有权益中")
    case .onHold: words.words("the payment failed or is paused", "付款失败或已暂停")
    case .pending: words.words("the payment is pending", "等待付款")
    case .notOwned where product.isPurchasable: words.words("for sale", "可购买")
    case .notOwned: words.words("not for sale to this user", "此用户不可购买")
    }
  }
}
