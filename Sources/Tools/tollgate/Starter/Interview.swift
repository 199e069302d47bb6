/// Asks a person on a terminal about a new policy.
///
/// Questions go to standard error. An empty answer takes the text in brackets. After a wrong answer
/// the question comes again, with the reason.
struct Interview {
  private var lines: LineReader
  /// The suggested name.
  private let name: String

  init(named name: String) throws(Failure) {
    lines = LineReader(try InputFile("-"))
    self.name = name
  }

  /// Whether a person can answer.
  static var isPossible: Bool {
    Descriptor.isTerminal(Descriptor.input) && Descriptor.isTerminal(Descriptor.error)
  }

  /// The answers to all questions. Each is tried at once, together with those before it.
  mutating func answers() throws(Failure) -> StarterAnswers {
    var answers = StarterAnswers(isComplete: true)
    answers.features = [Starter.Default.feature]
    Console.say("Press Return to take the text in brackets; type - for none.")
    answers = try ask("What is the app called?", name, answers) { $0.name = $1 }
    answers = try ask(
      "Which paid tiers are there, the lowest first? (pro, or pro, max)", Starter.Default.tier,
      answers
    ) { $0.tiers = Interview.list($1) }
    answers.features = []
    answers = try ask(
      "What do you count, and how much is free? (bills=500, exports=3 per day)",
      Starter.Default.meter, answers, isTried: false
    ) { $0.meters = Interview.list($1) }
    answers = try ask(
      "Which features are paid? (CSV export, or CSV export=max)", Starter.Default.feature,
      answers
    ) { $0.features = Interview.list($1) }
    answers = try ask(
      "What are the prices? ($9.99 per month, 38 CNY once, max=20 CNY per month)",
      "-", answers
    ) { $0.prices = Interview.list($1) }
    return try ask("How long is a free trial? (7 days)", "-", answers) { answers, text in
      answers.trial = text == "-" ? nil : text
    }
  }

  /// Asks until an answer makes a policy. `isTried` is false if that needs one more answer.
  private mutating func ask(
    _ question: String, _ offer: String, _ answers: StarterAnswers, isTried: Bool = true,
    _ take: (inout StarterAnswers, String) -> Void
  ) throws(Failure) -> StarterAnswers {
    while true {
      Console.write("\(question) [\(offer)] ")
      let text = try line()
      var next = answers
      take(&next, text.isEmpty ? offer : text)
      do throws(Failure) {
        if isTried { _ = try next.starter(named: name) } else { try next.checkMeters() }
        return next
      } catch {
        Console.say("  " + error.message)
      }
    }
  }

  private mutating func line() throws(Failure) -> String {
    switch try lines.next(beforeWaiting: {}) {
    case .text(let bytes):
      return String(decoding: bytes, as: UTF8.self).trimmed
    case .tooLong: return String(repeating: "?", count: 100)
    case nil:
      Console.write("\n")
      throw .usage("the input ended before the last answer; nothing was written")
    }
  }

  /// `a, b` as a list; `-` is an empty one. The comma of `1,000` ends nothing.
  static func list(_ text: String) -> [String] {
    guard text != "-" else { return [] }
    var parts: [String] = [""]
    let letters = Array(text)
    for (index, letter) in letters.enumerated() {
      let digits = letters[(index + 1)...].prefix { $0.isNumber }
      let isGroup = index > 0 && letters[index - 1].isNumber && digits.count == 3
      if letter == ",", !isGroup {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    return parts.map { $0.trimmed }.filter { !$0.isEmpty }
  }
}

extension StarterAnswers {
  /// Whether every meter can be taken.
  fileprivate func checkMeters() throws(Failure) {
    for meter in meters { _ = try StarterReader.meter(meter, behind: nil) }
  }
}
