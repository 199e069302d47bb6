/// The payment methods of each platform, who verifies them, and where a subscription is cancelled.
///
/// ```swift
/// let routes = PaymentRoutes(methods: [.ios: [.appleIAP], .web: [.alipay]])
/// for method in routes.methods(on: .web) { show(method, PaymentRoutes.cancellation(of: method)) }
/// ```
public struct PaymentRoutes: Sendable, Hashable {
  /// Who verifies a payment.
  public enum Verifier: String, Sendable, Hashable, CaseIterable {
    /// Apple's servers.
    case apple
    /// WeChat Pay.
    case wechatPay = "wechat-pay"
    /// Alipay.
    case alipay
    /// Google's servers.
    case googlePlay = "google-play"
    /// Stripe.
    case stripe
  }

  /// Where a user cancels a subscription.
  public enum Cancellation: String, Sendable, Hashable, CaseIterable {
    /// The subscription settings of the App Store.
    case appStore = "app-store"
    /// The automatic payments of WeChat Pay.
    case wechatPay = "wechat-pay"
    /// The automatic payments of Alipay.
    case alipay
    /// The subscription settings of Google Play.
    case googlePlay = "google-play"
    /// The customer portal of Stripe.
    case stripe
  }

  /// The methods that each platform offers, in display order.
  public var methods: [Platform: [PaymentMethod]]

  /// Creates routes. A platform that is left out offers no method.
  public init(methods: [Platform: [PaymentMethod]]) {
    self.methods = methods
  }

  /// Only Apple's in-app purchase on iOS, as Apple requires; WeChat Pay and Alipay elsewhere.
  public static let standard = PaymentRoutes(methods: [
    .ios: [.appleIAP], .android: [.wechatPay, .alipay], .web: [.wechatPay, .alipay],
  ])

  /// The methods that a platform offers.
  public func methods(on platform: Platform) -> [PaymentMethod] {
    methods[platform] ?? []
  }

  /// Who verifies a payment of a method.
  public static func verifier(of method: PaymentMethod) -> Verifier {
    switch method {
    case .appleIAP: .apple
    case .wechatPay: .wechatPay
    case .alipay: .alipay
    case .googlePlay: .googlePlay
    case .stripe: .stripe
    }
  }

  /// Where a subscription that was paid by a method is cancelled.
  public static func cancellation(of method: PaymentMethod) -> Cancellation {
    switch method {
    case .appleIAP: .appStore
    case .wechatPay: .wechatPay
    case .alipay: .alipay
    case .googlePlay: .googlePlay
    case .stripe: .stripe
    }
  }
}

extension PaymentRoutes {
  /// Where an app runs.
  ///
  /// ```swift
  /// let methods = PaymentRoutes.standard.methods(on: .web)
  /// show(methods.map(PaymentRoutes.cancellation(of:)))
  /// ```
  public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// iPhones and iPads.
    case ios
    /// Android.
    case android
    /// A browser.
    case web
  }
}
