import TollgateKit

/// Tells about unknown names on standard error, each once.
struct UnknownNameWarnings {
  /// After so many warnings, one more line says that there are others.
  private static let most = 20
  private var told: Set<String> = []

  /// Warns about a finding of a document, unless the same was told before.
  mutating func warn(_ finding: UnknownName, in document: String) {
    guard told.count <= UnknownNameWarnings.most, told.insert(finding.english).inserted else {
      return
    }
    let isLast = told.count > UnknownNameWarnings.most
    Console.say(
      isLast
        ? "warning: there are more unknown names"
        : "warning: \(document): \(finding.description(in: "en"))")
  }
}
