import TollgateRuntime
import TollgateWords

extension Explanation {
  /// The targets that may be used in place of the denied one.
  var insteadLines: [String] {
    guard !details.instead.isEmpty else { return [] }
    let names = details.instead.map { name in
      guard let label = label(of: name), label != name else { return name }
      return name + words(" (\(label))", "（\(label)）")
    }
    return ["  " + words("Instead: \(and(names))", "可改用：\(and(names))")]
  }

  /// The same for customers, as a sentence.
  var insteadSentences: [String] {
    guard !details.instead.isEmpty else { return [] }
    let names = details.instead.map { label(of: $0) ?? $0 }
    return [words("You can use \(or(names)) instead.", "您可以改用\(or(names))。")]
  }

  private func label(of target: String) -> String? {
    guard let graph = decision.inquiry?.graph, let subject = graph.subject(target) else {
      return nil
    }
    return texts.label(subject.label)
  }
}
