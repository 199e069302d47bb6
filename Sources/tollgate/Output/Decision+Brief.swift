import Tollgate

extension Decision {
  /// The decision in short: the explanation without the rules, and without the policy and the time
  /// in its last line, so that the same question prints the same answer tomorrow.
  var brief: String {
    let parts = explanation(in: "en").split(separator: "\n\n").filter { !$0.hasPrefix("Rules\n") }
    let lines = parts.joined(separator: "\n\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let isSigned = lines.last?.hasPrefix("policy ") == true
    return (isSigned ? lines.dropLast() : lines[...]).joined(separator: "\n")
  }
}
