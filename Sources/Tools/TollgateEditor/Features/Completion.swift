package import TollgateCompiler
package import TollgateSyntax

/// Something that can be written at the cursor.
package struct Completion: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case keyword, name(NameKind), choice, unit, value, file, snippet
  }

  package var label: String
  package var kind: Kind
  /// A few words beside it: the label and price of a product, the tier of an entitlement.
  package var detail: String
  /// The text that is written; in a snippet `${1:name}` is a blank to fill.
  package var text: String
}

/// The completions at a place, and the piece of the file that they replace.
package struct CompletionList: Sendable {
  package var span: Span
  package var items: [Completion]
}

extension Project {
  /// The words to write at an offset of a file: those that the grammar takes, with the names of the
  /// right kind. `files` are those that a `use` statement may name beside the files of the policy.
  package func completions(
    at offset: Int, in path: FilePath, files: @autoclosure () -> [FilePath] = []
  ) -> CompletionList {
    guard let file = file(path), let joined = self.offset(offset, in: path) else {
      return CompletionList(span: Span(offset, offset), items: [])
    }
    let cut = file.wordStart(before: offset)
    let back = offset - cut
    // A workspace may have thousands of files, and few lines name one.
    let mayUse = file.bytes[file.lineSpan(at: offset).start...].starts(with: "use".utf8)
    let context = CompletionContext(
      project: self, path: path, files: mayUse ? files() : [], cut: joined - back)
    return CompletionList(span: Span(cut, offset), items: context.items())
  }
}

extension Source {
  /// Where the word that ends at an offset begins. Two points are a sign between two words.
  func wordStart(before offset: Int) -> Int {
    var place = min(max(offset, 0), bytes.count)
    while place > 0 {
      switch bytes[place - 1] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x80...0xFF, 0x60: place -= 1
      case 0x2E:
        if place > 1, bytes[place - 2] == 0x2E { return place }
        place -= 1
      default: return place
      }
    }
    return place
  }
}
