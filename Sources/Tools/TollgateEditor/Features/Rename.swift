package import TollgateAnalysis
package import TollgateSyntax

/// Why a name cannot be renamed.
package enum RenameFault: Error, Sendable, Hashable {
  /// There is no name at the place.
  case noName
  /// The new name cannot be one.
  case notAName(String)
  /// Something else has the new name; the place that names it.
  case taken(String, Sight)
  /// In another policy that uses the file the name is something else, of this kind with its article.
  case otherwise(String, String, Sight)
  /// A member of a series has its name from the series.
  case member(String)
  /// The name differs only by its place in a series.
  case becomesMember(String)

  /// The fault in words, with advice.
  package var words: String {
    switch self {
    case .noName: "there is no name here; put the cursor on one"
    case .notAName(let text):
      "`\(text)` cannot be a name; write letters, digits, `-` or `_`, and begin with a letter"
    case .taken(let text, let sight):
      "`\(text)` is the name of something else\(sight.words); choose another one"
    case .otherwise(let text, let kind, let sight):
      "`\(text)` is \(kind)\(sight.words), which uses the same file; rename it there first"
    case .member(let text):
      "`\(text)` is a member of a series; rename the series in its `series` statement"
    case .becomesMember(let text):
      "`\(text)` would be a member of a series; choose a name without its number"
    }
  }

  /// Where something is, for somebody who looks at a file.
  package struct Sight: Sendable, Hashable {
    package var place: FilePlace
    /// ` in prices.gate, line 3`; empty in the same file.
    var words: String
  }
}

extension Project {
  /// The place of the name at an offset, if it can be renamed.
  package func renameTarget(at offset: Int) throws(RenameFault) -> (place: FilePlace, text: String)
  {
    guard let use = names.use(at: offset) else { throw .noName }
    try checkRenamable(use)
    return (place(of: use.name.span), use.name.text)
  }

  /// The changes that give another name to something in all files, scenarios and claims too, told to
  /// somebody who looks at a file. Backquotes are written where the new name needs them.
  package func rename(
    _ use: NameUse, to text: String, from path: FilePath
  ) throws(RenameFault) -> [FileEdit] {
    try checkRenamable(use)
    let bare = Project.withoutBackquotes(text)
    guard let written = Project.written(bare) else { throw .notAName(text) }
    if bare == use.name.text { return [] }
    if let clash = clash(bare, use.space) { throw .taken(bare, sight(of: clash, from: path)) }
    if case .things = use.space, names.declaringSeries(bare) != nil { throw .becomesMember(bare) }
    return names.places(of: use).map { FileEdit(place(of: $0.name.span), written) }
  }

  /// A place of a name, for somebody who looks at a file.
  func sight(of use: NameUse, from path: FilePath) -> RenameFault.Sight {
    let place = place(of: use.name.span)
    guard place.path != path, let file = file(place.path), let name = place.path.parts.last else {
      return RenameFault.Sight(place: place, words: "")
    }
    return RenameFault.Sight(
      place: place, words: " in \(name), line \(file.line(at: place.span.start))")
  }

  func checkRenamable(_ use: NameUse) throws(RenameFault) {
    if use.isSeries { throw .member(use.name.text) }
    if case .things = use.space, names.declaringSeries(use.name.text) != nil {
      throw .member(use.name.text)
    }
  }

  private func clash(_ text: String, _ space: NameUse.Space) -> NameUse? {
    names.uses.first { $0.name.text == text && $0.space == space }
  }

  static func withoutBackquotes(_ text: String) -> String {
    guard text.utf8.count > 2, text.utf8.first == 0x60, text.utf8.last == 0x60 else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// A name as a policy writes it; `nil` for a text that cannot be one. The parser is asked, so a
  /// name that is a word of the language gets its backquotes.
  static func written(_ name: String) -> String? {
    for candidate in [name, "`\(name)`"] {
      let text = "feature \(candidate)\n\(candidate) requires nothing\n"
      let parsed = PolicySyntax.parse(Source(name: "", text: text))
      guard parsed.diagnostics.isEmpty, parsed.syntax.statements.count == 2,
        case .features(let features) = parsed.syntax.statements[0].kind, features.count == 1,
        features[0].name.text == name, features[0].label == nil
      else { continue }
      guard candidate == name, Word(rawValue: name) != nil else { return candidate }
      // A word of the language is a name in some places only.
      return "`\(name)`"
    }
    return nil
  }
}
