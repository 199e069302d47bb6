extension DocumentSchema {
  static let baseline = DocumentSchema(
    name: "baseline", summary: "Recorded findings, as `tollgate lint --write-baseline` keeps them.",
    shape: .object([
      "schema": .version,
      "findings": .list(
        .object([
          "file": .text(),
          "code": .text("The code of the finding, such as TG0301."),
          "line": .text("The fingerprint of the text of the line."),
          "count": .integer(from: 1),
        ])),
    ]))
}
