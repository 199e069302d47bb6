import TollgateKit

extension ImportNote {
  /// What there is to know, in a language: Simplified Chinese for `zh…`, else English. It names
  /// products, entitlements and states, and nothing else of the document.
  public func description(in locale: String) -> String {
    let isChinese = locale == "zh" || locale.hasPrefix("zh-") || locale.hasPrefix("zh_")
    let words = isChinese ? fact.chinese : fact.english
    guard let subject else { return words }
    return isChinese ? "“\(shown(subject))”：\(words)" : "`\(shown(subject))`: \(words)"
  }

  /// A name that a terminal does not obey, and that is not too long.
  private func shown(_ text: String) -> String {
    String(JSONText.quoted(text).dropFirst().dropLast())
  }
}

extension ImportNote.Fact {
  fileprivate var english: String {
    switch self {
    case .unknownValue(let field, let value):
      "`\(field)` is \(JSONText.quoted(value)), which is not known here; it opens nothing"
    case .unknownProduct:
      "the policy has no product of that name, so it opens nothing; add `sold as` to a product"
    case .unknownEntitlement:
      "the policy has no entitlement and no product of that name, so it opens nothing"
    case .testPurchase: "a test purchase, which does not count here"
    case .unverified: "not verified, so it does not count"
    case .otherAccounts(let count):
      count == 1
        ? "1 purchase of another account was left out"
        : "\(count) purchases of other accounts were left out"
    case .withoutPurchase(let product):
      "held through \(JSONText.quoted(product)), of which the document has no purchase; "
        + "it opens nothing"
    case .notRead: "this part of the document is not read"
    case .notAcknowledged: "not acknowledged yet; Google pays it back after three days"
    case .replacesAnother: "it took the place of another purchase; read that one anew too"
    case .replacedNothing:
      "it was never paid; the purchase that it was to replace goes on, and is read by itself"
    case .rented: "rented, and the document does not tell until when; it opens nothing"
    case .noEnd: "the document does not tell when it ends; it opens nothing"
    case .endUnknown:
      "the document does not tell when it ends; it counts for as long as the snapshot is trusted"
    case .collectionPaused: "payments are not collected for now; it counts as the service has it"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .unknownValue(let field, let value):
      "\(field) 的值 \(JSONText.quoted(value)) 未知，不解锁任何功能"
    case .unknownProduct: "策略中没有这个产品，不解锁任何功能；请为产品添加 sold as"
    case .unknownEntitlement: "策略中没有这个权益或产品，不解锁任何功能"
    case .testPurchase: "测试购买，此处不计"
    case .unverified: "未通过验证，不计"
    case .otherAccounts(let count): "忽略了其他账户的 \(count) 笔购买"
    case .withoutPurchase(let product):
      "来自 \(JSONText.quoted(product))，但文档中没有该购买，不解锁任何功能"
    case .notRead: "文档的这一部分未被读取"
    case .notAcknowledged: "尚未确认；三天后 Google 会退款"
    case .replacesAnother: "它取代了另一笔购买；请同时重新读取那一笔"
    case .replacedNothing: "这笔购买从未付款；原有的购买继续有效，需单独读取"
    case .rented: "租用，文档未说明到期时间，不解锁任何功能"
    case .noEnd: "文档未说明到期时间，不解锁任何功能"
    case .endUnknown: "文档未说明到期时间；在快照可信期内有效"
    case .collectionPaused: "暂停收款；按服务方的状态计"
    }
  }
}
