import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

/// A page that explains something: of the language, of a decision, or the glossary.
struct LanguagePage: Sendable {
  /// The end of its address: `limits`, `decision-reasons`.
  let name: String
  let title: String
  /// As Markdown.
  let text: String

  /// Every page, in the order of their names; the glossary is by itself.
  static let all: [LanguagePage] = (pages1 + pages2 + pages3).sorted { $0.name < $1.name }

  /// The whole language as one text: `llms-full.txt`.
  static let guide = LanguagePage(
    name: "guide", title: "The whole language, as one text", text: guide1 + guide2)

  var address: String { "tollgate://language/\(name)" }

  /// The pages that speak of some words, the best first.
  static func search(_ query: String) -> [LanguagePage] {
    let words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    guard !words.isEmpty else { return [] }
    var found: [(page: LanguagePage, score: Int)] = []
    for page in all {
      let score = page.score(words)
      if score > 0 { found.append((page, score)) }
    }
    return found.sorted { $0.score == $1.score ? $0.page.name < $1.page.name : $0.score > $1.score }
      .map { $0.page }
  }

  /// How much the page says about all of some words; 0 if one of them is not in it.
  private func score(_ words: [String]) -> Int {
    let names = name.split(separator: "-").map { String($0) }
    let lines = text.lowercased().split(separator: "\n")
    var score = 0
    for word in words {
      // A page is called `limits`, and people ask for a limit.
      let isName = names.contains { $0 == word || $0 == word + "s" || $0 + "s" == word }
      var count = 0
      for line in lines where line.contains(word) { count += line.hasPrefix("#") ? 20 : 1 }
      if count == 0, !isName { return 0 }
      score += min(count, 60) + (isName ? 200 : 0)
    }
    return score
  }

  /// The rows of the glossary about a word.
  static func glossaryRows(_ query: String) -> [String] {
    let wanted = query.lowercased()
    return glossary.text.split(separator: "\n").filter { line in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard let word = cells.first, line.hasPrefix("|") else { return false }
      let name = String(word).lowercased().split(separator: " ").joined(separator: " ")
      return name == wanted || name + "s" == wanted
    }.map { String($0) }
  }
}

extension AssistantTool {
  static let lookUp = AssistantTool(
    name: "look_up", title: "Look something up",
    about: """
      The page of the language reference about a word, a construct or a code: limit, per day, \
      rollover, TG0301. Read it before you write what you have not written yet.
      """,
    input: [
      "query": .text("A word, a few words of a construct, or the code of a finding.")
    ] + place,
    output: [
      "address": .text("The address of the resource with this page."),
      "title": .text(),
      "others": .list(
        .object(["address": .text(), "title": .text()]), "Further pages that speak of it."),
    ]
  ) { call throws(Failure) in
    let query = try call.arguments.needed("query")
    if let page = LintRules.page(query.uppercased()) {
      return answer(
        "tollgate://diagnostics/\(page.code)", "\(page.code): \(page.title)",
        try CodePage.text(of: query, on: TextPage()), [])
    }
    var pages = LanguagePage.search(query)
    let rows = LanguagePage.glossaryRows(query)
    guard let first = pages.first else {
      if !rows.isEmpty {
        return answer(
          "tollgate://glossary", LanguagePage.glossary.title, rows.joined(separator: "\n"), [])
      }
      throw .usage(
        "no page speaks of \(JSONText.quoted(query)); ask for one word of it, or read "
          + "tollgate://language/overview")
    }
    pages.removeFirst()
    let words = rows.isEmpty ? "" : rows.joined(separator: "\n") + "\n\n"
    return answer(first.address, first.title, words + first.text, Array(pages.prefix(8)))
  }

  private static func answer(
    _ address: String, _ title: String, _ text: String, _ others: [LanguagePage]
  ) -> ToolAnswer {
    let further = others.map { "\($0.address) (\($0.title))" }.joined(separator: ", ")
    return ToolAnswer(
      further.isEmpty ? "\(address)" : "\(address). See also: \(further).", text: text,
      [
        "address": .text(address), "title": .text(title),
        "others": .list(
          others.map { .dictionary(["address": .text($0.address), "title": .text($0.title)]) }),
      ], isOwn: true)
  }
}
