import ArgumentParser
import TollgateSyntax

/// `tollgate schema NAME`
struct ShowSchema: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of a document that tollgate reads or prints.",
    discussion: """
      The schemas follow draft 2020-12. Keys that a schema does not list are allowed, because a \
      later version may add some.

      \(SchemaList.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
      """
  )

  @Argument(
    help: "The name of the document, such as snapshot or decision. Without it, all are listed.",
    completion: .list(SchemaList.all.map { $0.name }))
  var name: String?

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    guard let name else {
      for schema in SchemaList.all { try output.show("\(schema.name)  \(schema.summary)\n") }
      return .success
    }
    guard let schema = SchemaList.all.first(where: { $0.name == name }) else {
      let hint =
        EditDistance.nearest(to: name, among: SchemaList.all.map { $0.name })
        .map { "did you mean `\($0)`?" } ?? "`tollgate schema` lists them"
      throw .usage("there is no schema called `\(name)`; \(hint)")
    }
    try output.line(schema.json)
    return .success
  }
}
