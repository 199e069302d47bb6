import TollgateKit

extension DocumentSchema {
  static let describe = DocumentSchema(
    name: "describe", summary: "A policy in plain sentences, as `tollgate describe` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "language": .text("A BCP 47 tag."),
      "title": .text(),
      "sections": .list(
        .object([
          "topic": .words(of: PolicyDescription.Topic.self),
          "title": .text(),
          "notes": .list(.text()),
          "entries": .list(
            .object([
              "title": .text(),
              "names": .list(.text(), "The names of the policy that the entry is about."),
              "statements": .list(.list(.text()), "Each statement is one or more sentences."),
            ])),
        ])),
    ]))
}
