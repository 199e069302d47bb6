import TollgateSyntax

/// Helps in the names of the policy, and of the line that they are about.
extension OtherTopics {
  /// A line as somebody wrote it.
  struct Typed {
    /// Its names, in small letters.
    var words: [String]
    /// All that it says, without blanks.
    var texts: [String] = []
    var hasShare = false
    /// Whether its first word begins such a line there.
    var isInPlace = false
  }

  /// A help that speaks of what the line is about.
  static func about(_ help: String, _ line: Typed, _ known: KnownNames) -> String {
    let words = line.words
    let target = line.texts.first { known.isTarget($0) } ?? words.first { known.isTarget($0) }
    let own = target ?? newName(words, known)
    let help = withOwnCondition(help, line, known)
    // What a line is about has its own numbers and texts in an example, too.
    var values = OwnValues(isExample(help) ? line.texts : [])
    var isCode = false
    var parts: [String] = []
    for part in help.split(separator: "`", omittingEmptySubsequences: false) {
      let isShown = isCode && !line.texts.contains(String(part))
      parts.append(
        isShown ? values.inserted(into: example(String(part), own, known)) : String(part))
      isCode.toggle()
    }
    return parts.joined(separator: "`")
  }

  /// A finding whose examples speak of the policy.
  static func ofPolicy(
    _ finding: Diagnostic, _ line: Typed, _ known: KnownNames
  ) -> Diagnostic {
    var finding = finding
    finding.help = finding.help.map { isExample($0) ? about($0, line, known) : $0 }
    finding.notes = finding.notes.map { isExample($0) ? about($0, line, known) : $0 }
    return finding
  }

  /// The help of a topic, in the words of the line: `students` are asked for as `student`.
  static func about(key: String, _ help: String) -> String {
    let name: String
    switch key {
    case "role", "roles": name = "admin"
    case "new", "existing": name = key + "-user"
    default: name = key.hasSuffix("s") ? String(key.dropLast()) : key
    }
    return help.split(separator: "KEY", omittingEmptySubsequences: false).joined(separator: name)
  }

  /// A help whose condition is the one that the line has.
  private static func withOwnCondition(
    _ help: String, _ line: Typed, _ known: KnownNames
  ) -> String {
    let texts = line.texts
    let verb = texts.indices.first { index in
      ["is", "=", "=="].contains(texts[index]) && index > 0 && index + 1 < texts.count
        && known.isFact(texts[index - 1])
    }
    guard let verb else { return help }
    let own = "\(texts[verb - 1]) is \(texts[verb + 1])"
    var help = help
    for other in ["platform is ios`", "country is us`"] {
      help = help.split(separator: other, omittingEmptySubsequences: false)
        .joined(separator: own + "`")
    }
    return help
  }

  private static func isExample(_ text: String) -> Bool {
    text.hasPrefix("for example") || text.hasPrefix("write, for") || text.hasPrefix("put it after")
      || text.hasPrefix("a rule says") || text.hasPrefix("a declar")
  }

  /// The name that a line begins with, if nobody declared it and it says nothing else.
  private static func newName(_ words: [String], _ known: KnownNames) -> String? {
    guard let first = words.first, Word(rawValue: first) == nil, known.isFree(first),
      !Reworder.knows(first), !isTopic(.init(words: [first]), known)
    else { return nil }
    return first
  }

  /// A sentence with names of the policy in place of those of an example.
  private static func example(_ code: String, _ own: String?, _ known: KnownNames) -> String {
    let words = code.split(separator: " ").map { String($0) }
    let first = words.first ?? ""
    let declares =
      first == "setting" || Word(rawValue: first)?.leadsStatement == true && first != "grant"
    return words.enumerated().map { index, word in
      let end = word.last == "," ? "," : ""
      let name = end.isEmpty ? word : String(word.dropLast())
      if declares, index > 0 {
        return name == "csv-export" && own.map { known.isFree($0) } == true
          ? (own ?? name) + end : word
      }
      guard known.isFree(name) || name == "TARGET" else { return word }
      return (meant(name, own, known) ?? name) + end
    }.joined(separator: " ")
  }

  private static func meant(_ name: String, _ own: String?, _ known: KnownNames) -> String? {
    switch name {
    case "TARGET": own ?? known.features.first ?? "csv-export"
    case "csv-export": own.flatMap { known.isMeter($0) ? nil : $0 } ?? known.features.first
    case "bills", "guests": own.flatMap { known.isMeter($0) ? $0 : nil } ?? known.meters.first
    case "pro": known.usual
    case "annual": known.products.first
    case "history": known.settings.first
    default: nil
    }
  }

  /// The clauses that a statement may have, each with an example; nil where there are few.
  static func clauses(of home: StatementName) -> String? {
    switch home {
    case .product:
      "`grants pro`, `price 12 USD per month`, `sold as \"com.app.annual\"`, `trial 7 days`, "
        + "`adds 100 to bills`, `shared with family`, `grace 3 days`, `benefit \"…\"`, "
        + "`recommended`, `for sale with pro`, `not for sale`"
    case .rule:
      "`reminder at 90%`, `message \"…\"`, `prompt as paywall`, `soft until 2026-04-01`, "
        + "`because \"…\"`, and below a line with `at most` a step, `1000 with pro`"
    case .setting:
      "a step, such as `30 days with pro`, or `message \"…\"`"
    case .scenario:
      "`given pro`, `given product annual until 2027-01-01`, `given bills 500`, `at 2026-06-01`, "
        + "`expect bills denied because limit-reached`"
    case .meter:
      "`counted per team`, `windows roll`, `windows follow the subscription`, "
        + "`refills 1 every 30min`"
    default: nil
    }
  }
}
