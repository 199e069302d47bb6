import ArgumentParser

/// `tollgate guide`
struct PrintGuide: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide",
    abstract: "Prints the whole language as one text, for an assistant or to read.",
    discussion: """
      Every construct has one example, and the text is short enough to give to an assistant with a \
      question. `tollgate mcp` has the same as the resource tollgate://guide.
      """
  )

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    try output.write(LanguagePage.guide.text)
    return .success
  }
}
