import TollgateRuntime
import TollgateWords

extension Explanation {
  /// A name with its label if that says more: `Advanced pack (advanced)`.
  func name(_ name: String, label: String?) -> String {
    guard let label, label != name else { return name }
    return labelled(label, name)
  }
}
