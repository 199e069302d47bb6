import TollgateCompiler
import TollgateSyntax

/// The page of a code as a SARIF reporting descriptor.
enum SARIFRule {
  static func write(_ page: DiagnosticPage, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", page.code)
      writer.member("name", name(page.title))
      writer.message("shortDescription", sentence(page.title))
      writer.message("fullDescription", page.what)
      writer.message("help", text(page), markdown: markdown(page))
      writer.object("defaultConfiguration") { $0.member("level", page.level.rawValue) }
    }
  }

  /// `declared and never used` as `DeclaredAndNeverUsed`.
  private static func name(_ title: String) -> String {
    let words = title.split { !($0.isLetter || $0.isNumber) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func sentence(_ title: String) -> String {
    title.prefix(1).uppercased() + title.dropFirst() + "."
  }

  private static func text(_ page: DiagnosticPage) -> String {
    """
    \(page.what)

    Why: \(page.why)

    Avoid:
    \(page.avoid)
    Prefer:
    \(page.prefer)
    Exceptions: \(page.exceptions)
    """
  }

  private static func markdown(_ page: DiagnosticPage) -> String {
    """
    \(page.what)

    **Why:** \(page.why)

    **Avoid**

    ```gate
    \(page.avoid)```

    **Prefer**

    ```gate
    \(page.prefer)```

    **Exceptions:** \(page.exceptions)
    """
  }
}
