/// A workflow command of GitHub Actions, which becomes an annotation at the line it names:
/// `::error file=…,line=…,title=…::message`
struct WorkflowCommand {
  /// `error`, `warning` or `notice`.
  var name: String
  var properties: [(key: String, value: String)]
  var message: String

  /// The line, with its end.
  var text: String {
    let list = properties.map { "\($0.key)=\(WorkflowCommand.escaped($0.value, [":", ","]))" }
    return "::\(name) \(list.joined(separator: ","))::\(WorkflowCommand.escaped(message, []))\n"
  }

  /// As the runner wants it: `%` and line breaks would end a message or be read as escapes; in a
  /// property so would what parts properties.
  private static func escaped(_ text: String, _ more: Set<Unicode.Scalar>) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "\r" || scalar == "\n" || more.contains(scalar) {
        let code = String(scalar.value, radix: 16, uppercase: true)
        escaped += "%" + (code.count == 1 ? "0" : "") + code
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
