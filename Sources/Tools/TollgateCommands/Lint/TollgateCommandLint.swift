/// Finds mistakes in the policies of a package, and rules that probably do not mean what they say.
///
/// `swift package tollgate-lint`
@main
struct TollgateCommandLint: PolicyCommand {
  static let verb = "lint"
}
