import TollgateSyntax

extension PolicyDescription {
  /// As a text for a terminal: headings flush left, entries and sentences indented below them. It
  /// ends in a line break.
  public var text: String {
    var lines = [title]
    for section in sections {
      lines += ["", section.title]
      lines += section.notes.map { "  " + $0 }
      for entry in section.entries {
        lines += ["", "  " + entry.title]
        for statement in entry.statements {
          for (index, sentence) in statement.enumerated() {
            lines.append((index == 0 ? "    - " : "      ") + sentence)
          }
        }
      }
    }
    return lines.map { Escape.line($0) + "\n" }.joined()
  }

  /// As Markdown: a heading for each section and entry, a list item for each statement. It ends in
  /// a line break.
  public var markdown: String {
    let gap = language == "en" ? " " : ""
    var lines = ["# " + Escape.markdown(title)]
    for section in sections {
      lines += ["", "## " + Escape.markdown(section.title)]
      if !section.notes.isEmpty {
        lines += ["", section.notes.map(Escape.markdown).joined(separator: gap)]
      }
      for entry in section.entries {
        lines += ["", "### " + Escape.markdown(entry.title), ""]
        lines += entry.statements.map { "- " + $0.map(Escape.markdown).joined(separator: gap) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// As JSON (schema 1): `schema`, `policy`, `language`, `title` and `sections`, each with `topic`,
  /// `title`, `notes` and `entries`, each of these with `title`, `names` and `statements`, which
  /// are lists of sentences. It has no line break at its end.
  public var json: String {
    JSONWriter.document(pretty: true) { writer in
      writer.member("schema", 1)
      writer.member("policy", policy)
      writer.member("language", language)
      writer.member("title", title)
      writer.array("sections", sections) { section, writer in section.write(to: &writer) }
    }
  }
}

extension PolicyDescription.Section {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("topic", topic.rawValue)
      writer.member("title", title)
      writer.member("notes", notes)
      writer.array("entries", entries) { entry, writer in
        writer.object { writer in
          writer.member("title", entry.title)
          writer.member("names", entry.names)
          writer.array("statements", entry.statements) { sentences, writer in
            writer.array { writer in
              for sentence in sentences { writer.string(sentence) }
            }
          }
        }
      }
    }
  }
}
