import TestSupport
import Testing

/// An app prints an error first of all: it must be words, not the inside of a type.
@Suite struct ErrorTests {
  /// The public types of a text that are errors, and whether they say how they are described.
  private static func errors(in files: [String]) -> [String: Bool] {
    var errors: [String: Bool] = [:]
    var described: Set<Substring> = []
    for line in files.flatMap({ $0.split(separator: "\n") }) {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let isDescribed = words.contains("WordedError") || words.contains("CustomStringConvertible")
      let place = words.firstIndex { ["extension", "enum", "struct", "class"].contains($0) }
      guard let place, place + 1 < words.count, line.contains(":") else { continue }
      let name = words[place + 1]
      if isDescribed { described.insert(name) }
      if words[place] != "extension", words.first == "public", words.contains("Error") {
        errors[String(name)] = false
      }
    }
    for name in errors.keys { errors[name] = described.contains(name[...]) }
    return errors
  }

  @Test func everyPublicErrorIsDescribedInWords() throws {
    let files = try Repository.files(below: "Sources", endingIn: ".swift").map(Repository.text)
    let errors = Self.errors(in: files)
    #expect(errors.count >= 15)
    #expect(errors.filter { !$0.value }.keys.sorted() == [])
  }

  @Test func anErrorWithoutWordsIsFound() {
    let found = Self.errors(in: [
      "public enum A: Error {\n}\npublic struct B: Error, Hashable {\n}",
      "extension B: WordedError {\n}\nextension C: CustomStringConvertible {\n}",
    ])
    #expect(found == ["A": false, "B": true])
  }
}
