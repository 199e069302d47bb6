import TollgateSyntax

/// Every schema, in alphabetical order; the files in `Documents` have them.
enum SchemaList {
  static let all: [DocumentSchema] = [
    .access,
    .answer,
    .baseline,
    .batch,
    .charges,
    .counts,
    .decision,
    .describe,
    .diff,
    .folders,
    .graph,
    .impact,
    .keys,
    .lint,
    .log,
    .paywall,
    .prove,
    .records,
    .replay,
    .simulate,
    .snapshot,
    .table,
    .test,
  ]
}

/// The schema of a JSON document that the command prints or reads.
struct DocumentSchema: Sendable {
  /// The name that `tollgate schema` knows it by.
  let name: String
  /// The document, in a sentence.
  let summary: String
  let shape: Shape

  /// The schema as JSON Schema, draft 2020-12. Keys that it does not list are allowed: a document
  /// may get new ones.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      writer.member("$id", "urn:tollgate:schema:\(name):1")
      writer.member("title", summary)
      shape.writeMembers(to: &writer)
      shape.writeDefinitions(to: &writer)
    }
    return writer.text
  }
}
