import TollgateCompiler
import TollgateRuntime

extension Decision {
  /// The decision in full, in words: the answer with its reason, every rule about the target and
  /// what it came to, every way in, and how long the answer holds.
  ///
  /// - Parameter locale: A BCP 47 tag. The words are Simplified Chinese for `zh…`, else English;
  ///   names are the policy's labels in that language, or its first ones.
  public func explanation(in locale: String = "en") -> String {
    Explanation(of: self, in: locale).text(inFull: true)
  }

  /// The decision in short: the answer with its reason, every way in and how long it holds, without
  /// the rules, the policy and the time.
  package func brief(in locale: String = "en") -> String {
    Explanation(of: self, in: locale).text(inFull: false)
  }

  /// The decision in one sentence: the answer and its reason.
  public func summary(in locale: String = "en") -> String {
    Explanation(of: self, in: locale).headline
  }
}

/// Puts a decision into words. It asks the decision and decides nothing itself.
struct Explanation {
  let decision: Decision
  let details: Decision.Details
  let texts: Texts
  let language: Language
  let ways: [WayIn]

  init(of decision: Decision, in locale: String) {
    self.decision = decision
    language = Language(locale)
    texts = Texts(graph: decision.inquiry?.graph, locale: locale)
    details = decision.details
    ways = details.waysIn
  }

  /// English or Chinese.
  func words(_ english: String, _ chinese: String) -> String {
    language == .chinese ? chinese : english
  }

  func text(inFull isFull: Bool) -> String {
    guard let inquiry = decision.inquiry else { return headline }
    var lines = [headline]
    if let message = messageOfTheRule { lines.append("  " + message) }
    lines += quotaLines
    if isFull { lines += ruleLines(inquiry) }
    lines += wayLines(inquiry)
    lines += promptLines
    lines.append("")
    lines.append(validity)
    if inquiry.isClockBehind {
      lines.append(
        words(
          "The clock is behind what was already seen; the later time counts.",
          "设备时钟落后于已知时间；以较晚的时间为准。"))
    }
    if isFull { lines.append(footer(inquiry)) }
    return lines.joined(separator: "\n")
  }

  /// What the person reads when the rule that gave the reason denies.
  private var messageOfTheRule: String? {
    guard !decision.isAllowed else { return nil }
    let blocker = details.blockers.deciding
    return blocker.flatMap { texts.message(of: $0, decision: decision, ways: ways) }
      .map { words("“\($0)”", "“\($0)”") }
  }

  private var quotaLines: [String] {
    guard let quota = details.quota else { return [] }
    return ["  " + words(quota)]
  }

  private var validity: String {
    guard let until = details.validUntil else {
      return words(
        "Holds for ever, as long as what is known stays the same.",
        "只要已知情况不变，此结果一直有效。")
    }
    let instant = InstantText.print(until)
    return words("Holds until \(instant).", "有效至 \(instant)。")
  }

  private func footer(_ inquiry: Inquiry) -> String {
    let name = inquiry.graph.name.isEmpty ? inquiry.graph.parts.file : inquiry.graph.name
    let fingerprint = inquiry.graph.fingerprint.dropFirst("sha256:".count).prefix(12)
    let now = InstantText.print(Instant(milliseconds: inquiry.now))
    return words(
      "policy \(name) \(fingerprint), at \(now)", "策略 \(name) \(fingerprint)，时间 \(now)")
  }
}
