import TollgateKit
import TollgateSyntax

extension Baseline {
  /// A baseline as it is kept: `{"schema": 1, "findings": [{"file", "code", "line", "count"}]}`,
  /// where `line` is the fingerprint of the text of the line.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.key("findings")
      writer.array { writer in
        for (entry, count) in entries {
          writer.object { writer in
            writer.member("file", entry.file)
            writer.member("code", entry.code)
            writer.member("line", entry.fingerprint)
            writer.member("count", count)
          }
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
    guard case .object(let members) = document else { throw ParseError(words: "it is no object") }
    guard case .integer(1)? = value("schema", members) else {
      throw ParseError(words: "`schema` is not 1")
    }
    guard case .list(let findings)? = value("findings", members) else {
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
    guard case .object(let members) = finding, case .text(let file)? = value("file", members),
      case .text(let code)? = value("code", members),
      case .text(let line)? = value("line", members),
      case .integer(let count)? = value("count", members), count > 0
    else { return nil }
    return (Entry(file: file, code: code, fingerprint: line), Int(count))
  }

  private static func value(_ key: String, _ members: [JSONValue.Member]) -> JSONValue? {
    members.first { $0.key == key }?.value
  }
}
