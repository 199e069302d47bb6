/// Runs the scenarios in the policies of a package, and proves their claims.
///
/// `swift package tollgate-test`
@main
struct TollgateCommandTest: PolicyCommand {
  static let verb = "test"
}
