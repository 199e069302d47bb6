import TollgateKit
import TollgateSyntax

extension Baseline {
  /// A baseline as it is kept: `{"schema": 1, "findings": [{"file", "code", "line", "count"}]}`,
  /// where `line` is the fingerprint of the text of the line.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.array("findings", entries) { recorded, writer in
        writer.object { writer in
          writer.member("file", recorded.entry.file.text)
          writer.member("code", recorded.entry.code)
          writer.member("line", recorded.entry.fingerprint)
          writer.member("count", recorded.count)
        }
      }
    }
    return writer.text + "\n"
  }

  /// Reads a baseline: all of it, or an error that names the place.
  init(contentsOf path: String) throws(Failure) {
    let bytes = try InputFile.contents(of: path, limit: JSONReader.mostBytes)
    let name = InputFile.name(of: path)
    let document: JSONValue
    do throws(JSONReader.Failure) {
      document = try JSONReader.read(bytes)
    } catch {
      throw .unreadable("\(name) is no baseline: it is not JSON (at byte \(error.offset + 1))")
    }
    do throws(ParseError) {
      self.init(at: path, counts: try Baseline.counts(in: document))
    } catch {
      throw .unreadable(
        "\(name) is no baseline: \(error.words); `lint --write-baseline` writes one")
    }
  }

  /// The faults of a document that is no baseline.
  private struct ParseError: Error {
    var words: String
  }

  private static func counts(in document: JSONValue) throws(ParseError) -> [Entry: Int] {
    guard case .object = document else { throw ParseError(words: "it is no object") }
    guard document["schema"] == .integer(1) else { throw ParseError(words: "`schema` is not 1") }
    guard case .list(let findings) = document["findings"] else {
      throw ParseError(words: "`findings` is no list")
    }
    var counts: [Entry: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let (entry, count) = entry(finding) else {
        throw ParseError(
          words: "`findings[\(index)]` needs the texts `file`, `code` and `line`, and a `count`")
      }
      let (sum, overflow) = counts[entry, default: 0].addingReportingOverflow(count)
      counts[entry] = overflow ? .max : sum
    }
    return counts
  }

  private static func entry(_ finding: JSONValue) -> (Entry, Int)? {
    guard let file = finding["file"].text, let code = finding["code"].text,
      let line = finding["line"].text, let count = finding["count"].number, count > 0
    else { return nil }
    return (Entry(file: FilePath(file), code: code, fingerprint: line), count)
  }
}
