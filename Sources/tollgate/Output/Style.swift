#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateSyntax

/// How a text may look where it is going: colour only on a terminal that shows it and is not asked
/// for none, drawing only on a terminal.
struct Style: Sendable {
  let color: Bool
  let narrated: Bool

  /// The style for standard output.
  static var output: Style { Style(Descriptor.output) }
  /// The style for standard error.
  static var error: Style { Style(Descriptor.error) }

  private init(_ descriptor: Int32) {
    let isTerminal = Descriptor.isTerminal(descriptor)
    let environment = ProcessInfo.processInfo.environment
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    color = isTerminal && !isUnwanted && environment["TERM"] != "dumb"
    narrated = !isTerminal
  }

  /// A renderer of findings about `source` in this style.
  func renderer(for source: Source) -> TextRenderer {
    TextRenderer(source: source, color: color, narrated: narrated)
  }
}
