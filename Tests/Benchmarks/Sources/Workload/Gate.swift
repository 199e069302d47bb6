/// The 22 plain gates of the two policies that this project began with: all seven targets of
/// `Policies/ExpenseTracker.gate`, and the fifteen lessons that `Policies/Billiards.gate` sells.
public enum Gate: Int, CaseIterable, Sendable {
  case bills, basicStatistics, management, deleteBill, cloudSync, csvExport, databaseExport
  case lesson4, lesson5, lesson6, lesson7, lesson8
  case lesson9, lesson10, lesson11, lesson12, lesson13, lesson14
  case lesson15, lesson16, lesson17, lesson18

  /// What a policy calls it.
  public var name: String {
    switch self {
    case .bills: "bills"
    case .basicStatistics: "basic-statistics"
    case .management: "management"
    case .deleteBill: "delete-bill"
    case .cloudSync: "cloud-sync"
    case .csvExport: "csv-export"
    case .databaseExport: "database-export"
    default: "L\(rawValue - Gate.lesson4.rawValue + 4)"
    }
  }

  /// The rules of both, in one policy.
  public static let policy = """
    policy Gates
    snooze prompts for 24h
    tiers free < pro
    entitlements basic, advanced, expert
    entitlement full includes basic, advanced and expert
    product annual
      sold as "com.example.expensetracker.pro.annual"
      grants pro
      price 12 CNY per year
    product lifetime
      sold as "com.example.expensetracker.pro.lifetime"
      grants pro
      price 38 CNY once
    product basic
      sold as "com.app.course.basic"
      grants basic
      price 18 CNY once
    product advanced
      sold as "com.app.course.advanced"
      grants advanced
      price 25 CNY once
    product expert
      sold as "com.app.course.expert"
      grants expert
      price 20 CNY once
    product full
      sold as "com.app.course.full"
      grants full
      price 48 CNY once

    features basic-statistics, management, delete-bill, cloud-sync, csv-export, database-export
    features L4, L5, L6, L7, L8, L9, L10, L11, L12, L13, L14, L15, L16, L17, L18
    meter bills

    basic-statistics, management and delete-bill require nothing
    bills > 500 requires pro
      reminder at 450 gentle
      reminder at 500 prominent
      message "The free plan holds {limit} bills."
    cloud-sync requires pro
      running use may finish
    csv-export and database-export require pro
    L4, L5, L6, L7 and L8 require basic or full
    L9, L10, L11, L12, L13 and L14 require advanced or full
    L15, L16, L17 and L18 require expert or full

    """
}
