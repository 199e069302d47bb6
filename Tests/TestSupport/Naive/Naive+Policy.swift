extension Naive {
  /// A policy: its statements in source order.
  public struct Policy: Equatable, Sendable {
    public var statements: [Statement]

    public init(_ statements: [Statement]) {
      self.statements = statements
    }
  }

  /// One statement with its clauses.
  public enum Statement: Equatable, Sendable {
    /// `policy NAME LABEL`
    case policy(name: String, label: String?)
    /// `trust snapshots for D`
    case trust(seconds: Int)
    /// `snooze prompts for D`
    case snooze(seconds: Int)
    /// `tiers a < b < c`
    case tiers([String])
    /// `entitlements a, b`
    case entitlements([String])
    /// `entitlement a includes b and c`
    case entitlement(name: String, includes: [String])
    /// `product P` and its clauses
    case product(Product)
    /// `meters a, b` or `meter a in bytes`
    case meters([String], unit: Unit)
    /// `features a, b`
    case features([String])
    /// `series L1..L9`
    case series(prefix: String, count: Int)
    /// `group g is a, b`
    case group(name: String, members: [String])
    /// `fact f is …`
    case fact(Fact)
    /// `rollout r is 12.5% of users`; 1250 hundredths
    case rollout(name: String, hundredths: Int)
    /// `setting s is …`
    case setting(Setting)
    /// `grant e …`
    case grant(PolicyGrant)
    /// a rule and its clauses
    case rule(Rule)
    /// `f1 uses 3 m1 …`
    case uses(Uses)
  }

  /// The unit of a meter.
  public enum Unit: Equatable, Sendable {
    case count
    case bytes
    case seconds
  }

  /// What is bought.
  public struct Product: Equatable, Sendable {
    public var name: String
    public var soldAs: [StoreId] = []
    public var grants: [String] = []
    public var adds: [Addition] = []
    /// `adds Q to METER until used up`
    public var packs: [Addition] = []
    public var price: Price?
    /// After `or`: other currencies, for the same period and meter.
    public var otherPrices: [Price] = []
    public var isPriceOnRequest = false
    public var sale: Sale?
    public var trialSeconds: Int?
    /// `introductory price …`, without these words.
    public var introduction: String?
    public var graceSeconds: Int?
    public var onlyWith: [String] = []
    public var notWith: [String] = []
    public var sharedWithFamily = false
    public var notForSale = false
    public var recommended = false
    public var benefits: [String] = []

    public init(name: String) {
      self.name = name
    }
  }

  /// `for sale [with|without R] [from I] [until I] [when C] [unless C]`
  public struct Sale: Equatable, Sendable {
    public var isWithout = false
    public var requirement: Requirement?
    public var from: Moment?
    public var until: Moment?
    public var when: Condition?
    public var unless: Condition?

    public init() {}
  }

  /// `sold as "ID" on STORE`
  public struct StoreId: Equatable, Sendable {
    public var id: String
    public var store: String?

    public init(id: String, store: String? = nil) {
      self.id = id
      self.store = store
    }
  }

  /// `adds Q to METER per WINDOW`
  public struct Addition: Equatable, Sendable {
    public var amount: Int
    public var meter: String
    /// Nil for all windows.
    public var window: Window?

    public init(amount: Int, meter: String) {
      self.amount = amount
      self.meter = meter
    }

    /// Whether it raises the limits of a meter that have a window; nil for the total.
    func raises(_ meter: String, _ window: Window?) -> Bool {
      self.meter == meter && (self.window == nil || self.window == window)
    }
  }

  /// `price 59.99 TRY per year`; 5999 hundredths.
  public struct Price: Equatable, Sendable {
    public var hundredths: Int
    public var currency: String
    public var period: Period
    /// `for each of METER, at least Q`
    public var each: String?
    public var atLeast: Int?
    /// `for each Q of METER`
    public var eachQuantity = 1
    /// Of a price per month that is billed for several: the months, and what one costs.
    public var billed: (months: Int, hundredths: Int)? {
      didSet {
        guard let billed else { return }
        hundredths = billed.hundredths * billed.months
        period = .months(billed.months)
      }
    }

    public static func == (a: Price, b: Price) -> Bool {
      a.hundredths == b.hundredths && a.currency == b.currency && a.period == b.period
        && a.each == b.each && a.atLeast == b.atLeast && a.eachQuantity == b.eachQuantity
        && a.billed?.months == b.billed?.months
    }

    public init(hundredths: Int, currency: String, period: Period) {
      self.hundredths = hundredths
      self.currency = currency
      self.period = period
    }
  }

  /// How often a price is paid.
  public enum Period: Equatable, Sendable {
    case once
    case week
    case month
    case year
    case months(Int)
    /// No period: each use is paid.
    case use

    /// The ISO 8601 duration; null for `once`. Twelve months are a year.
    public var iso: String? {
      switch self {
      case .once: return nil
      case .week: return "P1W"
      case .month: return "P1M"
      case .year, .months(12): return "P1Y"
      case .months(let count): return "P\(count)M"
      case .use: return "use"
      }
    }
  }

  /// A property of the user or the device.
  public struct Fact: Equatable, Sendable {
    public var name: String
    public var kind: Kind
    public var otherwise: FactValue?

    public init(name: String, kind: Kind, otherwise: FactValue? = nil) {
      self.name = name
      self.kind = kind
      self.otherwise = otherwise
    }

    /// The five types; a choice may end in `or anything else`.
    public enum Kind: Equatable, Sendable {
      case choice([String], anythingElse: Bool)
      case date
      case flag
      case number
      case version
    }
  }

  /// The value of a fact, declared or reported.
  public enum FactValue: Equatable, Sendable {
    case choice(String)
    case date(Int)
    case flag(Bool)
    case number(Int)
    /// One to three parts; missing ones are 0.
    case version([Int])
  }

  /// An instant in a policy: fixed, or counted from a date fact.
  public enum Moment: Equatable, Sendable {
    case at(Int)
    case after(seconds: Int, fact: String)
    case afterMonths(Int, fact: String)
  }

  /// `grant E [for D after X] [from I] [until I] [when C] [unless C]`
  public struct PolicyGrant: Equatable, Sendable {
    public var entitlement: String
    public var span: Span?
    public var from: Moment?
    public var until: Moment?
    public var when: Condition?
    public var unless: Condition?

    public init(entitlement: String) {
      self.entitlement = entitlement
    }

    /// `for D after X`
    public enum Span: Equatable, Sendable {
      case afterFact(seconds: Int, fact: String)
      case afterMonths(Int, fact: String)
      case afterInstant(seconds: Int, instant: Int)
    }
  }
}
