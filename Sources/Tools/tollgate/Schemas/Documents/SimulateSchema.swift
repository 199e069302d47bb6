import TollgatePurchases
import TollgateRuntime

extension DocumentSchema {
  static let simulate = DocumentSchema(
    name: "simulate", summary: "A played history, as `tollgate simulate` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "history": .text("The name of the history."),
      "passed": .boolean("Whether every expectation was met."),
      "steps": .list(step),
    ]))

  private static let step = Shape.object([
    "at": .instant(),
    "line": .orNull(.integer(from: 1), "Null for what happened by itself."),
    "text": .orNull(.text()),
    "events": .list(event),
    "answer": .orNull(
      .object(["code": .orNull(.text("Null while it waits.")), "text": .text()])),
    "changes": .list(
      .object([
        "kind": .words(of: StatusChange.Kind.self),
        "unlocked": .list(.text()),
        "locked": .list(.text()),
        "transactions": .list(.text()),
      ])),
    "status": .orNull(status),
    "decisions": .list(.decision),
    "expected": .integer("How many decisions were compared.", from: 0),
    "failures": .list(
      .object([
        "target": .text(), "expected": .text(), "actual": .text(), "decision": .decision,
      ])),
  ])

  private static let event = Shape.object([
    "event": .text(),
    "product": .orNull(.text()),
    "transaction": .orNull(.text()),
    "until": .orNull(.instant()),
    "to": .orNull(.text("The product that takes the place of this one.")),
    "percent": .orNull(.integer("How much is paid back.", from: 0)),
    "because": .orNull(.text("Why it ended.")),
  ])

  private static let status = Shape.object([
    "tier": .orNull(.text()),
    "entitlements": .list(.text()),
    "stale": .boolean(),
    "plan": .orNull(
      .object([
        "product": .text(),
        "kind": .words(of: PurchaseRecord.Kind.self),
        "state": .words(of: Grant.State.self),
        "end": .orNull(.instant()),
        "accessEnd": .orNull(.instant()),
        "renews": .boolean(),
        "renewsAs": .orNull(.text()),
        "trial": .boolean(),
        "ownership": .words(of: Grant.Ownership.self),
      ])),
    "onHold": .list(.text(), "The products whose payment failed, and that open nothing."),
    "products": .list(.object(["product": .text(), "ownership": .text()])),
  ])
}
