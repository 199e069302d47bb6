import Tollgate

extension Decision {
  /// The decision in short: the explanation without the rules.
  var brief: String {
    let parts = explanation(in: "en").split(separator: "\n\n")
    return parts.filter { !$0.hasPrefix("Rules\n") }.joined(separator: "\n\n")
  }
}
