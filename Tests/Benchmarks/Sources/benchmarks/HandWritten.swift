import Tollgate

/// What an app writes without Tollgate: the rules of `Policies/ExpenseTracker.gate` as a `switch`,
/// with the same answers.
enum HandWritten {
  enum Gate: CaseIterable {
    case bills, basicStatistics, management, deleteBill, cloudSync, csvExport, databaseExport
  }

  struct User {
    var proUntil: Int64?
    var bills: Int
  }

  /// Not inlined: a call into another module of an app is not either.
  @inline(never)
  static func isAllowed(_ gate: Gate, for user: User, at now: Int64) -> Bool {
    let isPro = user.proUntil.map { now < $0 } ?? false
    switch gate {
    case .bills: return isPro || user.bills + 1 <= 500
    case .basicStatistics, .management, .deleteBill: return true
    case .cloudSync, .csvExport, .databaseExport: return isPro
    }
  }

  /// What many apps really do: the gate by its name, and what was bought in a set.
  @inline(never)
  static func isAllowed(named name: String, owned: Set<String>, bills: Int) -> Bool {
    let isPro = owned.contains("annual") || owned.contains("lifetime")
    switch name {
    case "bills": return isPro || bills + 1 <= 500
    case "basic-statistics", "management", "delete-bill": return true
    case "cloud-sync", "csv-export", "database-export": return isPro
    default: return false
    }
  }
}
