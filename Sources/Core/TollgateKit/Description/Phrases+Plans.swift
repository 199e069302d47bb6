import TollgateWords

/// Plans; whole sentences if no comment says otherwise.
extension Phrases {
  func tiers(_ names: [String]) -> String {
    words("From the lowest to the highest: \(list(names)).", "从低到高：\(list(names))。")
  }

  var tiersInclude: String { words("Each includes those before it.", "高等级包含低等级。") }

  func includes(_ names: [String]) -> String {
    words("Includes \(and(names)).", "包含\(and(names))。")
  }

  func more(_ count: Int) -> String { words("\(count) more", "另外 \(count) 项") }

  func gives(_ names: [String], with others: [String]) -> String {
    if others.isEmpty { return words("Gives \(and(names)).", "提供\(and(names))。") }
    return words(
      "Gives \(and(names)), and with that \(and(others)).",
      "提供\(and(names))，其中包含\(and(others))。")
  }

  var givesNothing: String { words("Gives nothing by itself.", "本身不提供权益。") }

  func adds(_ amount: String, to meter: String) -> String {
    words("Adds \(amount) to \(meter).", "\(meter)限额增加\(amount)。")
  }

  func addsValue(_ amount: String, to setting: String) -> String {
    words("Adds \(amount) to \(setting).", "\(setting)增加\(amount)。")
  }

  func addsPack(_ amount: String, to meter: String) -> String {
    words(
      "Adds \(amount) to \(meter) until they are used up.", "\(meter)增加\(amount)，用完为止。")
  }

  /// An amount of a pack, no sentence.
  func untilUsedUp(_ amount: String) -> String {
    words("\(amount) until used up", "\(amount)，用完为止")
  }

  func costs(_ price: String) -> String { words("Costs \(price).", "价格：\(price)。") }
  var storeSetsThePrice: String { words("The store sets the price.", "价格由商店决定。") }

  var priceIsOnRequest: String { words("The price is on request.", "价格面议。") }

  func trial(ofOne period: String, _ chinesePeriod: String) -> String {
    words("The first \(period) is free.", "首\(chinesePeriod)免费。")
  }

  func trial(_ duration: String) -> String {
    words("The first \(duration) are free.", "前\(duration)免费。")
  }

  func grace(_ duration: String) -> String {
    words("Access stays for \(duration) after it expires.", "到期后\(duration)内仍可使用。")
  }

  var countsForTheFamily: String { words("The family can share it.", "支持家庭共享。") }

  func shared(with count: Int64) -> String {
    words("Up to \(count) people can share it.", "最多 \("\(count)") 人可以共享。")
  }

  func onlyWith(_ products: [String]) -> String {
    let isOne = products.count == 1
    return words(
      "Sold only to users who have \(or(products)) or buy \(isOne ? "it" : "one of them") at the same time.",
      "仅售给已有或同时购买\(or(products))的用户。")
  }

  func notWith(_ products: [String]) -> String {
    words(
      "Never held together with \(or(products)): the one bought last replaces the other.",
      "不可与\(or(products))同时持有：后购买的会取代先前的。")
  }

  var recommended: String { words("The recommended plan.", "推荐方案。") }
  var notForSale: String { words("Not for sale.", "不出售。") }

  func forSaleOnly(_ buyers: String) -> String {
    words("For sale only \(buyers).", "仅\(buyers)出售。")
  }

  /// After the name of a product, no sentence.
  var noLongerSold: String { words("not for sale", "不出售") }

  func soldAs(_ ids: [String]) -> String {
    words("Store id: \(list(ids)).", "商品 ID：\(list(ids))。")
  }

  func storeID(_ id: String, on store: String) -> String {
    words("\(id) on \(store)", "\(id)（\(store)）")
  }
}
