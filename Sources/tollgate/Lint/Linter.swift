import TollgateCompiler
import TollgateSyntax

/// Everything there is to say about the text of a policy.
enum Linter {
  /// Every finding, in the order of the text.
  static func findings(in source: Source) -> [Diagnostic] {
    Compiler.compile(source).diagnostics
  }
}
