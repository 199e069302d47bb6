import TollgateKit

/// A note about a document: a part that opens nothing, or something else to know.
///
/// ```swift
/// for note in imported.notes(policy: policy) {
///   log(note.description(in: "en"))  // `gold`: the policy does not have this product
/// }
/// ```
public struct ImportNote: Sendable, Hashable {
  /// The product or entitlement concerned, by its name in the document; nil for the whole document.
  public var subject: String?
  /// The content of the note.
  package var fact: Fact

  package init(_ fact: Fact, about subject: String? = nil) {
    self.fact = fact
    self.subject = subject
  }

  /// The content of a note; the words are in `ImportNote+Words.swift`.
  package enum Fact: Sendable, Hashable {
    /// A value of the service that Tollgate does not know; the purchase opens nothing.
    case unknownValue(field: String, value: String)
    /// A field is missing that decides nothing; the purchase counts.
    case missingField(String)
    /// The policy does not have this product.
    case unknownProduct
    /// The policy has neither an entitlement nor a product of this name.
    case unknownEntitlement
    /// A test purchase, where test purchases do not count.
    case testPurchase
    /// A purchase that is not verified as the terms require.
    case unverified
    /// The number of purchases of other accounts.
    case otherAccounts(Int)
    /// An entitlement of a product without a purchase.
    case withoutPurchase(product: String)
    /// A part of the document that is ignored.
    case notRead
    /// Google refunds a purchase that is not acknowledged.
    case notAcknowledged
    /// It replaced another purchase.
    case replacesAnother
    /// It was never paid, and the purchase that it should have replaced is not in this document.
    case replacedNothing
    /// It is a rental without an end date.
    case rented
    /// It has no end date; it opens nothing.
    case noEnd
    /// Its first period has not begun.
    case notBegun
    /// A family member bought it, and the policy does not share it.
    case notShared
    /// The service ends the entitlement at another time than its purchase; the earlier end counts.
    case endsApart(product: String)
    /// Nobody knows how long it lasts.
    case noLength
    /// It has no end date; it counts while the snapshot is trusted.
    case endUnknown
    /// It is a pack of this meter, and how much of it is left depends on what was used.
    case pack(meter: String)
    /// The merchant has paused the payments.
    case collectionPaused
  }
}

extension ImportNote {
  /// The note in words: Simplified Chinese for `zh…`, else English. It contains only products,
  /// entitlements and states of the document.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    let words = isChinese ? fact.chinese : fact.english
    guard let subject else { return words }
    return isChinese ? "“\(shown(subject))”：\(words)" : "`\(shown(subject))`: \(words)"
  }

  /// A name without control characters, and not too long.
  private func shown(_ text: String) -> String {
    String(JSONText.quoted(text).dropFirst().dropLast())
  }
}

extension ImportNote.Fact {
  fileprivate var english: String {
    switch self {
    case .unknownValue(let field, let value):
      "`\(field)` is \(JSONText.quoted(value)), an unknown value; it opens nothing"
    case .missingField(let field): "`\(field)` is missing; the purchase counts without it"
    case .unknownProduct:
      "the policy does not have this product, so it opens nothing; add `sold as` to a product"
    case .unknownEntitlement:
      "the policy has neither an entitlement nor a product of this name, so it opens nothing"
    case .testPurchase: "a test purchase, which does not count"
    case .unverified: "not verified, so it does not count"
    case .otherAccounts(let count):
      count == 1
        ? "1 purchase of another account was left out"
        : "\(count) purchases of other accounts were left out"
    case .withoutPurchase(let product):
      "granted by \(JSONText.quoted(product)), but the document has no purchase of it; "
        + "it opens nothing"
    case .notRead: "this part of the document is ignored"
    case .notAcknowledged: "not acknowledged yet; Google refunds it after three days"
    case .replacesAnother: "it replaced another purchase; read that purchase again, too"
    case .replacedNothing:
      "it was never paid; the purchase that it should have replaced continues, so read that one"
    case .rented: "a rental without an end date; it opens nothing"
    case .noEnd: "it has no end date; it opens nothing"
    case .notBegun: "its first period has not begun; it opens nothing"
    case .notShared:
      "bought by a family member, and the policy does not say `shared with family`; it opens nothing"
    case .endsApart(let product):
      "it ends at another time than \(JSONText.quoted(product)), which grants it; the earlier end counts"
    case .noLength: "the App Store does not report how long it lasts; it opens nothing"
    case .endUnknown:
      "it has no end date; it counts while the snapshot is trusted"
    case .pack(let meter):
      "how much of it is left depends on what was used; whoever counts `\(meter)` says it as its "
        + "allowance"
    case .collectionPaused: "payments are paused; the service's own state counts"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .unknownValue(let field, let value):
      "\(field) 的值 \(JSONText.quoted(value)) 未知；不会解锁任何内容"
    case .missingField(let field): "缺少 \(field)；不影响这笔购买"
    case .unknownProduct: "策略中没有此商品，不会解锁任何内容；请为商品添加 sold as"
    case .unknownEntitlement: "策略中没有此名称的权益或商品，不会解锁任何内容"
    case .testPurchase: "测试购买，不计入"
    case .unverified: "尚未验证，不计入"
    case .otherAccounts(let count): "忽略了其他账户的 \(count) 笔购买"
    case .withoutPurchase(let product):
      "由 \(JSONText.quoted(product)) 授予，但文档中没有该商品的购买；不会解锁任何内容"
    case .notRead: "文档的这一部分被忽略"
    case .notAcknowledged: "尚未确认（acknowledge）；Google 将在三天后退款"
    case .replacesAnother: "它替换了另一笔购买；请重新读取那笔购买"
    case .replacedNothing: "这笔购买从未付款；原购买继续有效，请读取原购买"
    case .rented: "租用且没有到期时间；不会解锁任何内容"
    case .noEnd: "没有到期时间；不会解锁任何内容"
    case .notBegun: "首个计费周期尚未开始；不会解锁任何内容"
    case .notShared: "由家庭成员购买，而策略未注明 shared with family；不会解锁任何内容"
    case .endsApart(let product):
      "与授予它的 \(JSONText.quoted(product)) 到期时间不同；以较早者为准"
    case .noLength: "App Store 不提供其有效期；不会解锁任何内容"
    case .endUnknown: "没有到期时间；在快照可信期内有效"
    case .pack(let meter): "剩余多少取决于已用量；由统计 \(meter) 的一方作为其额度上报"
    case .collectionPaused: "已暂停收款；以服务方的状态为准"
    }
  }
}

extension ImportNote: CustomStringConvertible {
  /// The note in English.
  public var description: String { description(in: "en") }
}
