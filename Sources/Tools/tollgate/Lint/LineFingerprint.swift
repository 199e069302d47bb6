import TollgateRuntime
import TollgateSyntax

/// The identity of a finding, the same as long as its line says the same, wherever the line moves.
enum LineFingerprint {
  /// Sixteen hexadecimal digits of a code and the text of a line.
  static func of(_ finding: Diagnostic, in file: LintedFile) -> String {
    let text = Array((finding.code + "\n" + file.line(of: finding)).utf8)
    return SHA256.hash(text[...]).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
