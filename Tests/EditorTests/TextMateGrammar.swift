import TollgateSyntax

/// The TextMate grammar of the language, for editors that colour without a server. It is made from
/// the list of the language's words, so it cannot lag behind.
package enum TextMateGrammar {
  /// The grammar as JSON.
  package static var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("name", "Tollgate")
      writer.member("scopeName", "source.gate")
      writer.member("fileTypes", ["gate"])
      writer.array("patterns", rules) { rule, writer in rule.write(to: &writer) }
    }
    return writer.text + "\n"
  }

  private struct Rule {
    var name: String
    var match: String

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("name", name)
        writer.member("match", match)
      }
    }
  }

  private static var rules: [Rule] {
    [
      Rule(name: "comment.line.number-sign.gate", match: "#.*$"),
      Rule(name: "string.quoted.double.gate", match: "\"(?:\\\\.|[^\"\\\\])*\"?"),
      Rule(name: "variable.other.quoted.gate", match: "`[^`]*`"),
      Rule(
        name: "constant.numeric.gate",
        match: "(?<![\\w.-])\\d[\\d_]*(?:[-+.:T]\\d+)*(?:%|[A-Za-z]+)?"),
      Rule(name: "keyword.operator.gate", match: "<=|>=|<|>|\\.\\."),
      Rule(
        name: "keyword.control.statement.gate",
        match: "^\\s*(?:use(?=\\s+\")|setting(?=\\s+[\\p{L}`\\d]))"),
      Rule(name: "keyword.control.statement.gate", match: alternatives { $0.leadsStatement }),
      Rule(
        name: "keyword.control.clause.gate",
        match: alternatives { word in
          word.mayLeadClause && !contexts.contains { $0.word == word }
        }),
      Rule(name: "keyword.other.gate", match: alternatives { $0.isConnective }),
      Rule(name: "support.constant.gate", match: whole(contexts.map { $0.match })),
      Rule(
        name: "support.constant.gate",
        match: alternatives { word in
          !word.isConnective && !word.leadsStatement && !word.mayLeadClause && word != .setting
            && !contexts.contains { $0.word == word }
        }),
      // Two points are a sign, one is part of a name.
      Rule(
        name: "variable.other.gate", match: "[\\p{L}_](?:[\\p{L}\\p{N}_-]|\\.(?!\\.))*"),
    ]
  }

  /// Words that are as often names: they are words of the language only beside certain others.
  private static let contexts: [(word: Word, match: String)] = [
    (.a, "a(?=\\s+(?:date|version|number)(?![\\p{L}\\p{N}_-]))"),
    (.yes, "yes(?=\\s+or\\s+no(?![\\p{L}\\p{N}_-]))|(?<=otherwise )yes"),
    (.no, "(?<=yes or |otherwise )no|no(?=\\s+reminder)"),
    (.family, "(?<=with )family"), (.people, "(?<=\\d )people"), (.most, "(?<=at )most"),
    (.offer, "offer(?=\\s+used)"), (.billed, "billed(?=\\s+(?:yearly|every))"),
    (.use, "(?<=instead |running |first )use|use(?=\\s+\\d)"), (.left, "(?<=uses )left"),
    (.then, "then(?=\\s+\\d)"), (.charged, "charged(?=\\s+\\d)"),
    (.paid, "paid(?=\\s*\\(|\\s+[\\p{L}`])"),
  ]

  /// The words of a kind, the longest first; none is a part of a longer name.
  private static func alternatives(_ isWanted: (Word) -> Bool) -> String {
    var words: [String] = []
    for word in Word.allCases where isWanted(word) { words.append(word.rawValue) }
    words.sort { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    return whole(words)
  }

  /// Any of these, where no longer name is around it.
  private static func whole(_ words: [String]) -> String {
    "(?<![\\p{L}\\p{N}_.-])(?:" + words.joined(separator: "|") + ")(?![\\p{L}\\p{N}_-])"
  }
}
