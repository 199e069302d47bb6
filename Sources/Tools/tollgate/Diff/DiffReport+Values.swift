import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

extension DiffReport {
  /// The settings of which somebody has another value, in order, each once.
  var changedSettings: [String] {
    var names: [String] = []
    for change in difference.values where names.last != change.setting {
      names.append(change.setting)
    }
    return names
  }

  /// `30 days → 7 days`
  func words(of change: PolicyDifference.ValueChange) -> String {
    "\(words(of: change.old)) → \(words(of: change.new))"
  }

  private func words(of value: SettingValue?) -> String {
    value.map { SettingLiteral.print($0) } ?? "no value"
  }

  /// The effect of a change on its users.
  func verb(of change: PolicyDifference.ValueChange) -> String {
    switch change.direction {
    case .loss: "loses"
    case .gain: "gains"
    case .other: "changes"
    }
  }

  /// The answers of both policies to an example of a change.
  func words(about change: PolicyDifference.ValueChange) -> String {
    "\(words(of: change.old)) before, \(words(of: change.new)) now"
  }
}
