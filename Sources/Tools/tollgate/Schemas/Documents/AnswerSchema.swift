extension DocumentSchema {
  static let answer = DocumentSchema(
    name: "answer", summary: "A line that `tollgate check --batch` prints.",
    shape: .either([
      .decision,
      .object(["error": .text("The reason why the line cannot be read, with its number.")]),
    ]))
}
