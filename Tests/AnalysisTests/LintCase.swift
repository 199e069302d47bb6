/// A policy, and all that the exact rules of the linter find in it: each code with the line of the
/// rule, part or reminder, or with the names of the targets, product or tier.
///
/// A case without a code is a near miss for the one in its name.
struct LintCase: Sendable, CustomStringConvertible {
  var description: String
  var text: String
  var expected: [String]

  init(_ name: String, _ lines: String..., finds expected: [String]) {
    description = name
    text = lines.joined(separator: "\n") + "\n"
    self.expected = expected
  }

  static let all = rules + implied + parts + limits + targets + products + values + offers
}
