import TollgatePurchases

/// A store by RevenueCat's name.
enum RevenueCatStore: String {
  case appStore = "app_store"
  case macAppStore = "mac_app_store"
  case playStore = "play_store"
  case amazon
  case stripe
  case billing = "rc_billing"
  case paddle
  case roku
  /// Samsung's Galaxy Store.
  case galaxy
  case external
  /// RevenueCat's own store for testing.
  case test = "test_store"
  /// Granted by the app's team.
  case promotional
  /// None of these.
  case unknown = ""

  init(_ name: String) {
    self = RevenueCatStore(rawValue: name) ?? .unknown
  }

  var isKnown: Bool { self != .unknown }

  var method: PaymentMethod? {
    switch self {
    case .appStore, .macAppStore: .appleIAP
    case .playStore: .googlePlay
    case .stripe: .stripe
    case .amazon, .billing, .paddle, .roku, .galaxy, .external, .test, .promotional, .unknown:
      nil
    }
  }

  func environment(isSandbox: Bool) -> StoreEnvironment {
    switch self {
    case .unknown: .other
    case .test: .sandbox
    default: isSandbox ? .sandbox : .production
    }
  }
}
