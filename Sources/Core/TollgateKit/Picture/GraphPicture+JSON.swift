import TollgateSyntax

extension GraphPicture {
  /// The picture as JSON, schema 1: `nodes` with `id`, `kind`, `text`, `caption`, `state` (`yes`,
  /// `no`, `unknown`, `warned`, or null where no situation was given) and `finding` (the state in
  /// words), and `edges` with `from`, `to` and `label`.
  package var json: String {
    JSONWriter.document(pretty: true) { writer in
      writer.member("schema", 1)
      writer.member("policy", policy)
      writer.member("target", target)
      writer.member("at", time)
      writer.key("nodes")
      writer.array { writer in
        for (index, box) in boxes.enumerated() { write(box, index, to: &writer) }
      }
      writer.array("edges", arrows) { arrow, writer in
        writer.object { writer in
          writer.member("from", GraphPicture.id(arrow.from))
          writer.member("to", GraphPicture.id(arrow.to))
          writer.member("label", arrow.label.isEmpty ? nil : arrow.label)
        }
      }
    } + "\n"
  }

  private func write(_ box: Box, _ index: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", GraphPicture.id(index))
      writer.member("kind", box.kind.rawValue)
      writer.member("text", box.text)
      writer.member("caption", box.caption)
      writer.member("state", box.finding?.state.rawValue)
      writer.member("finding", box.finding?.words)
    }
  }

  /// The name of a box in formats that need one.
  static func id(_ box: Int) -> String { "n\(box + 1)" }
}
