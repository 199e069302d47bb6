package import TollgateRuntime
import TollgateSyntax

/// Writes the value of a setting as a policy writes it: `30 days`, `1500 MB`, `12.5%`, `high`.
package enum SettingLiteral {
  /// The exact value, in the largest unit in which it is whole.
  package static func print(_ value: SettingValue) -> String {
    guard case .choice(let name, _) = value else { return value.description }
    return Spelled.name(name)
  }
}
