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

extension DocumentSchema {
  static let prove = DocumentSchema(
    name: "prove", summary: "The verdicts on claims, as `tollgate prove` prints them.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "claims": .list(
        .object([
          "claim": .text(),
          "file": .orNull(.text(), "Null for a claim of the command line."),
          "line": .orNull(.integer(from: 1), "Null for a claim of the command line."),
          "verdict": .words(["proved", "refuted", "undecided"]),
          "targets": .list(.text(), "The targets that it is refuted for."),
          "example": .orNull(example),
          "stoppedAfter": .orNull(.text("The budget that ended.")),
        ])),
    ]))

  private static let example = Shape.object([
    "words": .text("The user of the example, in words."),
    "adding?": .integer(),
    "reaching?": .either([
      .integer("In the unit of the meter or setting; a choice by its place, from 0.", from: 0),
      .words(["unlimited"]),
    ]),
    "continuing": .boolean(),
    "at": .instantRead(),
    "snapshot": .snapshotRead,
    "outcome": .outcome,
    "reason": .reason,
    "value": .orNull(.text("The value of the setting, where the claim is about it.")),
    "scenario": .orNull(.text()),
  ])
}

extension DocumentSchema {
  static let test = DocumentSchema(
    name: "test", summary: "The results of `tollgate test --format json`.",
    shape: .object([
      "schema": .version,
      "files": .list(file),
      "summary": .object([
        "files": .integer(from: 0),
        "scenarios": .integer(from: 0),
        "failedScenarios": .integer(from: 0),
        "claims": .integer(from: 0),
        "failedClaims": .integer(from: 0),
        "asks": .integer(from: 0),
        "failedAsks": .integer(from: 0),
      ]),
    ]))

  private static let file = Shape.object([
    "file": .text(),
    "policy": .orNull(.text(), "Null if the policy does not compile."),
    "fingerprint": .orNull(.fingerprint),
    "diagnostics": .list(.diagnostic),
    "scenarios": .list(check),
    "claims": .list(check),
    "coverage": .orNull(coverage),
  ])

  private static let check = Shape.object([
    "title": .text(),
    "file": .text(),
    "line": .integer(from: 1),
    "asks": .integer(from: 0),
    "passed": .boolean(),
    "failures": .list(
      .object([
        "line": .integer(from: 1),
        "targets": .list(.text()),
        "expected": .orNull(.text()),
        "actual": .text(),
        "toPass": .list(.text()),
        "decidedBy": .orNull(
          .object(["file": .text(), "line": .integer(from: 0), "rule": .text()])),
        "decision": .orNull(.decision),
      ])),
  ])

  private static let coverage = Shape.object([
    "covered": .integer(from: 0),
    "total": .integer(from: 0),
    "percentage": .text("Rounded down to two decimals."),
    "rules": .list(
      .object([
        "file": .text(),
        "line": .integer(from: 0),
        "rule": .text(),
        "covered": .list(.text()),
        "missing": .list(.text()),
      ])),
  ])
}
