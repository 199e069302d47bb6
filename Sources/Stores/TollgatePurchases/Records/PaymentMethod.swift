/// How a purchase was paid.
///
/// ```swift
/// if await gate.status.plan?.method == .appleIAP { show("Cancel it in the App Store") }
/// ```
public enum PaymentMethod: String, Sendable, Hashable, CaseIterable {
  /// Apple's in-app purchase.
  case appleIAP = "apple_iap"
  /// WeChat Pay.
  case wechatPay = "wechat_pay"
  /// Alipay.
  case alipay
  /// Google Play's billing.
  case googlePlay = "google_play"
  /// Stripe.
  case stripe
}
