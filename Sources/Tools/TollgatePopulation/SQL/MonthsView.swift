/// Writes how many whole months have passed since a date, in whole numbers, which all engines
/// divide alike: months by the calendar in UTC, clamped to the end of the month.
///
/// Each step is a table of its own, made of the one before, because SQL has no names for parts of an
/// expression.
struct MonthsView {
  let dialect: SQLDialect
  /// The name of the column that it makes.
  let name: String
  /// The date in milliseconds, in a table `m` with `now_at`.
  let date: String
  let source: String

  private static let day = 86_400_000
  /// The days of 400 years, after which the calendar is the same again.
  private static let era = 146_097
  /// So many days are added, that nothing is negative from the year 1 on.
  private static let shift = 10 * era

  /// A table of users and their months.
  func text() -> String {
    let milliseconds = MonthsView.shift * MonthsView.day
    var table = """
      SELECT m.user_id, \(date) + \(milliseconds) AS f_at, m.now_at + \(milliseconds) AS n_at
      FROM \(source)
      """
    table = step(table) { ["\($0)_day": quotient("t.\($0)_at", MonthsView.day)] }
    // Years begin in March here, so that the leap day is the last.
    table = step(table) {
      [
        "\($0)_time": "t.\($0)_at - t.\($0)_day * \(MonthsView.day)",
        "\($0)_era": quotient("t.\($0)_day + 719468", MonthsView.era),
      ]
    }
    table = step(table) {
      ["\($0)_doe": "t.\($0)_day + 719468 - t.\($0)_era * \(MonthsView.era)"]
    }
    table = step(table) { part in
      let doe = "t.\(part)_doe"
      let days =
        "\(doe) - \(quotient(doe, 1460)) + \(quotient(doe, 36_524)) - \(quotient(doe, 146_096))"
      return ["\(part)_yoe": quotient(days, 365)]
    }
    table = step(table) { part in
      let yoe = "t.\(part)_yoe"
      let first = "365 * \(yoe) + \(quotient(yoe, 4)) - \(quotient(yoe, 100))"
      return ["\(part)_doy": "t.\(part)_doe - (\(first))"]
    }
    table = step(table) { ["\($0)_mp": quotient("5 * t.\($0)_doy + 2", 153)] }
    table = step(table) { part in
      [
        "\(part)_date": "t.\(part)_doy - \(quotient("153 * t.\(part)_mp + 2", 5)) + 1",
        "\(part)_month": "(t.\(part)_era * 400 + t.\(part)_yoe) * 12 + t.\(part)_mp",
        "\(part)_next": quotient("5 * t.\(part)_doy + 7", 153),
      ]
    }
    let year = "(t.n_yoe + 1)"
    let isLeap =
      "(\(quotient(year, 4)) * 4 = \(year) AND "
      + "(\(quotient(year, 100)) * 100 <> \(year) OR \(year) = 400))"
    let isLast =
      "(t.n_mp < 11 AND t.n_next > t.n_mp OR t.n_mp = 11 AND "
      + "(t.n_date = 29 OR t.n_date = 28 AND NOT \(isLeap)))"
    return """
      SELECT t.user_id,
        t.n_month - t.f_month - CASE
          WHEN t.f_date < t.n_date THEN 0
          WHEN (t.f_date = t.n_date OR \(isLast)) AND t.f_time <= t.n_time THEN 0
          ELSE 1
        END AS \(name)
      FROM (
      \(table)
      ) t
      """
  }

  private func quotient(_ a: String, _ b: Int) -> String { "(\(dialect.quotient(a, b)))" }

  /// A table with some more columns for the date and for now.
  private func step(_ table: String, _ columns: (_ part: String) -> [String: String]) -> String {
    let added = ["f", "n"].flatMap { columns($0).sorted { $0.key < $1.key } }
      .map { ",\n    \($0.value) AS \($0.key)" }.joined()
    return "SELECT t.*\(added)\n  FROM (\n\(table)\n  ) t"
  }
}
