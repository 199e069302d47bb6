/// Every schema, in alphabetical order; each is one file in `Documents`.
enum SchemaList {
  static let all: [DocumentSchema] = [
    .access,
    .answer,
    .baseline,
    .batch,
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
