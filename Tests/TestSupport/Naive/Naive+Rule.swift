extension Naive {
  /// A rule with every clause it can carry.
  public struct Rule: Equatable, Sendable {
    public var subject: Subject
    public var demand: Demand
    public var from: Moment?
    public var until: Moment?
    public var when: Condition?
    public var unless: Condition?
    public var soft: Soft?
    public var runningUseMayFinish = false
    public var prompt: PromptClause?
    public var reminders: [ReminderClause] = []
    public var message: String?
    public var because: String?
    /// Features and meters after `instead use`, each once.
    public var instead: [String] = []
    /// `then …`
    public var overage: Overage?

    public init(subject: Subject, demand: Demand) {
      self.subject = subject
      self.demand = demand
    }

    /// What a rule is about.
    public enum Subject: Equatable, Sendable {
      case features([Item], except: [Item])
      case limit(Limit)
      /// A bare meter: any growth.
      case growth(meter: String)
      /// Whether a value is within a setting; the rule that an ask with `reaching` adds.
      case setting(Setting)
    }

    /// One part of a list of features.
    public enum Item: Equatable, Sendable {
      /// A feature, a series member or a group.
      case name(String)
      case range(prefix: String, from: Int, through: Int)
      case everything
    }

    /// `METER > Q per day`
    public struct Limit: Equatable, Sendable {
      public var meter: String
      public var amount: Amount
      public var window: Window?
      /// Of the base of a ladder: `for each of NAME`.
      public var baseEach: String?
      /// `unused rolls over …`
      public var rollover: Rollover?

      public init(meter: String, amount: Amount, window: Window? = nil) {
        self.meter = meter
        self.amount = amount
        self.window = window
      }
    }

    /// The quantity of a limit.
    public indirect enum Amount: Equatable, Sendable {
      case moreThan(Int)
      case atLeast(Int)
      case undecided
      case allowance(otherwise: Int?)
      /// `at most` the base, or at most a step; the base is `moreThan`, `undecided` or `allowance`.
      case ladder(base: Amount, [Step])
    }

    /// The right side of a rule.
    public enum Demand: Equatable, Sendable {
      case nothing
      /// `is off`; on a comparison `is not allowed`.
      case off
      case requires(Requirement)
    }

    /// `soft`, `soft until I`.
    public enum Soft: Equatable, Sendable {
      case always
      case until(Moment)
    }

    /// `prompt as NAME snooze D not dismissible`
    public struct PromptClause: Equatable, Sendable {
      public var name: String?
      public var snoozeSeconds: Int?
      public var notDismissible = false

      public init(name: String? = nil, snoozeSeconds: Int? = nil, notDismissible: Bool = false) {
        self.name = name
        self.snoozeSeconds = snoozeSeconds
        self.notDismissible = notDismissible
      }
    }

    /// `reminder at 450 gentle snooze D LABEL`
    public struct ReminderClause: Equatable, Sendable {
      public var threshold: Threshold
      public var level: String?
      public var snoozeSeconds: Int?
      public var text: String?

      public init(
        threshold: Threshold,
        level: String? = nil,
        snoozeSeconds: Int? = nil,
        text: String? = nil
      ) {
        self.threshold = threshold
        self.level = level
        self.snoozeSeconds = snoozeSeconds
        self.text = text
      }
    }

    /// Where a reminder is due.
    public enum Threshold: Equatable, Sendable {
      case value(Int)
      case percent(Int)
    }
  }

  /// Entitlements and yes-or-no facts.
  public indirect enum Requirement: Equatable, Sendable {
    case name(String)
    /// `paid E`
    case paid(String)
    case all([Requirement])
    case any([Requirement])
    case not(Requirement)
  }

  /// What stands behind `when` and `unless`.
  public indirect enum Condition: Equatable, Sendable {
    case choiceIs(fact: String, String)
    case choiceIsNot(fact: String, String)
    case choiceIsOneOf(fact: String, [String])
    case flag(fact: String)
    /// A date or a version `before` a constant.
    case before(fact: String, FactValue)
    /// A date or a version `since` a constant.
    case since(fact: String, FactValue)
    case rollout(String)
    case number(fact: String, Comparison, Int)
    case meter(String, Comparison, Int, Window?)
    case all([Condition])
    case any([Condition])
    case not(Condition)
  }

  /// The comparisons of conditions.
  public enum Comparison: String, CaseIterable, Equatable, Sendable {
    case more = ">"
    case atLeast = ">="
    case less = "<"
    case atMost = "<="
    case equal = "is"

    func holds(_ value: Int, _ constant: Int) -> Bool {
      switch self {
      case .more: return value > constant
      case .atLeast: return value >= constant
      case .less: return value < constant
      case .atMost: return value <= constant
      case .equal: return value == constant
      }
    }
  }

  /// A window of a meter, by its name.
  public enum Window: String, CaseIterable, Equatable, Hashable, Sendable {
    case day
    case week
    case month
    case year
    case hour
    case threeHours = "3 hours"
    case thirtyDays = "30 days"
  }
}
