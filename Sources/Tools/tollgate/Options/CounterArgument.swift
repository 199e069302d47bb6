import TollgateRuntime

/// Reads a counter of the command line as a scenario writes it.
enum CounterArgument {
  /// `40`, `40 resets 2026-06-02`, or `40 then 12 at 2026-06-01T12:00Z then 0 at 2026-06-01T13:00Z`,
  /// in the meter's unit. `option` is what it was written behind.
  static func read(
    _ text: String, of meter: Meter, behind option: String
  ) throws(Failure) -> Counter {
    var words = text.split(separator: " ").map { String($0) }[...]
    let used = try quantity(&words, of: meter, behind: option)
    if words.first == "resets", words.count == 2, let instant = words.last {
      return Counter(used, resets: try QuantityArgument.instant(instant, behind: "resets"))
    }
    var steps: [Counter.Step] = []
    while !words.isEmpty {
      guard words.removeFirst() == "then" else { throw shape(text, option) }
      let later = try quantity(&words, of: meter, behind: option)
      guard words.first == "at", words.count > 1 else { throw shape(text, option) }
      words.removeFirst()
      let at = try QuantityArgument.instant(words.removeFirst(), behind: "at")
      steps.append(Counter.Step(at: at, used: later))
    }
    do throws(CounterError) {
      return try Counter(used, then: steps)
    } catch {
      throw .usage("\(option)\(text): \(error)")
    }
  }

  /// The words of a quantity, up to `then`, `at` or `resets`: `40` or `2 GB`.
  private static func quantity(
    _ words: inout ArraySlice<String>, of meter: Meter, behind option: String
  ) throws(Failure) -> Int64 {
    var text: [String] = []
    while let word = words.first, word != "then", word != "at", word != "resets" {
      text.append(word)
      words.removeFirst()
    }
    return try QuantityArgument.read(text.joined(separator: " "), of: meter, behind: option)
  }

  private static func shape(_ text: String, _ option: String) -> Failure {
    .usage(
      "\(option) takes a counter such as `40`, `40 resets 2026-06-02` or "
        + "`40 then 12 at 2026-06-02`, not `\(text)`")
  }
}
