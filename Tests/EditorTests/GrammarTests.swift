import Foundation
import TestSupport
import Testing
import TollgateEditor
import TollgateSyntax

/// The grammar for editors without a server.
@Suite struct GrammarTests {
  @Test func theGrammarIsThatOfTheListOfWords() throws {
    let url = Repository.url("Examples/Editors/gate.tmLanguage.json")
    let text = try? String(contentsOf: url, encoding: .utf8)
    if ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] != nil {
      try TextMateGrammar.json.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(text == TextMateGrammar.json)
  }

  @Test func everyWordIsInTheGrammar() throws {
    let json = TextMateGrammar.json
    for word in Word.allCases {
      // A word that may be a name is there with the words beside it.
      let isThere = ["(", "|", ")", ":"].contains { before in
        [")", "|", "(?"].contains { json.contains(before + word.rawValue + $0) }
          || json.contains(":" + word.rawValue + "|")
      }
      #expect(isThere, "\(word.rawValue)")
    }
  }
}
