/// Every schema, in alphabetical order; each is one file in `Documents`.
enum SchemaList {
  static let all: [DocumentSchema] = [
    .access,
    .answer,
    .baseline,
    .batch,
    .decision,
    .describe,
    .diff,
    .folders,
    .graph,
    .impact,
    .lint,
    .paywall,
    .prove,
    .records,
    .simulate,
    .snapshot,
    .table,
    .test,
  ]
}
