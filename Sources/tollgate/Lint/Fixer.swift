import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// Applies the fixes that are certain.
enum Fixer {
  /// A mended line may show a mistake that another had hidden; this is how often that is followed.
  private static let rounds = 10

  /// Mends a file in place, and returns its text as it is then.
  static func mend(
    _ source: Source, at path: String, _ options: LintOptions = LintOptions()
  ) throws(Failure) -> Source {
    var mended = source
    var count = 0
    for _ in 0..<rounds {
      let edits = safeEdits(of: Linter.lint(mended, options).findings)
      if edits.isEmpty { break }
      let next = apply(edits, to: mended)
      if let objection = objection(to: next, insteadOf: mended) {
        Console.say("\(path): \(objection), and are left out")
        break
      }
      count += edits.count
      mended = next
    }
    guard count > 0 else { return source }
    try AtomicFile.write(mended.bytes, to: path, replacing: source.bytes)
    Console.say("\(path): \(count) fixed")
    return mended
  }

  /// Why a mended text is not taken: a policy that compiles must mean the same as before, and one
  /// that does not must have no new mistake.
  static func objection(to next: Source, insteadOf source: Source) -> String? {
    guard let before = Compiler.compile(source).graph else {
      return newError(in: next, since: source).map {
        "the fixes would bring about “\($0.headline)”"
      }
    }
    guard let after = Compiler.compile(next).graph, after.means(before) else {
      return "the fixes would change what the policy means"
    }
    return nil
  }

  /// The safe edit of each finding, in the order of the text, none touching another: what is left
  /// out is found again in the next round.
  static func safeEdits(of findings: [Diagnostic]) -> [Diagnostic.Edit] {
    let safe = findings.compactMap { finding in
      finding.edits.first { $0.safety == .safe }
    }
    var edits: [Diagnostic.Edit] = []
    for edit in safe.sorted(by: { $0.span.start < $1.span.start }) {
      guard let last = edits.last else {
        edits.append(edit)
        continue
      }
      if last.span.end < edit.span.start { edits.append(edit) }
    }
    return edits
  }

  /// A text with edits applied that are in order and do not touch.
  static func apply(_ edits: [Diagnostic.Edit], to source: Source) -> Source {
    var bytes: [UInt8] = []
    var done = 0
    for edit in edits {
      bytes.append(contentsOf: source.bytes[done..<edit.span.start])
      bytes.append(contentsOf: edit.replacement.utf8)
      done = edit.span.end
    }
    bytes.append(contentsOf: source.bytes[done...])
    return Source(name: source.name, bytes: bytes)
  }

  /// An error that a text has and had not before. Where it could not all be read before, what is
  /// read now may show mistakes that were hidden: then only those of reading count.
  private static func newError(in text: Source, since before: Source) -> Diagnostic? {
    let unread = PolicySyntax.parse(before).diagnostics
    guard unread.contains(where: { $0.level == .error }) else {
      return firstError(
        in: Compiler.compile(text).diagnostics, notIn: Compiler.compile(before).diagnostics)
    }
    return firstError(in: PolicySyntax.parse(text).diagnostics, notIn: unread)
  }

  /// The first error that there was not before, or not so often. Places may have moved.
  static func firstError(in findings: [Diagnostic], notIn before: [Diagnostic]) -> Diagnostic? {
    var known: [String: Int] = [:]
    for error in before where error.level == .error {
      known[error.code + error.headline, default: 0] += 1
    }
    for error in findings where error.level == .error {
      let left = known[error.code + error.headline, default: 0]
      if left == 0 { return error }
      known[error.code + error.headline] = left - 1
    }
    return nil
  }
}
