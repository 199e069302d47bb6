#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateAnalysis
import TollgateCompiler
import TollgateFiles
import TollgateKit
import TollgateSyntax

/// Applies the fixes that are certain.
enum Fixer {
  /// Mends the files of a policy in place, and returns its text as it is then.
  static func mend(
    _ source: Source, at path: String, _ options: LintOptions = LintOptions()
  ) throws(Failure) -> Source {
    var mended = source
    var counts: [FilePath: Int] = [:]
    // The files as they were read; a fix of a `use` statement may bring another one.
    var originals = source.files
    for _ in 0..<SafeEdits.rounds {
      let safe = SafeEdits.of(Linter.lint(mended, options).findings)
      if safe.isEmpty { break }
      // A fix that says rules in other words has a check of its own, and comes when all else is
      // done.
      let others = safe.filter { !$0.restatesRules }
      var edits = others.isEmpty ? safe : others
      var next = apply(edits, to: mended)
      if let objection = objection(to: next, insteadOf: mended, restatesRules: others.isEmpty) {
        Console.say("\(Escape.name(path)): \(objection), and are left out")
        // One of them must not keep the others from being applied.
        edits = edits.filter {
          self.objection(
            to: apply([$0], to: mended), insteadOf: mended, restatesRules: others.isEmpty) == nil
        }
        next = apply(edits, to: mended)
        if edits.isEmpty
          || self.objection(
            to: next, insteadOf: mended, restatesRules: others.isEmpty) != nil
        {
          break
        }
      }
      for edit in edits { counts[FilePath(mended.file(at: edit.span.start).name), default: 0] += 1 }
      let known = Set(originals.map { FilePath($0.name) })
      originals += next.files.filter { !known.contains(FilePath($0.name)) }
      mended = next
    }
    let files = Dictionary(
      mended.files.map { (FilePath($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    for original in originals {
      let name = FilePath(original.name)
      guard let count = counts[name], let file = files[name] else { continue }
      try OutputFile.write(file.bytes, to: original.name, replacing: original.bytes)
      Console.say("\(Escape.name(original.name)): \(count) fixed")
    }
    return mended
  }

  /// Why a mended text is not taken: a policy that compiles must mean the same as before, and one
  /// that does not must have no new mistake. Fixes that say rules in other words may change which
  /// rule is named, and nothing else: no scenario may fail by them.
  static func objection(
    to next: Source, insteadOf source: Source, restatesRules: Bool = false
  ) -> String? {
    let before = Compiler.compile(source)
    guard let graph = before.graph else {
      return newError(in: next, since: source).map {
        "the fixes would bring about “\($0.headline)”"
      }
    }
    let after = Compiler.compile(next)
    guard let other = after.graph,
      restatesRules ? Restatement.isSame(graph, other) : other.means(graph)
    else { return "the fixes would change what the policy means" }
    if restatesRules, let title = newFailure(in: after, since: before) {
      return "the fixes would make the scenario “\(title)” fail"
    }
    return nil
  }

  /// The title of a scenario that fails now, and did not before.
  private static func newFailure(
    in result: Compiler.Result, since before: Compiler.Result
  ) -> String? {
    let known = failures(before)
    return failures(result).first { !known.contains($0) }
  }

  private static func failures(_ result: Compiler.Result) -> [String] {
    guard let policy = result.policy, let graph = result.graph else { return [] }
    let runner = ScenarioRunner(graph: graph)
    return policy.scenarios.filter { !runner.run($0).failures.isEmpty }.map { $0.title }
  }

  /// A text with edits applied that are in order and do not touch. Each file of a policy gets its
  /// own.
  static func apply(_ edits: [Diagnostic.Edit], to source: Source) -> Source {
    var own = [[Diagnostic.Edit]](repeating: [], count: source.files.count)
    for edit in edits {
      var edit = edit
      let index = source.fileIndex(at: edit.span.start)
      edit.span = source.place(of: edit.span).span
      own[index].append(edit)
    }
    var files: [FilePath: Source] = [:]
    for (index, file) in source.files.enumerated() {
      files[FilePath(file.name)] = Source(
        name: file.name, bytes: SafeEdits.apply(own[index], to: file.bytes))
    }
    let first = files[FilePath(source.name)] ?? source
    guard source.layout != nil else { return first }
    let folder = PolicyFolder(of: URL(fileURLWithPath: source.name))
    return first.joined { path, limit throws(UseFault) in
      var found = try folder.read(path, limit: limit)
      if let file = files[FilePath(source.folder + found.path)] { found.bytes = file.bytes }
      return found
    }
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
