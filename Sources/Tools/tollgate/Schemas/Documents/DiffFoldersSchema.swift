extension DocumentSchema {
  static let folders = DocumentSchema(
    name: "diff-folders",
    summary: "The differences of the policies of two folders, as `tollgate diff` prints them.",
    shape: .object([
      "schema": .version,
      "policies": .list(
        .object([
          "path": .text("The path of the policy in both folders."),
          "state": .words(of: FolderComparison.Entry.State.self),
          "difference": .orNull(difference, "Null if there is nothing to compare with."),
        ])),
    ]))
}
