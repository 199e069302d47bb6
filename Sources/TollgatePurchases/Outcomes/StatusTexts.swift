import TollgateKit
import TollgateRuntime

extension PurchaseStatus.Validity {
  /// The renewal or end of a purchase, for a settings page: `Lifetime Access`, `Renews 2026-06-01`,
  /// `Expires 2026-06-01`. Days are in UTC; an app that shows the user's own time zone formats the
  /// instant instead.
  public func text(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    switch self {
    case .lifetime: return isChinese ? "终身使用" : "Lifetime Access"
    case .renews(let instant):
      return (isChinese ? "续订日期：" : "Renews ") + Self.day(instant)
    case .ends(let instant):
      return (isChinese ? "到期日期：" : "Expires ") + Self.day(instant)
    }
  }

  private static func day(_ instant: Instant) -> String {
    String(instant.text.prefix { $0 != "T" })
  }
}

extension PurchaseStatus.ProductStatus.Ownership {
  /// The text that a paywall shows instead of a price; nil if there is something to buy.
  public func text(in locale: String) -> String? {
    guard self != .notOwned else { return nil }
    return Language(locale) == .chinese ? "已解锁" : "Unlocked"
  }
}
