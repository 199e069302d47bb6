#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
import TollgateRuntime

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
