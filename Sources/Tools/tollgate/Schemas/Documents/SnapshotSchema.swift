import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension DocumentSchema {
  static let snapshot = DocumentSchema(
    name: "snapshot",
    summary: "The data of a user, from an app or a server: purchases, usage, facts.",
    shape: snapshotShape)

  fileprivate static let snapshotShape = Shape.object(Shape.Members(of: Snapshot.members))
}

extension Shape.Members {
  /// The members that a document lists.
  fileprivate init(of members: [Member]) {
    list = members.map { member in
      var shape = Shape.read(member.kind)
      if !member.about.isEmpty { shape.about = member.about }
      return (key: member.kind == .version ? member.key : member.key + "?", value: shape)
    }
  }
}

extension Shape {
  /// The values of a member that is read.
  fileprivate static func read(_ kind: Member.Kind) -> Shape {
    switch kind {
    case .version: .version
    case .text, .product, .entitlement: .text()
    case .state: .words(of: Grant.State.self)
    case .ownership: .words(of: Grant.Ownership.self)
    case .instant: .instantRead()
    case .boolean: .boolean()
    case .quantity: .integer(from: 1)
    case .grants:
      .list(
        .object(Members(of: Grant.members), "It has a product, an entitlement or both."))
    case .usage: .usageRead
    case .allowances: .table(.orNull(.integer(from: 0)))
    case .facts: .factsRead
    case .instants: .table(.orNull(.instantRead()))
    case .offers: .table(.orNull(.boolean()))
    }
  }
}

extension Shape {
  /// A snapshot inside another document.
  static let snapshotRead = Shape(kind: .named("snapshot", DocumentSchema.snapshotShape))

  /// Facts by name.
  static let factsRead = Shape.table(
    .orNull(.either([.boolean(), .integer(from: 0), .text()])),
    "By name. A date, a version and a choice are texts.")

  /// Usage by meter.
  static let usageRead = Shape.table(
    .orNull(
      .either([
        .integer("The total.", from: 0),
        .object(
          [
            "total?": counter, "minute?": counter, "hour?": counter, "day?": counter,
            "week?": counter, "month?": counter, "year?": counter,
            "^([2-9]|[1-9][0-9]{1,2}|1000) (minutes|hours|days|weeks|months|years)$": counter,
          ], "By window, as the policy writes it: `day`, `3 hours`."),
      ])), "By meter, in its unit.")

  private static let counter = Shape.either([
    .integer(from: 0),
    .object(
      [
        "used": .integer(from: 0),
        "carried?": .integer("How much was carried from earlier windows into this one.", from: 0),
        "resets?": .instantRead("When it begins again at 0; nothing is carried then."),
        "then?": .list(
          .object(["at": .instantRead(), "used": .integer(from: 0), "carried?": .integer(from: 0)]),
          "How it falls later, step by step, if nothing is used; in place of `resets`."),
      ]),
  ])
}

extension DocumentSchema {
  static let records = DocumentSchema(
    name: "records", summary: "Purchase records, as `tollgate snapshot --from records` reads them.",
    shape: .object([
      "schema": .version,
      "records?": .list(record),
      "synced?": .table(
        .orNull(.instantRead()), "When all purchases of an account were last known."),
    ]))

  private static let record = Shape.object([
    "transaction": .text(),
    "original?": .text(),
    "product": .text("The policy's name or an id of a store."),
    "kind": .knownWords(of: PurchaseRecord.Kind.self),
    "state?": .knownWords(of: Grant.State.self),
    "account?": .text(),
    "start": .instantRead(),
    "end?": .instantRead("A subscription has one."),
    "graceEnd?": .instantRead(),
    "renews?": .boolean("True unless given."),
    "renewsAs?": .text(),
    "ownership?": .knownWords(of: Grant.Ownership.self),
    "revoked?": .instantRead(),
    "refundPercentage?": .percentage(),
    "trial?": .boolean(),
    "offerUsed?": .boolean("Whether there is an introductory price, or was one or a trial."),
    "superseded?": .boolean(),
    "quantity?": .integer(from: 1),
    "amount?": .text("With a decimal point; only with `currency`."),
    "currency?": .text("An ISO 4217 code."),
    "method?": .knownWords(of: PaymentMethod.self),
    "verification": .knownWords(of: Verification.self),
    "environment?": .knownWords(of: StoreEnvironment.self),
    "confirmed?": .instantRead(),
  ])
}

extension DocumentSchema {
  static let keys = DocumentSchema(
    name: "keys",
    summary: "Public keys that seals are checked with, as `tollgate verify --keys` reads them.",
    shape: .either([
      key,
      .object([
        "keys": .list(key),
        "revoked?": .list(.text(), "The ids of keys that are not to be believed any more."),
        "kty?": .absent, "crv?": .absent, "kid?": .absent, "x?": .absent, "d?": .absent,
      ]),
    ]))

  /// A JSON Web Key (RFC 8037).
  private static let key = Shape.object([
    "kty": .words(["OKP"]),
    "crv": .words(["Ed25519"]),
    "kid": .text("The id that a seal names."),
    "x": .text("The public key: 32 bytes in base64url."),
    "keys?": .absent, "revoked?": .absent,
  ])
}

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
