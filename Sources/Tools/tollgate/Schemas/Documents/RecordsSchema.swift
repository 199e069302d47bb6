import TollgatePurchases
import TollgateRuntime

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
