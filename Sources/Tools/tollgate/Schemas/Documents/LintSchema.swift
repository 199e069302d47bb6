import TollgateSyntax

extension DocumentSchema {
  static let lint = DocumentSchema(
    name: "lint", summary: "The findings of `tollgate lint --format json`.",
    shape: .object([
      "schema": .version,
      "diagnostics": .list(.diagnostic),
      "suppressed": .list(
        .object([
          "by": .words(["comment", "baseline"]),
          "reason": .orNull(.text("The reason that the comment gives.")),
          "diagnostic": .diagnostic,
        ])),
    ]))
}

extension Shape {
  /// A finding of the compiler or the linter.
  static let diagnostic = Shape(
    kind: .named(
      "diagnostic",
      .object([
        "code": .text(),
        "level": .words(of: Diagnostic.Level.self),
        "message": .text(),
        "file": .text(),
        "line": .integer(from: 1),
        "column": .integer(from: 1),
        "endLine": .integer(from: 1),
        "endColumn": .integer(from: 1),
        "label": .text(),
        "related": .list(related),
        "notes": .list(.text()),
        "help": .list(.text()),
        "edits": .list(edit),
        "example": .orNull(.object(["words": .text(), "scenario": .text()])),
        "undecided": .boolean("Whether the budget ended before the question was answered."),
        "names": .list(.text(), "All names that the finding is about."),
      ])))

  private static let related = Shape.object(["label": .text()] + place)

  private static let edit = Shape.object(
    [
      "title": .text(),
      "safety": .words(of: Diagnostic.Edit.Safety.self),
      "replacement": .text(),
    ] + place + [
      "offset": .integer("In bytes, from the beginning of the file.", from: 0),
      "length": .integer("In bytes.", from: 0),
    ])

  private static let place: Members = [
    "file": .text(), "line": .integer(from: 1), "column": .integer(from: 1),
    "endLine": .integer(from: 1), "endColumn": .integer(from: 1),
  ]
}
