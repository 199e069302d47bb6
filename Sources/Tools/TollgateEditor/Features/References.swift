import TollgateAnalysis
import TollgateSyntax

/// A place of a name in a file.
package struct Reference: Sendable, Hashable {
  package var place: FilePlace
  package var isDeclaration: Bool
}

extension Project {
  /// The place that declares the name at an offset, or the file after `use`.
  package func definition(at offset: Int) -> FilePlace? {
    if let file = usedFile(at: offset) { return FilePlace(path: file, span: Span(0, 0)) }
    guard let use = names.use(at: offset) else { return nil }
    if let found = names.declaration(of: use) { return place(of: found.name.span) }
    return names.places(of: use).first.map { place(of: $0.name.span) }
  }

  /// Every place of the name at an offset, its declaration among them.
  package func references(at offset: Int) -> [Reference] {
    names.use(at: offset).map { references(to: $0) } ?? []
  }

  /// Every place of a name.
  func references(to use: NameUse) -> [Reference] {
    names.places(of: use).map {
      Reference(place: place(of: $0.name.span), isDeclaration: $0.isDeclaration)
    }
  }

  /// The places of the name at an offset in the same file.
  package func highlights(at offset: Int) -> [Reference] {
    let path = paths[source.fileIndex(at: offset)]
    return references(at: offset).filter { $0.place.path == path }
  }

  /// The path of the file that a `use` statement at an offset brings.
  private func usedFile(at offset: Int) -> FilePath? {
    for statement in syntax.statements {
      guard case .use(let text) = statement.kind, text.span.start <= offset,
        offset <= text.span.end
      else { continue }
      let user = paths[source.fileIndex(at: offset)]
      return TextDocument(path: user, bytes: Array("use \(source.text(text.span))\n".utf8))
        .uses.first.flatMap { paths.contains($0) ? $0 : nil }
    }
    return nil
  }
}
