public import TollgateRuntime

extension PlanTable {
  /// The answer of a plan about a feature, a meter or a setting.
  public struct Cell: Sendable, Hashable {
    /// The answer.
    public let answer: Content
    /// The instant at which time alone brings another answer; `nil` if never.
    public let until: Instant?
    /// The answer in words of the locale: `included`, `5 GB`, `if platform is not web`.
    public let text: String

    /// An answer.
    public enum Content: Sendable, Hashable {
      /// It may be used, whatever else is so.
      case included
      /// It may be used, and for now there is only a reminder that it takes more.
      case warned
      /// It may not be used.
      case excluded
      /// It depends on something else: the condition in words of the locale, as `if platform is not
      /// web`.
      case depends(on: String)
      /// These limits bind, at least one.
      case limited([Limit])
      /// No limit binds.
      case unlimited
      /// The value of a setting.
      case value(SettingValue)

      /// The word for it in JSON.
      public var word: String {
        switch self {
        case .included: "included"
        case .warned: "warned"
        case .excluded: "excluded"
        case .depends: "depends"
        case .limited: "limited"
        case .unlimited: "unlimited"
        case .value: "value"
        }
      }
    }
  }

  /// A limit of a meter.
  public struct Limit: Sendable, Hashable {
    /// The highest value that it lets pass, in the meter's unit; `nil` while it is undecided, or
    /// if each account has its own.
    public let amount: Int64?
    /// Whether how much it is has not been decided.
    public let isUndecided: Bool
    /// The window that it counts over.
    public let window: Window
    /// The condition under which it binds, in words of the locale; `nil` if always.
    public let condition: String?
    /// Whether it only reminds for now.
    public let isSoft: Bool
    /// It in words of the locale: `3 per day`.
    public let text: String
  }
}
