/// Writes the policies of a package in their canonical form.
///
/// `swift package tollgate-format`
@main
struct TollgateCommandFormat: PolicyCommand {
  static let verb = "format"
}
