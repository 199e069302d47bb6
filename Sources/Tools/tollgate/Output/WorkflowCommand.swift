import TollgateSyntax

/// A workflow command of GitHub Actions, which becomes an annotation at the line it names:
/// `::error file=…,line=…,title=…::message`
struct WorkflowCommand {
  /// `error`, `warning` or `notice`.
  var name: String
  var properties: [(key: String, value: String)]
  var message: String

  /// The line, with its end.
  var text: String {
    let list = properties.map { "\($0.key)=\(Escape.workflow($0.value, inProperty: true))" }
    let message = Escape.workflow(message, inProperty: false)
    return "::\(name) \(list.joined(separator: ","))::\(message)\n"
  }
}
