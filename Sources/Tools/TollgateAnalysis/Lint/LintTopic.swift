/// The subject of a finding, by index in the checked policy: two findings about one subject may
/// have one cause.
package enum LintTopic: Sendable, Hashable {
  case rule(Int)
  case grant(Int)
  case product(Int)
  case meter(Int32)
  case entitlement(Int32)
  /// A feature, a member of a series, or a meter.
  case target(Int32)
  /// A label, by its place among those that people read.
  case label(Int)
  /// A reminder of a rule.
  case reminder(rule: Int, Int)
}
