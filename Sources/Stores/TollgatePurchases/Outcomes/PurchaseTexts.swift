public import TollgateKit
import TollgateRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The texts about purchases for users, in English and Simplified Chinese. An app can replace each
/// by its code.
///
/// ```swift
/// var texts = PurchaseTexts.standard
/// texts[.purchased] = PurchaseTexts.Text("Welcome to Pro!", "欢迎使用专业版！")
/// alert(texts.text(for: await gate.restore(), in: gate.locale))
/// ```
public struct PurchaseTexts: Sendable, Hashable {
  /// A text in both languages. `{detail}` is the store's own text, `{count}` the number of restored
  /// purchases.
  public struct Text: Sendable, Hashable {
    /// The English text.
    public var english: String
    /// The Simplified Chinese text.
    public var chinese: String

    /// Creates a text in both languages.
    public init(_ english: String, _ chinese: String) {
      self.english = english
      self.chinese = chinese
    }
  }

  private var replaced: [OutcomeCode: Text]

  /// Creates texts; those that are not replaced are the standard ones.
  public init(replacing texts: [OutcomeCode: Text] = [:]) {
    replaced = texts
  }

  /// The texts for an app that sells subscriptions.
  public static let standard = PurchaseTexts()

  /// The texts for an app that sells one-time purchases.
  public static let packs = PurchaseTexts(replacing: [
    .userCancelled: Text("Cancelled", "已取消"),
    .networkError: Text(
      "Network error. Check the network and try again.", "网络错误，请检查网络后重试"),
    .purchaseFailed: Text(
      "The purchase did not go through. Try again later, or contact support.",
      "购买未完成，请稍后重试或联系客服"),
  ])

  /// The text of a code.
  public subscript(code: OutcomeCode) -> Text {
    get { replaced[code] ?? PurchaseTexts.text(of: code) }
    set { replaced[code] = newValue }
  }

  /// The text of a code in a language: Simplified Chinese for `zh…`, else English.
  public func text(
    for code: OutcomeCode, detail: String = "", count: Int = 0, in locale: String
  ) -> String {
    let text = Language(locale) == .chinese ? self[code].chinese : self[code].english
    return Texts.replacingPlaceholders(in: text) { name in
      switch name {
      case "detail": detail
      case "count": String(count)
      default: nil
      }
    }
  }

  /// The text of an error in a language.
  public func text(for error: PurchaseError, in locale: String) -> String {
    text(for: error.code, detail: error.detail ?? "", in: locale)
  }

  /// The text of the outcome of a restore in a language.
  public func text(for outcome: RestoreOutcome, in locale: String) -> String {
    var (detail, count) = ("", 0)
    switch outcome {
    case .restored(let ids): count = ids.count
    case .nothingToRestore: break
    case .failed(let error): detail = text(for: error, in: locale)
    }
    return text(for: outcome.code, detail: detail, count: count, in: locale)
  }
}

extension PurchaseTexts {
  private static func text(of code: OutcomeCode) -> Text {
    switch code {
    case .productNotFound: Text("The plan was not found", "未找到订阅产品")
    case .purchaseFailed: Text("The purchase failed: {detail}", "购买失败：{detail}")
    case .verificationFailed:
      Text("The payment could not be verified. Contact support.", "支付验证失败，请联系客服")
    case .networkError:
      Text("No connection. Check the network settings.", "网络连接失败，请检查网络设置")
    case .userCancelled: Text("The purchase was cancelled", "用户取消购买")
    case .alreadySubscribed: Text("You already have this plan", "您已经订阅了此服务")
    case .insufficientPermissions:
      Text("This account is not allowed to buy", "权限不足，无法完成购买")
    case .unknownError: Text("The purchase failed: {detail}", "购买失败：{detail}")
    case .notAnUpgrade: Text("This is not an upgrade of your plan", "该产品不是当前订阅的升级")
    case .noComparablePrice:
      Text("The prices of the plans cannot be compared", "无法比较两个订阅的价格")
    case .purchased: Text("Thank you. The purchase is complete.", "购买成功")
    case .scheduled:
      Text("Your plan will change when the present one ends", "当前订阅到期后将切换到新方案")
    case .queued:
      Text(
        "The purchase continues when you are online again", "购买将在网络恢复后继续")
    case .restored: Text("Purchases restored: {count}", "已恢复 {count} 项购买")
    case .nothingToRestore: Text("No purchase record was found", "未发现购买记录")
    case .restoreFailed:
      Text(
        "Purchases could not be restored. Try again later. ({detail})",
        "恢复购买失败，请稍后重试（{detail}）")
    case .noProducts: Text("There is nothing to buy at the moment", "暂无可购买内容")
    }
  }
}

extension PurchaseStatus.Validity {
  /// The renewal or end of a purchase, for a settings page: `Lifetime Access`, `Renews 2026-06-01`,
  /// `Expires 2026-06-01`.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag: Simplified Chinese for `zh…`, else English.
  ///   - timeZone: The time zone of the day; by default, UTC.
  public func text(in locale: String, timeZone: TimeZone? = nil) -> String {
    let isChinese = Language(locale) == .chinese
    switch self {
    case .lifetime: return isChinese ? "终身使用" : "Lifetime Access"
    case .renews(let instant):
      return (isChinese ? "续订日期：" : "Renews ") + Self.day(instant, timeZone)
    case .ends(let instant):
      return (isChinese ? "到期日期：" : "Expires ") + Self.day(instant, timeZone)
    }
  }

  private static func day(_ instant: Instant, _ zone: TimeZone?) -> String {
    let text = zone.map { instant.text(in: $0) } ?? instant.text
    return String(text.prefix { $0 != "T" && $0 != " " })
  }
}

extension Gate {
  /// The renewal or end of a purchase in the gate's language and time zone: `Renews 2026-06-01`.
  ///
  /// ```swift
  /// if let plan = await gate.status.plan { show(gate.text(of: plan.validity)) }
  /// ```
  public func text(of validity: PurchaseStatus.Validity) -> String {
    validity.text(in: locale, timeZone: timeZone)
  }
}

extension PurchaseStatus.ProductStatus.Ownership {
  /// The text that a paywall shows instead of a price; nil if there is something to buy.
  public func text(in locale: String) -> String? {
    guard self != .notOwned else { return nil }
    return Language(locale) == .chinese ? "已解锁" : "Unlocked"
  }
}

// Purchases and their outcomes as a `print` shows them: in English, without the account.

extension Money: CustomStringConvertible {
  /// The amount with at least two decimals, and the currency: `10.00 EUR`.
  public var description: String { "\(amountText) \(currency)" }
}

extension PurchaseRecord: CustomStringConvertible {
  /// The transaction, the product, its state and its time: `t1: annual, active, from
  /// 2026-03-01T00:00:00Z until 2027-03-01T00:00:00Z`.
  public var description: String {
    var text = "\(transactionID): \(product), \(state.rawValue), from \(start)"
    if let end { text += " until \(end)" }
    if quantity != 1 { text += ", \(quantity) of it" }
    switch verification {
    case .waiting: text += ", not verified yet"
    case .invalid: text += ", not genuine"
    case .device, .server: break
    }
    return text
  }
}

extension VerificationResult: CustomStringConvertible {
  /// The result with the record or the reason: `invalid: it belongs to another app`.
  public var description: String {
    switch self {
    case .genuine(let record): "genuine: \(record)"
    case .invalid(let reason): "invalid: \(reason)"
    case .unavailable(let error): "not verified yet: \(error)"
    }
  }
}

extension PurchaseOutcome: CustomStringConvertible {
  /// The outcome: `purchased: t1: annual, …`, `failed: The purchase was cancelled`.
  public var description: String {
    switch self {
    case .purchased(let record): "purchased: \(record)"
    case .scheduled(let record): "changes when the present plan ends: \(record)"
    case .waiting(let record): "paid, not verified yet: \(record)"
    case .queued: "begun without a network, and waits for it"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension RestoreOutcome: CustomStringConvertible {
  /// The outcome: `restored annual, lifetime`, `nothing to restore`.
  public var description: String {
    switch self {
    case .restored(let names): "restored " + names.joined(separator: ", ")
    case .nothingToRestore: "nothing to restore"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension PurchaseStatus: CustomStringConvertible {
  /// The tier and the purchase that gives the most: `pro: annual, renews at 2027-03-01T00:00:00Z`.
  public var description: String {
    var text = tier.map { $0 + ": " } ?? ""
    text += plan?.description ?? "no purchase"
    if !onHold.isEmpty { text += ", on hold: " + onHold.joined(separator: ", ") }
    return text + (isStale ? " (stale)" : "")
  }
}

extension PurchaseStatus.Plan: CustomStringConvertible {
  /// The product, and its renewal or end: `annual, renews at 2027-03-01T00:00:00Z`.
  public var description: String { "\(product), \(isTrial ? "a trial, " : "")\(validity)" }
}

extension PurchaseStatus.Validity: CustomStringConvertible {
  /// The renewal or end: `renews at 2027-03-01T00:00:00Z`, `does not end`.
  public var description: String {
    switch self {
    case .renews(let instant): "renews at \(instant)"
    case .ends(let instant): "ends at \(instant)"
    case .lifetime: "does not end"
    }
  }
}

extension PurchaseStatus.ProductStatus: CustomStringConvertible {
  /// The product and whether it is owned: `annual: not-owned`.
  public var description: String { "\(product): \(ownership.rawValue)" }
}

extension StatusChange: CustomStringConvertible {
  /// The kind of change, and what it opens and closes: `purchased, unlocks csv-export`.
  public var description: String {
    var text = kind.rawValue
    if !unlocked.isEmpty { text += ", unlocks " + unlocked.joined(separator: ", ") }
    if !locked.isEmpty { text += ", locks " + locked.joined(separator: ", ") }
    return "\(text); now \(after)"
  }
}

extension PurchaseNotice: CustomStringConvertible {
  /// The message in short: `annual ended at 2027-03-01T00:00:00Z`.
  public var description: String {
    switch self {
    case .subscriptionExpired(let product, let end): "\(product) ended at \(end)"
    case .failing(let id, let attempts): "\(id) failed \(attempts) times, and is tried again"
    }
  }
}

extension PurchaseTexts.Text: CustomStringConvertible {
  /// The English text.
  public var description: String { english }
}
