package import TollgateRuntime
import TollgateSyntax

extension JSONValue {
  /// The value as JSON, on one line, or with each member on its own line.
  package func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .integer(let value): writer.integer(value)
    case .number(let text): writer.raw(text)
    case .text(let text): writer.string(text)
    case .list(let values):
      writer.array { writer in
        for value in values { value.write(to: &writer) }
      }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(to: &writer)
        }
      }
    }
  }

  /// An instant as a text that can be read back.
  package static func instant(_ instant: Instant) -> JSONValue {
    .text(SnapshotJSON.readable(instant).text)
  }
}
