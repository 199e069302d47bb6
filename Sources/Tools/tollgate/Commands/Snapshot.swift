import ArgumentParser
import TollgateKit
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// `tollgate snapshot POLICY --from SOURCE FILE…`
struct MakeSnapshot: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Makes a snapshot from the purchase data of a store or a service.",
    discussion: """
      `check --snapshot` and other commands read the snapshot. Notes on standard error name every \
      purchase that opens nothing, with the reason: a product that the policy does not name, a test \
      purchase, an unknown state.

      \(SnapshotSource.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))

      Documents from google-play, and from stripe except events, do not say when they were read: \
      give the time with --as-of. Several files must be about the same person; the pages of a list \
      of stripe come in their order. Exit status: 0, \
      even if nothing was bought; 2 a policy or document that cannot be read; 64 wrong usage.
      """
  )

  @OptionGroup var file: PolicyArgument

  @Argument(
    help: ArgumentHelp("Documents from the source; - reads standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The source of the documents.", valueName: "source"))
  var from: SnapshotSource

  @Option(
    help: ArgumentHelp(
      "The account of the purchases (default: the one in the document).", valueName: "id"))
  var account: String?

  @Option(
    help: ArgumentHelp(
      "Count purchases from this environment: production, sandbox or xcode; may be repeated "
        + "(default: production).", valueName: "environment"))
  var environment: [String] = []

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp(
      "With app-store: the app whose purchases count, such as com.example.app.",
      valueName: "id"))
  var bundleID: String?

  @Option(
    name: .customLong("apple-id"),
    help: ArgumentHelp(
      "With app-store: the app's number in the App Store; notifications and app downloads need "
        + "it.", valueName: "number"))
  var appleID: Int64?

  @Option(
    name: .customLong("product-id"),
    help: ArgumentHelp(
      "With google-play: the product of a document of purchases.products that does not name it.",
      valueName: "id"))
  var productID: String?

  @Option(
    help: ArgumentHelp(
      "With app-store: how long a non-renewing product lasts, such as `com.app.season=3 months`; "
        + "may be repeated (default: the period of its price in the policy).",
      valueName: "product=period"))
  var lasts: [ProductLength] = []

  @Option(
    help: ArgumentHelp(
      "With app-store: trust this certificate (DER or PEM) instead of Apple's root, for tests. "
        + "Never together with purchases from production: say --environment sandbox.",
      valueName: "file"), completion: .file())
  var root: String?

  @Option(
    help: ArgumentHelp(
      "When the documents were read from the source (default: the time of --at).",
      valueName: "instant"))
  var asOf: String?

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  func validate() throws {
    let inputs = ([file.policy] + files).filter { $0 == "-" }
    if inputs.count > 1 {
      throw ValidationError(
        "POLICY and FILE cannot both be standard input: use a file for one of them.")
    }
    if from.name == SnapshotSource.appStore.name, bundleID?.isEmpty ?? true {
      throw ValidationError(
        "--from app-store needs --bundle-id, so that purchases of other apps do not count.")
    }
    if from.name == SnapshotSource.appStore.name, environment.contains("xcode") {
      throw ValidationError(
        "what Xcode signs has no chain of certificates, so it cannot be checked: use a sandbox "
          + "account, or --from records.")
    }
    if root != nil, environment.isEmpty || environment.contains("production") {
      throw ValidationError(
        "--root is for tests, and never opens anything in production: add --environment sandbox.")
    }
    for name in environment where MakeSnapshot.environments[name] == nil {
      throw ValidationError(
        "--environment takes production, sandbox or xcode, not `\(name)`.")
    }
  }

  private static let environments: [String: StoreEnvironment] = [
    "production": .production, "sandbox": .sandbox, "xcode": .xcode,
  ]

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let policy = try PolicyFile.policy(at: file.policy)
    let time = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    let asOf = try QuantityArgument.instant(given: asOf, behind: "--as-of")
    var terms = PurchaseTerms(showsPending: true)
    if !environment.isEmpty {
      terms.environments = Set(environment.compactMap { MakeSnapshot.environments[$0] })
    }
    let imported = try documents(
      ImportAsk(
        account: account, asOf: asOf ?? time, policy: policy, bundleID: bundleID,
        appleID: appleID, environments: terms.environments, productID: productID,
        lengths: lasts,
        root: try root.map { path throws(Failure) in
          try InputFile.contents(of: path, limit: 1 << 16)
        }))
    try output.line(imported.snapshot(policy: policy, terms: terms, at: time).json(pretty: true))
    if asOf == nil, from.needsTime, imported.confirmed == time {
      let source = "a document from \(from.name) does not say when it was read"
      Console.say("note: \(source): assumed \(time.text); --as-of sets it")
    }
    if let confirmed = imported.confirmed, confirmed > time.advanced(by: MakeSnapshot.ahead) {
      Console.say(
        "note: the documents are of \(confirmed.text), which is in the future: until then every "
          + "decision is made as if it were that time")
    }
    for note in imported.notes(policy: policy, terms: terms) {
      Console.say("note: \(note.description(in: "en"))")
    }
    return .success
  }

  /// How far the clock of a store may be ahead of this one: 5 minutes, as in decisions.
  private static let ahead: Int64 = 5 * 60 * 1000

  /// The purchases of all files together.
  private func documents(_ ask: ImportAsk) throws(Failure) -> PurchaseImport {
    var result: PurchaseImport?
    for path in files {
      let bytes = try InputFile.contents(of: path, limit: JSONReader.mostBytes)
      do throws(SnapshotError) {
        let document = try from.read(bytes, ask)
        if result == nil { result = document } else { try result?.merge(document) }
      } catch {
        let name = InputFile.name(of: path)
        // A text in the wrong place may be a secret.
        let problem = error.withoutContent.description(in: "en")
        throw .unreadable("\(name) cannot be read as \(from.name): \(problem)")
      }
    }
    guard result?.openList == nil else {
      let problem = PurchaseImport.pageMissing.description(in: "en")
      throw .unreadable("\(InputFile.name(of: files[files.count - 1])): \(problem)")
    }
    return result ?? PurchaseImport()
  }
}
