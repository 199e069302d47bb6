import TestSupport
import Testing

/// The page about security says what the code says.
@Suite struct SecurityPageTests {
  private let page: String

  init() throws {
    page = try Repository.text("Sources/Core/TollgateKit/TollgateKit.docc/Guides/Security.md")
  }

  @Test func everyErrorOfASealHasOneRow() throws {
    let source = try Repository.text("Sources/Stores/TollgateSeals/SealError.swift")
    // The cases of the error itself; those of what it carries are further to the right.
    let cases = source.matches(of: /\n  case (\w+)/).map { String($0.1) }
    #expect(cases.count > 15)
    let rows = page.matches(of: /\n\| `SealError\.(\w+)` \|/).map { String($0.1) }
    #expect(rows.sorted() == cases.sorted())
  }

  @Test func whatTestsAPromiseIsThere() throws {
    let sources = try Repository.files(below: "Tests", endingIn: ".swift").map { path in
      try Repository.text(path)
    }
    let rows = page.matches(of: /\n\| [^|]* \| [^|]* \| ([^|]*) \|/).map { $0.1 }
    let names = rows.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
    #expect(names.count > 8)
    for name in names where !LinkTests.exists(name, from: "README.md") {
      #expect(sources.contains { $0.contains("struct \(name)") }, "\(name)")
    }
  }
}
