import TollgateRuntime

extension ChinesePhrases {
  func tiers(_ names: [String]) -> String { "从低到高：\(list(names))。" }
  var tiersInclude: String { "高等级包含低等级。" }
  func includes(_ names: [String]) -> String { glue("包含", and(names)) + "。" }

  func gives(_ names: [String], with others: [String]) -> String {
    glue("提供", and(names)) + (others.isEmpty ? "。" : "，" + glue("其中包含", and(others)) + "。")
  }

  var givesNothing: String { "本身不提供权益。" }
  func adds(_ amount: String, to meter: String) -> String { glue(meter, "限额增加", amount) + "。" }
  func costs(_ price: String) -> String { "价格：\(price)。" }
  var storeSetsThePrice: String { "价格由商店决定。" }
  func trial(_ duration: String) -> String { glue("前", duration, "免费") + "。" }
  func grace(_ duration: String) -> String { glue("到期后", duration, "内仍可使用") + "。" }
  var countsForTheFamily: String { "支持家庭共享。" }

  func onlyWith(_ products: [String]) -> String {
    glue("仅售给已有或同时购买", or(products), "的用户") + "。"
  }

  func notWith(_ products: [String]) -> String {
    glue("不与", or(products), "同时持有：后购买的取代先前的") + "。"
  }

  var recommended: String { "推荐方案。" }
  var notForSale: String { "不出售。" }
  var noLongerSold: String { "不出售" }
  var priceOfTheStore: String { "价格见商店" }
  func soldAs(_ ids: [String]) -> String { "商店编号：\(list(ids))。" }
  func storeID(_ id: String, on store: String) -> String { "\(id)（\(store)）" }

  func gift(_ entitlement: String, scope: [String]) -> String {
    scoped(scope, glue("人人拥有", entitlement))
  }

  func choices(_ names: [String], isOpen: Bool) -> String {
    isOpen ? glue(list(names), "或其他。") : "\(or(names))；其他值视为未知。"
  }

  func kind(_ type: Fact.FactType) -> String {
    switch type {
    case .choice: "选项。"
    case .date: "日期。"
    case .yesOrNo: "是或否。"
    case .version: "版本号，例如 1.4.2。"
    case .number: "整数。"
    }
  }

  func counts(as value: String) -> String { glue("应用未报告时视为", value) + "。" }
  var countsAsUnknown: String { "应用未报告时视为未知。" }

  func version(from low: String?, before high: String?) -> String {
    switch (low, high) {
    case (let low?, let high?): "不低于 \(low) 且低于 \(high)"
    case (let low?, nil): "不低于 \(low)"
    case (nil, let high?): "低于 \(high)"
    case (nil, nil): "任意版本"
    }
  }

  func yesOrNo(_ isYes: Bool) -> String { isYes ? "“是”" : "“否”" }

  func rollout(_ percent: String) -> String {
    "\(percent)% 的用户，始终是同一批；提高比例只会增加用户。"
  }

  func group(_ members: [String]) -> String { glue("代表", and(members)) + "。" }

  func trusted(for duration: String?) -> String {
    duration.map { "确认后 \($0)内有效，之后视为未知。" } ?? "不论多久都有效。"
  }

  func snoozed(for duration: String?) -> String {
    duration.map { "\($0)内不再出现，另有说明的除外。" } ?? "下次会再次出现，另有说明的除外。"
  }
}
