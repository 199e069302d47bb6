import TestSupport
import Testing

/// Every page that holds examples, and every example in it.
@Suite struct SuiteTests {
  static let pages: [String] =
    Repository.files(below: "Tests/LanguageSuite", endingIn: ".md")
    + Repository.files(below: CatalogueTests.catalogue, endingIn: ".md") + [
      "README.md", "llms-full.txt", "Sources/README.md", "Tests/README.md", "Policies/README.md",
      "Examples/README.md", "Examples/PurchaseHistories/README.md", "Examples/Assistants/README.md",
      "Examples/Assistants/Skill/tollgate-policies/SKILL.md",
    ]

  @Test(arguments: pages) func everyExampleIsTrue(path: String) throws {
    var runner = PageRunner(try Page(path))
    try runner.run()
    for failure in runner.failures { Issue.record("\(failure)") }
  }
}
