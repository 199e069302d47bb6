public import TollgateRuntime

extension PlanTable {
  /// The answer of a plan about a feature, a meter or a setting.
  public struct Cell: Sendable, Hashable {
    /// The answer.
    public let answer: Content
    /// The instant at which time alone brings another answer; `nil` if never.
    public let until: Instant?
    /// The answer from then on in words of the locale: `not included`; `nil` if there is no
    /// ``until``.
    public let then: String?
    /// The answer in words of the locale: `included`, `5 GB`, `if platform is not web`, `included,
    /// with a warning until 2027-03-01, then not included`.
    public let text: String
    /// The value of a setting that the user of the plan surely has; `nil` for a feature or meter.
    public let value: SettingValue?
    /// The better values of a setting that the user of the plan has under a condition. Those of a
    /// meter are in its ``PlanTable/Limit/perhaps``.
    public let perhaps: [Perhaps]
    /// The unit of the value: `seconds`, `bytes`; `nil` for a choice.
    let unit: String?

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

  /// More than a plan surely has: the amount of a step whose condition is unknown.
  public struct Perhaps: Sendable, Hashable {
    /// The amount in the unit of the meter or setting; `nil` for unlimited, and for a choice.
    public let amount: Int64?
    /// The name of the choice; `nil` for an amount.
    public let choice: String?
    /// Whether there is no limit.
    public var isUnlimited: Bool { amount == nil && choice == nil }
    /// The condition in words of the locale: `if platform is web`.
    public let condition: String
    /// It in words of the locale: `100 if platform is web`.
    public let text: String
  }

  /// A limit of a meter.
  public struct Limit: Sendable, Hashable {
    /// The highest value that it lets pass, in the meter's unit; `nil` while it is undecided, or
    /// if each account has its own.
    public let amount: Int64?
    /// Whether how much it is has not been decided.
    public let isUndecided: Bool
    /// The window that it counts over.
    public let window: Usage.Window
    /// The condition under which it binds, in words of the locale; `nil` if always.
    public let condition: String?
    /// Whether it only reminds for now.
    public let isSoft: Bool
    /// The higher amounts that the user of the plan has under a condition, in the order of the
    /// policy.
    public let perhaps: [Perhaps]
    /// It in words of the locale: `3 per day`.
    public let text: String
  }
}
