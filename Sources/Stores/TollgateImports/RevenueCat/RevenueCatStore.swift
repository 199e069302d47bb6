import TollgatePurchases

/// A store that sold something.
enum RevenueCatStore: Hashable {
  case named(Name)
  /// A name that is none of these: it may be another store for testing.
  case unknown
  /// The document does not tell. A purchase for testing still says `is_sandbox`.
  case untold

  /// A store by RevenueCat's name.
  enum Name: String {
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
  }

  init(_ name: String) {
    self = Name(rawValue: name).map { .named($0) } ?? .unknown
  }

  static let promotional = RevenueCatStore.named(.promotional)

  var isKnown: Bool { self != .unknown }

  var method: PaymentMethod? {
    switch self {
    case .named(.appStore), .named(.macAppStore): .appleIAP
    case .named(.playStore): .googlePlay
    case .named(.stripe): .stripe
    case .named, .unknown, .untold: nil
    }
  }

  func environment(isSandbox: Bool) -> StoreEnvironment {
    switch self {
    case .unknown: .other
    case .named(.test): .sandbox
    case .named, .untold: isSandbox ? .sandbox : .production
    }
  }
}
