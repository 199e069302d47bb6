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
