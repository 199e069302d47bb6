extension DocumentSchema {
  static let access = DocumentSchema(
    name: "access", summary: "Every target for one snapshot, as `tollgate access` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "tier": .orNull(.text("The highest tier that the user surely has.")),
      "targets": .list(.decision, "One decision for each target, in order of declaration."),
    ]))
}
