import Foundation
import TestSupport
import Testing
import TollgateKit

@testable import tollgate

/// `tollgate schema`, and documents against the schemas. What the command prints in any test is
/// checked by `Shell.run`.
@Suite struct SchemaTests {
  private func document(_ text: String) throws -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  /// The list of schemas is sorted, and is that of the files.
  @Test func theListIsThatOfTheFolder() throws {
    let files = Repository.files(
      below: "Sources/Tools/tollgate/Schemas/Documents", endingIn: ".swift")
    let names = try files.flatMap { file in
      try Repository.text(file).components(separatedBy: "DocumentSchema(\n    name: \"").dropFirst()
        .map { String($0.prefix { $0 != "\"" }) }
    }
    #expect(names.count >= 16)
    #expect(SchemaList.all.map { $0.name } == names.sorted())
    let listed = try Command.run("schema").output.split(separator: "\n")
    #expect(
      listed.compactMap { $0.split(separator: " ").first.map { String($0) } } == names.sorted())
    #expect(Set(DocumentSchemas.all.keys) == Set(names))
  }

  @Test(arguments: SchemaList.all.map { $0.name }) func aSchemaSaysWhatItIs(name: String) throws {
    let result = try Command.run("schema", name)
    #expect(result.status == 0)
    let schema = try document(result.output)
    #expect(schema["$schema"] == .text("https://json-schema.org/draft/2020-12/schema"))
    #expect(schema["$id"] == .text("urn:tollgate:schema:\(name):1"))
    // A keyword that the validator does not know, or a reference to nothing, fits nothing.
    #expect(DocumentSchemas.failures(of: .object([]), name).allSatisfy { !$0.contains("keyword") })
  }

  @Test func aMisspeltNameHasASuggestion() throws {
    let result = try Command.run("schema", "snapshoot")
    #expect(result.status == 64)
    #expect(result.errors.contains("did you mean `snapshot`?"))
  }

  @Test(arguments: [
    ("snapshot", #"{}"#), ("snapshot", #"{"schema": 2}"#),
    ("snapshot", #"{"schema": 1, "asOf": "yesterday"}"#),
    ("snapshot", #"{"schema": 1, "usages": {}}"#),
    ("snapshot", #"{"schema": 1, "grants": [{"product": "a", "state": "aktive"}]}"#),
    ("snapshot", #"{"schema": 1, "usage": {"bills": -1}}"#),
    ("snapshot", #"{"schema": 1, "usage": {"bills": {"day": {"resets": "2026-01-01"}}}}"#),
    ("snapshot", #"{"schema": 1, "usage": {"bills": {"3 hours": -1}}}"#),
    ("snapshot", #"{"schema": 1, "usage": {"bills": {"3 hour": 1}}}"#),
    ("snapshot", #"{"schema": 1, "usage": {"bills": {"1 hours": 1}}}"#),
    (
      "snapshot", #"{"schema": 1, "usage": {"bills": {"day": {"used": 1, "then": [{"used": 0}]}}}}"#
    ),
    ("batch", #"{"adding": 1}"#), ("batch", #"{"target": "a", "reaching": -1}"#),
    ("batch", #"{"target": "a", "snapshot": {"asOf": "2026-01-01"}}"#),
    ("answer", #"{"errors": "x"}"#), ("decision", #"{"error": "x"}"#),
    ("baseline", #"{"schema": 1, "findings": [{"file": "a"}]}"#),
    ("records", #"{"schema": 1, "records": [{"transaction": "1"}]}"#),
  ]) func aWrongDocumentDoesNotFit(name: String, text: String) throws {
    #expect(DocumentSchemas.failures(of: try document(text), name) != [], "\(text)")
  }

  @Test(arguments: [
    ("snapshot", #"{"schema": 1, "asOf": "2026-01-01", "subject": null, "later": null}"#),
    ("snapshot", #"{"schema": 1, "asOf": "2026-01-01T08:00+08:00", "usage": {"a": {"day": 3}}}"#),
    (
      "snapshot",
      #"{"schema": 1, "usage": {"a": {"1000 days": {"used": 3, "then": [{"at": "2026-01-01", "used": 1}]}}}}"#
    ),
    ("batch", #"{"target": "a", "snapshot": {"schema": 1}, "facts": {"a": true, "b": "c"}}"#),
    ("answer", #"{"error": "line 1: …"}"#),
    ("records", #"{"schema": 1, "synced": {"": "2026-01-01"}}"#),
  ]) func aRightDocumentFits(name: String, text: String) throws {
    let known = text.replacingOccurrences(of: #", "later": null"#, with: "")
    #expect(DocumentSchemas.failures(of: try document(known), name) == [])
    // What is read may have keys of a later version; only the check of our own output is strict.
    let published = try JSONSchema(text: try Command.run("schema", name).output)
    #expect(published.failures(of: try document(text)) == [])
  }

  @Test func whatTheCommandPrintsIsChecked() throws {
    #expect(throws: DocumentSchemas.Misfit.self) {
      try DocumentSchemas.check(#"{"schema":1}"#, of: ["check", "a", "b", "--format", "json"])
    }
    #expect(throws: DocumentSchemas.Misfit.self) {
      try DocumentSchemas.check("{\"error\":\"\"}\n{}\n", of: ["check", "a", "--batch", "-"])
    }
  }

  /// A document of every schema, as the command prints or reads it.
  @Test func everySchemaHasADocument() throws {
    let user = #"{"schema": 1, "subject": "user-1", "usage": {"bills": 500}}"#
    let folder = try Folder([
      "Shop.gate": Sample.shop, "old.gate": Sample.bills, "users.jsonl": user,
    ])
    let shop = folder["Shop.gate"]
    let policy = try Policy(source: Sample.shop, name: "Shop.gate")
    let known = Snapshot(subject: "ada", usage: ["bills": Usage(500)])
    let logged = DecisionEvent(
      policy.decide("bills", for: known, at: .now), snapshot: known, policy: policy, at: .now
    ).json()
    let history = "Examples/PurchaseHistories/expense-tracker.history"
    let commands: [String: [String]] = [
      "access": ["access", shop], "decision": ["check", shop, "bills", "--has", "pro"],
      "describe": ["describe", shop], "diff": ["diff", folder["old.gate"], shop],
      "graph": ["graph", shop, "bills", "--has", "pro"], "lint": ["lint", shop, "--strict"],
      "impact": ["impact", folder["old.gate"], shop, "--users", folder["users.jsonl"]],
      "paywall": ["paywall", shop, "--for", "bills", "--using", "bills=500"],
      "prove": ["prove", shop, "never csv-export allowed without pro"],
      "simulate": [
        "simulate", Repository.url("Policies/ExpenseTracker.gate").path,
        Repository.url(history).path,
      ],
      "diff-folders": ["diff", folder.url.path, folder.url.path],
      "table": ["table", shop], "test": ["test", shop, "--coverage"],
    ]
    for (name, words) in commands {
      let result = try Shell.run(Shell.tollgate, words + ["--format", "json"])
      #expect(DocumentSchemas.failures(of: try document(result.output), name) == [], "\(name)")
    }
    let baseline = folder["baseline.json"]
    _ = try Command.run("lint", shop, "--write-baseline", baseline)
    #expect(
      DocumentSchemas.failures(of: try document(folder.text("baseline.json")), "baseline") == [])
    try folder.write(Data(logged.utf8), to: "log.jsonl")
    #expect(DocumentSchemas.failures(of: try document(logged), "log") == [])
    let replay = try Shell.run(
      Shell.tollgate, ["replay", folder["log.jsonl"], shop, "--format", "json"])
    #expect(DocumentSchemas.failures(of: try document(replay.output), "replay") == [])
    // The others are in the documentation and in the tests of `--batch` and `snapshot`; `counts` in
    // `BookTests`, `charges` in `ChargesTests`, and `keys` in `SealCommandTests`.
    let others: Set = [
      "answer", "baseline", "batch", "charges", "counts", "keys", "log", "records", "replay",
      "snapshot",
    ]
    #expect(Set(commands.keys).union(others) == Set(DocumentSchemas.all.keys))
  }

  /// Every JSON document in the pages that people read is one of a schema, or another service's.
  @Test func everyDocumentOfTheDocumentationFits() throws {
    let pages =
      ["README.md"]
      + Repository.files(below: "Sources/Core/TollgateKit/TollgateKit.docc", endingIn: ".md")
      + Repository.files(below: "Tests/LanguageSuite", endingIn: ".md")
      + Repository.files(below: "Examples", endingIn: ".md")
    var count = 0
    for page in pages {
      for text in SchemaTests.documents(in: try Repository.text(page)) {
        guard let value = try? document(text), case .object(let members) = value else { continue }
        // A document of a store, of an import or of the decision server, rules in the notation of
        // others, the options of the generator, and part of one, which is told by an ellipsis.
        let foreign = [
          "subscriber", "event", "object", "repeated", "csv-export", "access", "detail",
        ]
        let isForeign = members.contains { foreign.contains($0.key) }
        // A page shows that a state of a later version opens nothing; the schema lists the known.
        guard !isForeign, !text.contains("…"), !text.contains("levitating") else { continue }
        count += 1
        let fits = DocumentSchemas.all.values.contains { $0.failures(of: value).isEmpty }
        #expect(fits, "\(page): \(text.prefix(300))")
      }
    }
    #expect(count >= 40)
  }

  /// The objects that begin at the beginning of a line.
  private static func documents(in page: String) -> [String] {
    var documents: [String] = []
    var open: [Substring] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if open.isEmpty, line.hasPrefix("{"), line.hasSuffix("}") {
        documents.append(String(line))
      } else if !open.isEmpty || line == "{" {
        open.append(line)
        guard line == "}" else { continue }
        documents.append(open.joined(separator: "\n"))
        open = []
      } else if line.hasPrefix("```") {
        open = []
      }
    }
    return documents
  }
}
