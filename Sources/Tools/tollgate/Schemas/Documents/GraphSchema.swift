import TollgateKit

extension DocumentSchema {
  static let graph = DocumentSchema(
    name: "graph", summary: "The rules of a policy, as `tollgate graph` prints them.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "target": .orNull(.text()),
      "at": .orNull(.instant("The time of the situation that is shown.")),
      "nodes": .list(
        .object([
          "id": .text(),
          "kind": .words(of: GraphPicture.Kind.self),
          "text": .text(),
          "caption": .orNull(.text()),
          "state": .orNull(
            .words(of: GraphPicture.State.self), "Null if no situation was given."),
          "finding": .orNull(.text("The state in words.")),
        ])),
      "edges": .list(
        .object(["from": .text(), "to": .text(), "label": .orNull(.text())])),
    ]))
}
