import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A page that is well-formed XML: its elements and texts.
struct Markup {
  struct Element {
    var name: String
    var attributes: [String: String]
  }

  struct NotWellFormed: Error {
    var line: Int
    var message: String
  }

  /// In the order in which they begin.
  let elements: [Element]
  /// The texts between tags, white space at the ends left out.
  let texts: [String]

  init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw NotWellFormed(
        line: parser.lineNumber, message: parser.parserError?.localizedDescription ?? "")
    }
    elements = reader.elements
    texts = reader.texts
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    var texts: [String] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      flush()
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      flush()
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
      text += characters
    }

    private func flush() {
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if !trimmed.isEmpty { texts.append(trimmed) }
      text = ""
    }
  }
}
