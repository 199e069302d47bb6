/// What an app writes without Tollgate: the rules of ``Gate`` as a `switch`, with the same answers.
///
/// Not inlined: a call into another module of an app is not either, and an optimiser that sees the
/// body works part of it out before the clock runs.
public enum HandWritten {
  /// What is held, as flags.
  public struct User: Sendable {
    public var isPro = false
    public var hasBasic = false
    public var hasAdvanced = false
    public var hasExpert = false
    public var hasFull = false
    public var bills = 0
  }

  @inline(never)
  public static func isAllowed(_ gate: Gate, for user: User) -> Bool {
    switch gate {
    case .basicStatistics, .management, .deleteBill:
      return true
    case .bills:
      return user.isPro || user.bills + 1 <= 500
    case .cloudSync, .csvExport, .databaseExport:
      return user.isPro
    case .lesson4, .lesson5, .lesson6, .lesson7, .lesson8:
      return user.hasBasic || user.hasFull
    case .lesson9, .lesson10, .lesson11, .lesson12, .lesson13, .lesson14:
      return user.hasAdvanced || user.hasFull
    case .lesson15, .lesson16, .lesson17, .lesson18:
      return user.hasExpert || user.hasFull
    }
  }

  /// What many apps really do: the gate by its name, and what is held in a set.
  @inline(never)
  public static func isAllowed(named name: String, holding held: Set<String>, bills: Int) -> Bool {
    switch name {
    case "basic-statistics", "management", "delete-bill":
      return true
    case "bills":
      return held.contains("pro") || bills + 1 <= 500
    case "cloud-sync", "csv-export", "database-export":
      return held.contains("pro")
    case "L4", "L5", "L6", "L7", "L8":
      return held.contains("basic") || held.contains("full")
    case "L9", "L10", "L11", "L12", "L13", "L14":
      return held.contains("advanced") || held.contains("full")
    case "L15", "L16", "L17", "L18":
      return held.contains("expert") || held.contains("full")
    default:
      return false
    }
  }

  /// One gate for columns of users, as a plain loop without a branch that depends on a user: which
  /// of them may add a bill, as 1 or 0.
  @inline(never)
  public static func answer(
    proUntil: [Int64], bills: [Int64], at now: Int64, into answers: inout [UInt8]
  ) {
    for user in answers.indices {
      let isPro: UInt8 = now < proUntil[user] ? 1 : 0
      let isWithin: UInt8 = bills[user] < 500 ? 1 : 0
      answers[user] = isPro | isWithin
    }
  }
}
