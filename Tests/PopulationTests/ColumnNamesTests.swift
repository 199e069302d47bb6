import Foundation
import TestSupport
import Testing
import TollgateKit
@testable import TollgatePopulation
import TollgateRuntime

/// No two columns have one name, whatever a policy calls its parts.
@Suite struct ColumnNamesTests {
  private static let now = Instant(milliseconds: 1_772_323_200_000)
  /// What the names of columns end in, and what may make them so.
  private static let suffixes = [
    "", "-known", "-known-known", "-2", "-2-known", "-known-2", "-day", "-day-known", "-1",
  ]

  /// A policy whose parts of one kind have these names.
  private static func policy(_ kind: String, _ names: [String]) -> String {
    let features = names.map { "feature f-\($0)" }.joined(separator: "\n")
    let each: (String) -> String
    switch kind {
    case "meter":
      each = { "meter \($0)\n\($0) > 5 is not allowed\n\($0) > 3 per day is not allowed" }
    case "fact":
      each = { "fact \($0) is yes or no\nf-\($0) is off when \($0)" }
    case "date":
      each = { "fact \($0) is a date\nf-\($0) is off from 7 days after \($0)" }
    case "setting":
      each = { "setting \($0) is 5\n  9 with \($0)-pro\nproduct buy-\($0)\n  adds 5 to \($0)" }
    case "entitlement":
      return names.map { "entitlement \($0)\nproduct buy-\($0)\n  grants \($0)" }
        .joined(separator: "\n") + "\n\(features)\n"
        + names.map { "f-\($0) requires \($0)" }.joined(separator: "\n")
    default:
      return
        "tiers free < pro\n"
        + names.map { "feature \($0)\n\($0) requires pro" }.joined(separator: "\n")
    }
    let entitlements =
      kind == "setting"
      ? names.map { "entitlement \($0)-pro\nproduct get-\($0)\n  grants \($0)-pro" } : []
    let uses = kind == "meter" || kind == "setting" ? "" : features
    let rules = kind == "date" ? names.map { "f-\($0) requires nothing" } : []
    return (entitlements + [uses] + rules + names.map(each)).joined(separator: "\n")
  }

  @Test(arguments: ["meter", "fact", "date", "setting", "entitlement", "feature"])
  func everyPairOfSuffixes(kind: String) throws {
    var lines: [Data] = []
    for (place, one) in ColumnNamesTests.suffixes.enumerated() {
      // A third of the pairs; all of them in CI.
      for (next, other) in ColumnNamesTests.suffixes.enumerated()
      where next > place && (Cases.factor > 1 || (place + next) % 3 == 0) {
        for names in [["bills\(one)", "bills\(other)"], ["bills\(other)", "bills\(one)"]] {
          lines.append(try line(kind, names))
        }
      }
    }
    lines.append(try line(kind, ColumnNamesTests.suffixes.map { "bills\($0)" }))
    let result = try PopulationCase.compare(lines, ["sqlite"])
    #expect(result.status == 0, "\(result.output.prefix(4_000))\(result.errors.suffix(1_000))")
  }

  /// The names in every part of the script are distinct; the case for the engine.
  private func line(_ kind: String, _ names: [String]) throws -> Data {
    let source = ColumnNamesTests.policy(kind, names)
    var example = try PopulationCase("\(names)", [source], at: ColumnNamesTests.now)
    let book = try PopulationSQL.columns(
      of: example.policies.map { $0.graph }, at: ColumnNamesTests.now)
    let headings = book.columns.flatMap { $0.headings }
    #expect(Set(headings).count == headings.count, "\(headings)")
    #expect(headings.count >= names.count || kind == "feature", "\(source)")
    for part in [PopulationSQL.Part.answers, .counts] {
      let sql = try PopulationSQL.script(
        of: [example.policies[0].graph], at: ColumnNamesTests.now, in: .sqlite, parts: [part])
      let named = sql.split(separator: "\n").compactMap { line -> Substring? in
        guard !line.contains("CREATE"), let end = line.range(of: " AS ", options: .backwards) else {
          return nil
        }
        return line[end.upperBound...].split(separator: ",").first
      }
      #expect(Set(named).count == named.count && !named.isEmpty, "\(named)")
    }
    var boundaries = try Boundaries(example.policies, at: example.now, seed: 7)
    example.users = boundaries.users().enumerated().map { ("u\($0.offset)", $0.element) }
    return try #require(try example.line())
  }
}
